#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of the ops that every model has."""
import numpy as np

from answers import call
from values import F, I, L, count, inf, texts

X = F([[0, -0.5, 1.5], [2, -3, 0.25]])
for op in ["Abs", "Exp", "Neg", "Relu", "Sigmoid", "Sqrt", "Square", "Tanh"]:
    for dtype in [F, np.float64]:
        call(op, np.abs(dtype(X)) if op == "Sqrt" else dtype(X))
call("Abs", I([-3, 0, 4]))
call("Neg", L([-3, 0, 4]))
call("Square", I([-3, 0, 4]))
call("LogicalNot", np.array([True, False]))
# Where the definition has no digits left.
SMALL = np.concatenate([10.0 ** np.arange(-30, -1), -(10.0 ** np.arange(-30, -1)), [0.0, -0.0]])
for dtype in [F, np.float64, np.float16]:
    values = SMALL[np.abs(SMALL) > 1e-4] if dtype == np.float16 else SMALL
    call("Expm1", dtype(values))
    call("Log1p", dtype(values))
for dtype in [F, np.float64]:
    call("Expm1", dtype([-inf, -100, -20, -1, -0.5, 0.5, 1, 20, 80, inf]))
    call("Log1p", dtype([-1, -0.99, -0.51, -0.5, -0.49, 0.49, 0.5, 0.51, 3, 1e10, 1e30, inf]))
call("Erfc", F([-inf, -4, -1, -0.5, 0, 0.3, 0.49, 0.5, 0.51, 0.7, 1, 1.5, 2, 3, 4, 5, 7, 9, inf]),
     rtol=1e-5)

A, B = I([[7, -7, 9]]), I([[2], [-3]])
for op in ["Div", "Maximum", "Minimum", "Mul", "Sub", "Greater", "Less"]:
    call(op, A, B)
    call(op, F(A), F(B) / 2)
call("RealDiv", F(A), F([[2], [0]]))
call("Add", F(A), F(B))
for op in ["LogicalAnd", "LogicalOr"]:
    call(op, np.array([[True, False]]), np.array([[True], [False]]))
MASK = np.array([True, False])
call("Select", MASK, F([1, 2]), F([3, 4]))
call("Select", MASK, X, -X)
call("Select", np.array(True), X, -X)
call("SelectV2", np.array([[True], [False]]), X, F([1, 2, 3]))
for padding in [1, 2]:
    call("BiasAdd", count(2, 3, 2, padding), count(padding))
call("BiasAdd", count(2, 3, 2), count(3), data_format="NCHW")
for transposed in [False, True]:
    a, b = count(2, 3), count(3, 4)
    call("MatMul", a.T.copy() if transposed else a, b, transpose_a=transposed)
    call("MatMul", a, b.T.copy() if transposed else b, transpose_b=transposed)
for to in ["float32", "int32", "bool", "float16", "int8"]:
    call("Cast", F([0, 1.75, -1.75, 100]), DstT=to)
    call("Cast", I([0, 1, -3, 100]), DstT=to)
call("Cast", np.array([True, False]), DstT="float32")

for op in ["Sum", "Mean", "Max"]:
    for keep in [False, True]:
        call(op, count(2, 3, 2), I([0, 2]), keep_dims=keep)
    call(op, count(2, 3), I(-1))
    call(op, count(2, 3), I([]))
for axis in [0, 1, -1]:
    call("ArgMax", F([[1, 5, 5], [9, 0, 2]]), I(axis))
    call("ArgMax", I([[1, 5, 5], [9, 0, 2]]), I(axis), output_type="int32")
call("ArgMax", np.array([[False, True, True]]), I(1))

for axis in [0, 1, -1]:
    call("ConcatV2", [count(2, 2), -count(2, 2)], I(axis))
    call("ExpandDims", count(2, 3), I(axis))
    call("Pack", [count(2, 3), -count(2, 3)], axis=axis)
    call("Unpack", count(2, 2), axis=axis, num=2)
call("Pack", [F(1), F(2)])
call("Unpack", count(3), num=3)
call("Fill", I([2, 3]), F(7))
call("Fill", I([]), F(7))
call("Range", I(2), I(11), I(3))
call("Range", F(1), F(0), F(-0.25))
for op in ["Rank", "Shape", "Size"]:
    call(op, count(2, 0, 3))
    call(op, F(1))
call("Shape", count(2, 3), out_type="int64")
call("Size", count(2, 3), out_type="int64")
call("Transpose", count(2, 3, 4), I([2, 0, 1]))
call("Squeeze", count(1, 2, 1))
call("Squeeze", count(1, 2, 1), squeeze_dims=[0])
call("Squeeze", count(1, 2, 1), squeeze_dims=[-1])

for dtype in [I, L]:
    call("Slice", count(3, 4), dtype([1, 0]), dtype([2, -1]))
    call("Slice", count(3, 4), dtype([3, 1]), dtype([0, 2]))
call("Slice", F(1), I([]), I([]))
call("StridedSlice", count(4, 5), I([1, -1]), I([4, 0]), I([2, -2]))
call("StridedSlice", count(4, 5), I([1, 0]), I([0, 3]), I([1, 1]), begin_mask=2, end_mask=1)
call("StridedSlice", count(4, 5), I([1, 2]), I([2, 3]), I([1, 1]), shrink_axis_mask=1)
call("StridedSlice", count(4, 5), I([0, 1]), I([0, 4]), I([1, 1]), new_axis_mask=1)
call("StridedSlice", count(2, 3, 4), I([0, 1]), I([0, 3]), I([1, 2]), ellipsis_mask=1)
for begin in [[1, 1], [9, -4], [0, 2]]:
    call("XlaDynamicSlice", count(4, 5), I(begin), I([2, 3]))
    call("XlaDynamicUpdateSlice", count(4, 5), -count(2, 3), L(begin))
call("Shape", texts("a", "b"))

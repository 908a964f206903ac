#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that make tensors, repeat them and put margins around them."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, count, inf, nan, texts

# Passed on, checked, filled anew.
for op in ["StopGradient", "PreventGradient", "Snapshot", "GuaranteeConst", "DeepCopy"]:
    call(op, count(2, 3))
call("StopGradient", texts("a", "bc"))
call("EnsureShape", count(2, 3), shape=[2, None])
call("EnsureShape", count(2, 3), shape=[3, None])
call("EnsureShape", count(2, 3), shape=[2])
for op in ["CheckNumerics", "CheckNumericsV2"]:
    for dtype in [np.float16, F, np.float64]:
        call(op, dtype([1, -0.0, 65504, 6e-8]), message="m")
        call(op, dtype([1, nan]), message="m")
        call(op, dtype([-inf, 1]), message="m")
    call(op, F([]), message="m")
for dtype in NUMBERS + [np.bool_]:
    call("ZerosLike", np.ones([2, 2], dtype))
    call("OnesLike", np.zeros([3], dtype))
call("ZerosLike", texts("a", "b"))
call("OnesLike", F(7))
call("Empty", I([2, 3]), dtype="float", init=True)
call("Empty", I([2]), dtype="string", init=True)
call("Empty", I([-2]), dtype="int32", init=True)
call("Bitcast", F([1, 2]), type="uint8")
call("Bitcast", count(2, 4, dtype=np.uint8), type="float")
call("Bitcast", count(2, 3, dtype=np.uint8), type="int32")
call("Bitcast", count(2, 2, dtype=I), type="complex64")
call("Bitcast", np.float16([1, 2]), type="int16")
call("Bitcast", np.uint8(3), type="uint16")
call("Bitcast", np.float64(3), type="half")
for op in ["InplaceUpdate", "InplaceAdd", "InplaceSub"]:
    call(op, count(3, 2), I([0, -1]), count(2, 2))
    call(op, count(3, 2), I([4, 4]), count(2, 2))
    call(op, count(3, 2), I(1), count(2))
    call(op, count(3, 2), I([1]), count(2, 2))
    call(op, count(3, dtype=L), I([1]), count(1, dtype=L))

# Repeated.
for dtype in NUMBERS + [np.bool_]:
    call("BroadcastTo", count(2, 1, dtype=dtype), I([2, 2, 3]))
    if dtype != np.uint16:  # TensorFlow has no loop for it
        call("Tile", count(1, 2, dtype=dtype), I([2, 2]))
for shape in [[3], [2, 3], [0, 3], [0, 2], [1], [], [-1, 3], [2, 3, 1]]:
    call("BroadcastTo", count(3), I(shape))
call("BroadcastTo", F(5), L([]))
call("BroadcastTo", F(5), L([2, 2]))
call("BroadcastTo", texts("a", "bc"), L([2, 2]))
call("BroadcastTo", count(2, 1, 3, 1), I([2, 2, 3, 2]))
call("BroadcastTo", np.zeros([1, 0], F), I([2, 0]))
call("BroadcastTo", count(1, 2), I([2]))
call("BroadcastTo", count(3), I(3))
for multiples in [[2, 1], [1, 2], [2, 2], [0, 1], [1, 1], [-1, 1], [2]]:
    call("Tile", count(2, 3), L(multiples))
call("Tile", count(2, 1, 2), I([1, 3, 2]))
call("Tile", F(1), np.zeros([0], I))
call("Tile", texts("a", "b"), I([3]))
call("Tile", count(2), I(2))
for dtype in [I, L]:
    for x, y in [([2, 1], [3]), ([-1, 1], [-1, 3]), ([2], [3]), ([0, 1], [1, 3]), ([], [4]),
                 ([1, 1], [1]), ([5], [1])]:
        call("BroadcastArgs", dtype(x), dtype(y))
        call("BroadcastGradientArgs", dtype(x), dtype(y))
call("BroadcastArgs", I(2), I([3]))
for x, y in [((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (2, 3)), ((1, 1), (1, 1)), ((1, 2), (1, 1)),
             ((1, 5, 1), (4, 1, 1))]:
    call("BroadcastGradientArgs", I(x), I(y))

# Margins.
for dtype in NUMBERS + [np.bool_]:
    call("Pad", count(2, 2, dtype=dtype), I([[1, 0], [0, 1]]))
    call("PadV2", count(2, dtype=dtype), L([[1, 2]]), dtype(1))
for dtype in NUMBERS:
    call("MirrorPad", count(3, dtype=dtype), I([[2, 1]]), mode="REFLECT")
    call("MirrorPadGrad", count(6, dtype=dtype), I([[2, 1]]), mode="REFLECT")
for paddings in [[[0, 0], [0, 0]], [[1, 1], [2, 0]], [[-1, 1], [0, 0]], [[1, 1]], [[0, 3], [0, 0]]]:
    call("Pad", count(2, 3), I(paddings))
    for mode in ["REFLECT", "SYMMETRIC"]:
        call("MirrorPad", count(2, 3), I(paddings), mode=mode)
        call("MirrorPadGrad", count(3, 4), I(paddings), mode=mode)
call("Pad", count(2, 1, 2), I([[1, 0], [1, 1], [0, 1]]))
call("Pad", np.zeros([0, 2], F), I([[1, 0], [0, 1]]))
call("Pad", texts("a", "b"), I([[1, 1]]))
call("Pad", F(3), np.zeros([0, 2], I))
call("Pad", count(2), I([1, 1]))
call("PadV2", texts("a", "b"), I([[1, 1]]), np.array(b"x", dtype=object))
call("PadV2", count(2), I([[1, 1]]), F([5]))
call("MirrorPad", count(2, 2, 2), I([[1, 1], [0, 1], [1, 0]]), mode="REFLECT")
call("MirrorPad", count(2, 2, 2), I([[2, 1], [0, 2], [1, 0]]), mode="SYMMETRIC")
call("MirrorPad", count(3), I([[3, 3]]), mode="SYMMETRIC")
call("MirrorPad", count(3), I([[3, 2]]), mode="REFLECT")
call("MirrorPad", np.zeros([0, 2], F), I([[0, 0], [1, 1]]), mode="REFLECT")
call("MirrorPad", texts("a", "b", "c"), L([[1, 2]]), mode="SYMMETRIC")
call("MirrorPad", F(3), np.zeros([0, 2], I), mode="REFLECT")
call("MirrorPadGrad", count(4, 4), I([[1, 1], [1, 1]]), mode="REFLECT")
call("MirrorPadGrad", count(4), I([[2, 1]]), mode="SYMMETRIC")
call("MirrorPadGrad", count(7), I([[2, 2]]), mode="REFLECT")
call("MirrorPadGrad", count(3), I([[2, 2]]), mode="REFLECT")
call("MirrorPadGrad", count(4, 3, 4), I([[1, 1], [1, 0], [0, 2]]), mode="SYMMETRIC")

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers by rules, products of matrices, random numbers.

Many ops share a model where they take the same inputs.
"""
import numpy as np
import openvino
from openvino import opset1
from openvino import opset16 as ov

from answers import element_type, op, param
from math_values import array, const, normal

# --- Rules ---

for kinds in (("i32", "i64", "i32"), ("f32", "f32", "f32"), ("i64", "i64", "i64")):
    start, stop, step = (param(n, [], k) for n, k in zip(("start", "stop", "step"), kinds))
    for values in ((1, 9, 3), (9, 1, -3), (3, 3, 1), (5, 1, 1)):
        op([ov.range(start, stop, step, out) for out in ("f32", "i32", "i64", "u8")],
           dict(zip(("start", "stop", "step"), (array(v, k) for v, k in zip(values, kinds)))))
op([opset1.range(const(0.0), const(1.0), const(0.25)), ov.range(const(0, "i32"), const(3, "u8"),
                                                               const(0.5, "f16"), "f64")], {})
op([ov.eye(const(2, "i64"), const([3], "i32"), const(k, "i64"), t) for k, t in
    ((0, "f32"), (1, "i8"), (-1, "f16"), (9, "i64"))] +
   [ov.eye(const(2, "i64"), const(2, "i64"), const(0, "i64"), "i32", const([2, 1], "i64"))], {},
   oracle="cpu")
x, bounds = param("x", [2, 3]), param("bounds", [3])
feeds = {"x": array([[0, 1, 1.5], [2, 3, 4]]), "bounds": array([1, 2, 3])}
op([ov.bucketize(x, bounds, out, right) for out in ("i32", "i64") for right in (False, True)],
   feeds, dynamic=True)
op([ov.search_sorted(bounds, x, right) for right in (False, True)], feeds)
op([ov.bucketize(x, const([1, 3], "i32"), "i32", True)], {"x": feeds["x"]})
rows, x = param("rows", [2, 3], "i32"), param("x", [2, 2], "i32")
op([ov.search_sorted(rows, x, right) for right in (False, True)],
   {"rows": array([[1, 3, 5], [2, 2, 4]], "i32"), "x": array([[3, 9], [2, 0]], "i32")},
   dynamic=True)

# --- Products ---

for a, b, transpose_a, transpose_b in (
        ([2, 3], [3, 4], False, False), ([3, 2], [4, 3], True, True), ([3], [3], True, True),
        ([3], [3, 2], False, False), ([2, 3], [3], False, False), ([4, 2, 3], [3], False, False),
        ([3], [4, 3, 2], False, False), ([4, 1, 2, 3], [5, 3, 2], False, False),
        ([2, 3, 2], [2, 4, 3], True, True)):
    x, y = param("x", a), param("y", b)
    op(ov.matmul(x, y, transpose_a, transpose_b), {"x": normal(*a), "y": normal(*b)}, dynamic=True,
       atol=1e-5)
for dtype in ("i8", "u8", "i32", "i64", "f64", "f16"):
    x, y = param("x", [2, 3], dtype), param("y", [3, 2], dtype)
    op(ov.matmul(x, y, False, False), {"x": array([[1, 2, 3], [4, 5, 6]], dtype),
                                       "y": array([[1, 2], [3, 4], [5, 6]], dtype)})
a, b, c = param("a", [2, 3]), param("b", [3, 4]), param("c", [4, 2])
feeds = {"a": normal(2, 3), "b": normal(3, 4), "c": normal(4, 2)}
op([ov.einsum([a, b], "ij,jk->ik"), ov.einsum([a, b], "ab,bc"), ov.einsum([b], "ji->ij"),
    ov.einsum([a, b, c], "ij,jk,kl->li"), ov.einsum([a, b, c], "ij,jk,ki->"),
    ov.einsum([a, c], "ij,kl->ikjl"), ov.einsum([a], "...i->i...")], feeds, oracle="cpu", atol=1e-5)
# Dimensions of one label broadcast.
a, b, c = param("a", [1, 2, 3]), param("b", [4, 1, 5]), param("c", [1, 2])
feeds = {"a": normal(1, 2, 3), "b": normal(4, 1, 5), "c": normal(1, 2)}
op([ov.einsum([a, b], "bij,bjk->bik"), ov.einsum([a, b], "bij,bjk->kij"),
    ov.einsum([b, a], "...jk,...ij->...i"), ov.einsum([a, b, c], "bij,bjk,kl->bil")], feeds, oracle="cpu", atol=1e-5, dynamic=True)
x = param("x", [2, 2, 2])
op([ov.inverse(x, adjoint) for adjoint in (False, True)],
   {"x": array([[[2, 1], [0, 3]], [[1, 2], [3, 4]]])}, atol=1e-5, dynamic=True)

# --- Random numbers: the first run ---

x = param("x", [3, 5])
for replace, logs in ((True, False), (False, False), (True, True)):
    op([ov.multinomial(x, const(4, "i64"), kind, replace, logs, 50, 70) for kind in ("i32", "i64")],
       {"x": array(np.linspace(0.1, 1.5, 15).reshape(3, 5))}, oracle="cpu")

shape = param("shape", [2], "i64")
for dtype, low, high in (("f32", 0, 1), ("f32", -2, 5), ("f16", 0, 1), ("f64", -1, 1),
                         ("i32", -5, 100), ("i64", 0, 100), ("i64", -7, 2**40)):
    for alignment in ("tensorflow", "pytorch"):
        op(ov.random_uniform(shape, const(low, dtype), const(high, dtype), dtype, 150, 10, alignment),
           {"shape": array([2, 5], "i64")}, rtol=0 if dtype[0] == "i" else 1e-6, atol=0)
# Where small floats are rounded shows in a wider range. NumPy has no bfloat16: its bits.
for dtype, ends in (("f16", np.float16([-3, 90])), ("bf16", np.uint16([0xc040, 0x42b4]))):
    low, high = (ov.constant(openvino.Tensor(ends[i:i + 1], [], element_type(dtype)))
                 for i in (0, 1))
    for alignment in ("tensorflow", "pytorch"):
        op(ov.random_uniform(shape, low, high, dtype, 150, 10, alignment),
           {"shape": array([4, 9], "i64")}, rtol=0, atol=0)

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops of two and three operands, which broadcast.

Many ops share a model where they take the same inputs.
"""
import numpy as np
from openvino import opset16 as ov

from answers import op, param
from math_values import FLOATS, SIGNED, UNSIGNED, array, const, normal

NAN = np.nan

ARITHMETIC = [ov.add, ov.subtract, ov.multiply, ov.divide, ov.maximum, ov.minimum, ov.mod,
              ov.floor_mod, ov.squared_difference]
COMPARISONS = [ov.equal, ov.not_equal, ov.less, ov.less_equal, ov.greater, ov.greater_equal]
for dtype, rtol in FLOATS.items():
    x, y = param("x", [2, 1, 3], dtype), param("y", [4, 1], dtype)
    op([f(x, y) for f in ARITHMETIC + COMPARISONS[:3]],
       {"x": array([[[7.5, -6, 2.25]], [[0, 5.5, -3]]], dtype),
        "y": array([[4], [-2.5], [0.75], [2.25]], dtype)}, rtol=rtol, atol=rtol)
    op(ov.power(x, y), {"x": array([[[7.5, 6, 2.25]], [[0.5, 5.5, 3]]], dtype),
                        "y": array([[4], [-2.5], [0.75], [2]], dtype)}, rtol=rtol, atol=rtol)
for dtype in SIGNED:
    x, y = param("x", [2, 3], dtype), param("y", [3], dtype)
    op([f(x, y) for f in ARITHMETIC[:3] + ARITHMETIC[4:8] + COMPARISONS[2:4] +
        [ov.bitwise_and, ov.bitwise_xor, ov.prelu]],
       {"x": array([[7, -7, 5], [-9, 8, 0]], dtype), "y": array([4, 3, -2], dtype)})
    op([ov.power(x, y), ov.bitwise_left_shift(x, y), ov.bitwise_right_shift(x, y)],
       {"x": array([[7, -7, 5], [-9, 8, 0]], dtype), "y": array([2, 1, 0], dtype)})
for dtype in ("i32", "i64", "u32", "u64"):
    x, y = param("x", [4], dtype), param("y", [], dtype)
    for f in (ov.divide, ov.squared_difference):
        op(f(x, y), {"x": array([7, 9, 4, 0] if dtype[0] == "u" else [-7, 9, -4, 0], dtype),
                     "y": array(4, dtype)})
for dtype in UNSIGNED:
    x, y = param("x", [3], dtype), param("y", [3], dtype)
    op([f(x, y) for f in ARITHMETIC[4:8] + [ov.less, ov.bitwise_or, ov.bitwise_left_shift]],
       {"x": array([7, 200, 5], dtype), "y": array([4, 7, 3], dtype)})
x, y = param("x", [3], "u8"), param("y", [3], "u8")
op([ov.add(x, y)], {"x": array([200, 1, 255], "u8"), "y": array([100, 2, 255], "u8")})
x, y = param("x", [2, 2], "boolean"), param("y", [2], "boolean")
op([f(x, y) for f in COMPARISONS + [ov.logical_and, ov.logical_or, ov.logical_xor, ov.bitwise_and,
                                    ov.bitwise_or, ov.bitwise_xor]],
   {"x": np.array([[True, False], [False, True]]), "y": np.array([True, False])}, dynamic=True)
x, y = param("x", [5], "i64"), param("y", [5], "i64")
op([ov.add(x, y), ov.multiply(x, y), ov.power(x, y)],
   {"x": array([2**40, -3, 2, -1, 1], "i64"), "y": array([1, 3, 40, -3, -2], "i64")}, rtol=0)

x, y = param("x", [2, 3, 4]), param("y", [2, 3])
feeds = {"x": normal(2, 3, 4), "y": normal(2, 3)}
op([f(x, y, auto_broadcast="PDPD") for f in (ov.add, ov.multiply, ov.less)], feeds)
x, y = param("x", [2, 3]), param("y", [2, 3])
op([f(x, y, auto_broadcast="NONE") for f in (ov.add, ov.maximum)],
   {"x": normal(2, 3), "y": normal(2, 3)}, dynamic=True)
x, y = param("x", [2, 0]), param("y", [1, 1])
op([ov.add(x, y)], {"x": array(np.zeros((2, 0))), "y": array([[1]])})

x = param("x", [2, 3, 2])
for slope in ([0.5], [1, 2, 3], normal(3, 2)):
    op(ov.prelu(x, const(slope)), {"x": normal(2, 3, 2)}, dynamic=True)
c, a, b = param("c", [2, 1], "boolean"), param("a", [3]), param("b", [])
op(ov.select(c, a, b), {"c": np.array([[True], [False]]), "a": array([1, NAN, 3]),
                        "b": array(-1)}, dynamic=True)
c, a, b = param("c", [2], "boolean"), param("a", [2], "i16"), param("b", [2], "i16")
op(ov.select(c, a, b), {"c": np.array([True, False]), "a": array([1, 2], "i16"),
                        "b": array([3, 4], "i16")})


#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops of one operand, and conversions.

Many ops share a model where they take the same inputs.
"""
import numpy as np
from openvino import opset2
from openvino import opset16 as ov

from answers import op, param
from math_values import FLOATS, SIGNED, UNSIGNED, array, const

NAN, INF = np.nan, np.inf

# --- Of one operand ---

ANYWHERE = [ov.atan, ov.asinh, ov.cos, ov.cosh, ov.erf, ov.exp, ov.sin, ov.sinh, ov.tan, ov.tanh,
            ov.sigmoid, ov.abs, ov.negative, ov.sign, ov.ceiling, ov.floor, ov.relu]
BELOW_ONE = [ov.acos, ov.asin, ov.atanh]
ABOVE_ONE = [ov.acosh, ov.log, ov.sqrt]
ACTIVATIONS = [ov.hsigmoid, ov.hswish, ov.mish, ov.softplus, ov.softsign,
               lambda x: ov.gelu(x, "erf"), lambda x: ov.gelu(x, "tanh"), opset2.gelu,
               lambda x: ov.elu(x, 0.7), lambda x: ov.clamp(x, -1.25, 2.5),
               lambda x: ov.round(x, "half_to_even"),
               lambda x: ov.round(x, "half_away_from_zero")]
for dtype, rtol in FLOATS.items():
    x = param("x", [2, 4], dtype)
    values = array([[-4, -2.5, -1.5, -0.5], [0, 0.3, 1.5, 6.5]], dtype)
    some = slice(None) if dtype == "f32" else slice(0, None, 2)  # of those that are alike
    op([f(x) for f in ANYWHERE[some] + ACTIVATIONS], {"x": values}, rtol=rtol, atol=rtol)
    op([f(x) for f in BELOW_ONE[some]], {"x": values / 8}, rtol=rtol, atol=rtol)
    op([f(x) for f in ABOVE_ONE[some]], {"x": abs(values) + 1}, rtol=rtol, atol=rtol)
    beta = param("beta", [], dtype)
    alpha, scale = const(0.3, dtype), const(1.2, dtype)
    op([ov.swish(x, beta), ov.selu(x, alpha, scale), ov.hard_sigmoid(x, alpha, const(0.4, dtype))],
       {"x": values, "beta": array(1.5, dtype)}, rtol=rtol, atol=rtol)

x = param("x", [7])
special = array([NAN, INF, -INF, 0, -0.0, 1e30, -1e30])
op([f(x) for f in (ov.sqrt, ov.exp, ov.tanh, ov.sigmoid, ov.floor)],
   {"x": special}, dynamic=True)
op([ov.is_nan(x), ov.is_finite(x), ov.is_inf(x)] +
   [ov.is_inf(x, {"detect_negative": n, "detect_positive": p})
    for n, p in ((True, False), (False, True), (False, False))], {"x": special}, dynamic=True)
op([ov.gelu(x, "erf"), ov.swish(x), ov.mish(x), ov.hswish(x)],
   {"x": array([-100, -20, -1e-6, 1e-6, 20, 88, 100])}, dynamic=True)
op([ov.exp(param("x", [0, 3]))], {"x": array(np.zeros((0, 3)))})
op([ov.gelu(param("x", []), "erf")], {"x": array(0.5)}, dynamic=True)

for dtype in SIGNED:
    x = param("x", [6], dtype)
    op([f(x) for f in (ov.abs, ov.negative, ov.sign, ov.relu, ov.floor, ov.ceiling, ov.bitwise_not,
                       ov.tanh, ov.atan, ov.erf)] +
       [ov.round(x, "half_to_even"), ov.clamp(x, -2.5, 3.5), ov.clamp(x, -1000, 1e12)],
       {"x": array([-100, -3, -1, 0, 2, 7], dtype)})
for dtype in UNSIGNED[::3]:
    x = param("x", [4], dtype)
    op([ov.abs(x), ov.sign(x), ov.relu(x), ov.floor(x), ov.bitwise_not(x), ov.clamp(x, -2.5, 3.5)],
       {"x": array([0, 2, 7, 200], dtype)})
x = param("x", [3], "i64")
op([ov.clamp(x, 0, 2147483647), ov.sqrt(x)], {"x": array([4, 2**40, 2**31], "i64")}, rtol=0)
x = param("x", [2], "boolean")
op([ov.logical_not(x), ov.bitwise_not(x)], {"x": np.array([True, False])})

# --- To other types ---

TARGETS = ("f32", "f16", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "boolean")
for source in ("f32", "i32", "u8", "boolean", "f16"):
    x = param("x", [4], source)
    values = np.array([True, False, True, True]) if source == "boolean" else array([0, 1, 2.75, 99],
                                                                                  source)
    op([ov.convert(x, t) for t in TARGETS[:: 1 if source == "f32" else 3]], {"x": values})
x, like = param("x", [2]), param("like", [1], "i16")
op(ov.convert_like(x, like), {"x": array([1.5, -2.5]), "like": array([0], "i16")})
for a, b, unsafe, scalar in (("f32", "i16", False, False), ("i8", "u8", True, False),
                             ("f16", "bf16", True, False), ("i32", "f16", True, False),
                             ("i64", "i32", False, True), ("boolean", "u16", False, False)):
    x = ov.convert(param("x", [2], "u8"), a)
    y = ov.convert(param("y", [] if scalar else [2], "u8"), b)
    op([ov.convert(o, "f32") for o in
        ov.convert_promote_types(x, y, unsafe, scalar, "f32").outputs()],
       {"x": array([1, 2], "u8"), "y": array(3 if scalar else [3, 4], "u8")})
x = param("x", [2, 6])
numbers = array([[0.1, 1, 2.3, 300, 449, -465], [5e4, 7e4, 1e-3, -1e-8, -3.3, 0]])
for kind in ("f8e4m3", "f8e5m2"):
    op([ov.fake_convert(x, const(1.0), const(0.0), kind),
        ov.fake_convert(x, const([[2.0], [0.5]]), const([[0.5], [1.0]]), kind)], {"x": numbers},
       oracle="cpu")


# Types of few bits: what is not among their values, ties, what lies beyond them.
few = array([0.25, 0.2500001, 0.75, 1.25, 1.5, 1.75, 2.5, 3.5, 5, 5.0001, 7, 12, 0.0397902, 0.1,
             -0.3, -1.25, -5, 0, -0.0, 1e-3, 464, 465, 1.06275, 61439, np.inf, -np.inf, np.nan])
for kind in ("nf4", "f4e2m1", "f8e8m0", "f8e4m3", "f8e5m2"):
    for dtype in ("f32", "f16"):
        x = param("x", few.shape, dtype)
        op(ov.convert(ov.convert(x, kind), "f32"), {"x": array(few, dtype)}, rtol=0, atol=0)
x = param("x", [2], "f64")
op(ov.convert(ov.convert(x, "nf4"), "f32"), {"x": array([0.5, 1], "f64")})
for kind in ("u1", "u2", "u3", "u4", "u6", "i4"):
    for dtype, numbers in (("i32", [0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 63, 64, 100, -1, -2, -9]),
                           ("u8", [0, 1, 17, 255]), ("f32", [0.6, 1.7, 7.5, 15.2, 17, -1])):
        x = param("x", [len(numbers)], dtype)
        op(ov.convert(ov.convert(x, kind), "i32"), {"x": array(numbers, dtype)})
x = param("x", [3], "i32")
op(ov.convert(ov.convert(x, "f8e5m2"), "f32"), {"x": array([36865, 36863, 45057], "i32")})

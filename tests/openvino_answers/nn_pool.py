#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools: their windows, rounding, indices and types.

MaxPool is asked of the CPU plugin: OpenVINO's reference kernel writes beyond its indices.
"""
import numpy as np
from openvino import opset1, opset8, opset14, opset16
from openvino import opset13 as ov

from answers import element_type, op, param

RANDOM = np.random.RandomState(8)
TYPES = ("f64", "f16", "i8", "u8", "i64")


def image(shape, dtype="f32"):
    return RANDOM.permutation(int(np.prod(shape))).reshape(shape).astype(
        element_type(dtype).to_dtype())


WINDOWS = (
    ([2, 1, 7, 5], [2, 2], [0, 0], [0, 0], [2, 2], "explicit"),
    ([1, 1, 7, 6], [1, 1], [1, 1], [1, 1], [3, 3], "explicit"),
    ([1, 1, 7, 8], [2, 3], [1, 0], [0, 1], [3, 2], "explicit"),
    ([1, 2, 7, 8], [3, 2], [0, 0], [0, 0], [2, 3], "same_upper"),
    ([1, 1, 6, 8], [3, 1], [0, 0], [0, 0], [2, 4], "same_lower"),
    ([1, 1, 7, 8], [3, 3], [0, 0], [0, 0], [2, 2], "valid"),
    ([1, 2, 8], [2], [1], [1], [3], "explicit"),
    ([1, 1, 4, 4, 5], [2, 2, 2], [0, 1, 1], [1, 1, 0], [2, 3, 2], "explicit"),
    ([1, 1, 7, 7], [1, 1], [0, 0], [0, 0], [7, 7], "explicit"),
    ([1, 1, 9, 9], [7, 7], [2, 2], [2, 2], [6, 6], "explicit"),
)
for shape, strides, begin, end, kernel, auto_pad in WINDOWS:
    for rounding in ("floor", "ceil", "ceil_torch") if strides[0] == 2 else ("floor",):
        x = param("x", shape)
        feeds = {"x": image(shape)}
        dynamic = rounding == "floor" and kernel == [3]
        # The plugin says now 0, now NaN of a window that sees nothing: that is not asked.
        for excludes in (True, False) if rounding != "ceil" else (False,):
            op(opset14.avg_pool(x, strides, begin, end, kernel, excludes, rounding, auto_pad), feeds,
               dynamic=dynamic, oracle="cpu")
        op(opset14.max_pool(x, strides, [1] * len(kernel), begin, end, kernel, rounding, auto_pad,
                            "i32", 2), feeds, dynamic=dynamic, oracle="cpu")
x = param("x", [1, 2, 5, 6])
op(opset1.avg_pool(x, [2, 2], [0, 0], [1, 0], [2, 3], True, "ceil"), {"x": image([1, 2, 5, 6])},
   oracle="cpu")
op(opset1.max_pool(x, [2, 2], [0, 0], [1, 1], [2, 2], "ceil"), {"x": image([1, 2, 5, 6])},
   oracle="cpu")
# A window of nothing but padding.
op(opset14.avg_pool(x, [1, 1], [2, 2], [0, 0], [2, 2], False), {"x": image([1, 2, 5, 6])},
   oracle="cpu")

# Dilations, and what indices count.
for axis in (0, 1, 2, -1):
    x = param("x", [2, 2, 5, 4])
    op(opset8.max_pool(x, [1, 2], [2, 1], [1, 1], [0, 1], [2, 3], "floor", "explicit", "i64", axis),
       {"x": image([2, 2, 5, 4])}, oracle="cpu")
x = param("x", [1, 1, 9, 8])
op(opset14.max_pool(x, [2, 1], [3, 2], [0, 1], [2, 0], [3, 2], "ceil_torch", "explicit", "i64", 0),
   {"x": image([1, 1, 9, 8])}, dynamic=True, oracle="cpu")
# Ties, NaN and minus infinity: the first that is greater than the lowest finite number.
x = param("x", [1, 1, 3, 3])
special = np.float32([[[[1, 1, np.nan], [-np.inf, 1, 0], [-np.inf, -np.inf, np.inf]]]])
op(opset8.max_pool(x, [1, 1], [1, 1], [0, 0], [0, 0], [2, 2]), {"x": special}, oracle="cpu")
op(opset8.max_pool(x, [1, 1], [1, 1], [1, 1], [1, 1], [2, 2]),
   {"x": np.full([1, 1, 3, 3], -np.inf, np.float32)}, oracle="cpu")
for dtype in TYPES:
    x = param("x", [1, 2, 3, 4], dtype)
    op(opset14.max_pool(x, [1, 1], [1, 1], [1, 0], [0, 1], [2, 2], "floor", "explicit", "i64", 0),
       {"x": image([1, 2, 3, 4], dtype)}, oracle="cpu")
    op(opset14.avg_pool(x, [1, 2], [0, 1], [1, 0], [2, 2], True),
       {"x": image([1, 2, 3, 4], dtype)}, 1e-3, 1e-3, oracle="cpu")

# As many windows as are asked for.
for shape, sizes in (([2, 3, 7, 5], [3, 2]), ([1, 2, 9], [4]), ([1, 1, 4, 5, 6], [2, 5, 7]),
                     ([1, 3, 5, 5], [1, 1]), ([1, 1, 2, 3], [5, 4])):
    x = param("x", shape)
    told = ov.constant(np.array(sizes, np.int64))
    op(ov.adaptive_avg_pool(x, told), {"x": image(shape)}, dynamic=True)
    op(ov.adaptive_max_pool(x, told, "i32"), {"x": image(shape)}, dynamic=True)
x = param("x", [1, 2, 5, 4], "f16")
told = ov.constant(np.array([2, 3], np.int32))
op(ov.adaptive_avg_pool(x, told), {"x": image([1, 2, 5, 4], "f16")}, 1e-3, 1e-3)
op(ov.adaptive_max_pool(x, told, "i32"), {"x": image([1, 2, 5, 4], "f16")})

# Means of windows with gaps between their elements.
for rounding in ("floor", "ceil_torch"):
    for shape, strides, dilations, begin, end, kernel, auto_pad in (
            ([2, 1, 7, 5], [1, 1], [2, 2], [0, 0], [0, 0], [2, 2], "explicit"),
            ([1, 2, 9, 8], [2, 1], [3, 2], [1, 1], [2, 0], [3, 2], "explicit"),
            ([1, 1, 8], [2], [2], [1], [1], [3], "explicit"),
            ([1, 1, 7, 8], [2, 2], [2, 1], [0, 0], [0, 0], [3, 2], "same_lower"),
            ([1, 1, 16, 16], [9, 9], [2, 2], [1, 1], [1, 1], [6, 6], "explicit")):
        for excludes in (True, False):
            op(opset16.avg_pool(param("x", shape), strides, begin, end, kernel, excludes, rounding,
                                auto_pad, dilations), {"x": image(shape)}, oracle="cpu")

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Transposed and deformable convolutions."""
import numpy as np
from openvino import opset1, opset8
from openvino import opset13 as ov

from answers import element_type, op, param

RANDOM = np.random.RandomState(7)


def numbers(shape, dtype="f32"):
    """Small whole numbers: sums are exact in every order, and short to write."""
    return RANDOM.randint(-4, 5, shape).astype(element_type(dtype).to_dtype())


def const(value, t=np.int64):
    return ov.constant(np.array(value, t))


# Transposes.
for data, filters, strides, begin, end, dilations, auto_pad, extra, wanted in (
        ([2, 3, 4], [3, 2, 3], [2], [1], [1], [1], "explicit", [1], None),
        ([1, 3, 4, 3], [3, 4, 3, 2], [2, 3], [1, 0], [0, 1], [1, 1], "explicit", [0, 1], None),
        ([1, 3, 4, 3], [3, 4, 3, 2], [1, 1], [1, 1], [1, 0], [2, 1], "explicit", [0, 0], None),
        ([1, 3, 4, 4], [3, 2, 2, 2], [2, 2], [0, 0], [0, 0], [1, 1], "same_upper", [0, 0], [7, 8]),
        ([1, 3, 4, 4], [3, 2, 3, 3], [2, 2], [0, 0], [0, 0], [1, 1], "same_lower", [0, 0], [7, 9]),
        ([1, 3, 4, 4], [3, 2, 3, 3], [2, 2], [0, 0], [0, 0], [1, 1], "same_upper", [1, 1], [7, 8]),
        ([1, 3, 4, 4], [3, 2, 3, 3], [2, 2], [0, 0], [0, 0], [1, 1], "valid", [0, 0], [9, 8]),
        ([1, 3, 4, 4], [3, 2, 3, 3], [2, 2], [1, 0], [0, 1], [1, 1], "explicit", [0, 0], [8, 9]),
        ([1, 3, 4, 4], [3, 2, 3, 3], [2, 2], [0, 0], [0, 0], [1, 1], "same_lower", [0, 0], None),
        ([1, 2, 2, 3, 2], [2, 3, 2, 2, 2], [2, 1, 2], [0, 1, 0], [0, 0, 0], [1, 1, 1], "explicit",
         [0, 0, 1], None)):
    x, w = param("x", data), param("w", filters)
    shape = None if wanted is None else const(wanted)
    op(ov.convolution_backprop_data(x, w, strides, shape, begin, end, dilations, auto_pad, extra),
       {"x": numbers(data), "w": numbers(filters)}, 1e-4, 1e-4, oracle="cpu")
for data, filters, strides, wanted in (([1, 4, 4, 3], [2, 2, 3, 3, 2], [2, 1], None),
                                       ([2, 4, 4, 3], [4, 1, 1, 3, 3], [2, 2], [8, 7]),
                                       ([1, 4, 5], [2, 2, 3, 3], [2], None)):
    x, w = param("x", data), param("w", filters)
    n = len(strides)
    shape = None if wanted is None else const(wanted)
    op(ov.group_convolution_backprop_data(x, w, strides, shape, [0] * n, [0] * n, [1] * n),
       {"x": numbers(data), "w": numbers(filters)}, 1e-4, 1e-4, oracle="cpu")

# Deformable.
for make, groups, offset_groups, masked, pads in ((opset1, 1, 1, False, False),
                                                  (opset1, 2, 2, False, False),
                                                  (opset8, 1, 2, False, True),
                                                  (opset8, 2, 1, True, True),
                                                  (opset8, 1, 1, True, False)):
    x, w = param("x", [1, 4, 6, 5]), param("w", [4, 4 // groups, 3, 2])
    offsets = param("offsets", [1, 12 * offset_groups, 3, 5])
    feeds = {"x": numbers([1, 4, 6, 5]), "w": numbers([4, 4 // groups, 3, 2]),
             "offsets": numbers([1, 12 * offset_groups, 3, 5]) * np.float32(0.25)}
    args = [x, offsets, w, [2, 1], [1, 1], [1, 1], [1, 2]]
    if make is opset1:
        node = make.deformable_convolution(*args, "explicit", groups, offset_groups)
    else:
        mask = param("mask", [1, 6 * offset_groups, 3, 5]) if masked else None
        if masked:
            feeds["mask"] = numbers([1, 6 * offset_groups, 3, 5])
        node = make.deformable_convolution(*args, mask, "explicit", groups, offset_groups, pads)
    op(node, feeds, 1e-4, 1e-4)

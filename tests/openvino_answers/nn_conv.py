#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Convolutions: their windows, groups, and types."""
import numpy as np
import openvino
from openvino import opset13 as ov

from answers import bad, element_type, op, param

RANDOM = np.random.RandomState(7)


def numbers(shape, dtype="f32"):
    """Small whole numbers: sums are exact in every order, and short to write."""
    return RANDOM.randint(-4, 5, shape).astype(element_type(dtype).to_dtype())


def bfloat16(values):
    made = openvino.Tensor(openvino.Type.bf16, openvino.Shape(values.shape))
    made.data.view(np.uint16)[...] = (values.view(np.uint32) >> 16).astype(np.uint16)
    return made


def conv(data, filters, strides, begin, end, dilations, auto_pad="explicit", dtype="f32",
         dynamic=False, make=ov.convolution):
    """The CPU plugin takes images of unknown sizes, but no such filters: then a constant is one."""
    x = param("x", data, dtype)
    weights = numbers(filters, dtype)
    w = ov.constant(weights) if dynamic else param("w", filters, dtype)
    feeds = {"x": numbers(data, dtype)}
    if not dynamic:
        feeds["w"] = weights
    op(make(x, w, strides, begin, end, dilations, auto_pad), feeds, 1e-4, 1e-4, dynamic, "cpu")


# One, two and three spatial dimensions; strides, padding, dilations.
conv([2, 3, 9], [4, 3, 3], [1], [1], [1], [1], dynamic=True)
conv([1, 2, 10], [3, 2, 4], [2], [0], [3], [2])
conv([2, 3, 7, 6], [5, 3, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1], dynamic=True)
conv([1, 5, 8, 9], [6, 5, 3, 2], [2, 3], [1, 0], [2, 1], [1, 2])
conv([1, 8, 5, 5], [7, 8, 1, 1], [1, 1], [0, 0], [0, 0], [1, 1])
conv([1, 6, 5, 7], [5, 6, 1, 1], [2, 2], [0, 0], [0, 0], [1, 1])
conv([1, 9, 1, 1], [6, 9, 1, 1], [1, 1], [0, 0], [0, 0], [1, 1])
conv([1, 3, 4, 4], [6, 3, 4, 4], [1, 1], [0, 0], [0, 0], [1, 1])
conv([1, 2, 4, 5, 6], [5, 2, 2, 3, 3], [1, 2, 1], [0, 1, 1], [1, 1, 1], [1, 1, 2], dynamic=True)
conv([1, 3, 6, 7], [2, 3, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1])
for auto_pad in ("same_upper", "same_lower", "valid"):
    conv([1, 2, 6, 7], [5, 2, 3, 4], [2, 3], [5, 5], [5, 5], [1, 1], auto_pad, dynamic=True)
# Types.
for dtype in ("f64", "f16"):
    conv([1, 2, 5, 5], [6, 2, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1], dtype=dtype)
x, w = param("x", [1, 2, 4, 4], "bf16"), param("w", [5, 2, 3, 3], "bf16")
op(ov.convolution(x, w, [1, 1], [1, 1], [0, 0], [1, 1]),
   {"x": bfloat16(numbers([1, 2, 4, 4])), "w": bfloat16(numbers([5, 2, 3, 3]))}, 1e-2, 1e-2,
   oracle="cpu")
for dtype in ("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"):
    t = element_type(dtype).to_dtype()
    x, w = param("x", [1, 2, 4, 4], dtype), param("w", [3, 2, 2, 2], dtype)
    op(ov.convolution(x, w, [1, 1], [0, 1], [1, 0], [1, 1]),
       {"x": RANDOM.randint(0, 4, (1, 2, 4, 4)).astype(t),
        "w": RANDOM.randint(0, 3, (3, 2, 2, 2)).astype(t)}, oracle="cpu")
# What cannot be: too few numbers, no stride, a window larger than the image.
for before, after in (('strides="1, 1"', 'strides="1"'), ('strides="1, 1"', 'strides="0, 1"'),
                      ('dilations="1, 1"', 'dilations="1, 4"'),
                      ('auto_pad="explicit"', 'auto_pad="sometimes"')):
    weights = ov.constant(numbers([5, 2, 3, 3]))
    bad(ov.convolution(param("x", [1, 2, 5, 5]), weights, [1, 1], [0, 0], [0, 0], [1, 1]),
        lambda xml, b=before, a=after: xml.replace(b, a), {"x": numbers([1, 2, 5, 5])})

# Groups: each channel alone with strides and dilations, several outputs a channel, few channels.
for data, filters, strides, begin, end, dilations, auto_pad in (
        ([2, 4, 9, 8], [4, 1, 1, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1], "explicit"),
        ([1, 3, 9, 8], [3, 1, 1, 3, 3], [2, 2], [1, 1], [1, 1], [1, 1], "explicit"),
        ([1, 3, 12, 11], [3, 2, 1, 3, 5], [2, 3], [1, 0], [3, 2], [2, 1], "explicit"),
        ([1, 3, 9, 8], [3, 1, 1, 5, 5], [2, 1], [0, 0], [0, 0], [1, 1], "same_upper"),
        ([1, 2, 9, 8], [2, 1, 1, 4, 4], [1, 3], [0, 0], [0, 0], [2, 2], "same_lower"),
        ([1, 2, 9, 8], [2, 1, 1, 4, 4], [3, 3], [0, 0], [0, 0], [1, 1], "valid"),
        ([1, 6, 5, 6], [2, 4, 3, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1], "explicit"),
        ([2, 6, 5, 6], [2, 8, 3, 3, 3], [1, 2], [1, 1], [1, 1], [1, 1], "explicit"),
        ([1, 4, 5, 6], [4, 1, 1, 1, 1], [1, 1], [0, 0], [0, 0], [1, 1], "explicit"),
        ([2, 4, 30], [4, 1, 1, 7], [1], [6], [0], [1], "explicit"),
        ([1, 3, 21], [3, 1, 1, 4], [4], [1], [2], [3], "explicit"),
        ([1, 2, 4, 5, 6], [2, 1, 1, 3, 3, 3], [1, 2, 2], [1, 1, 1], [1, 1, 1], [1, 1, 1],
         "explicit")):
    conv(data, filters, strides, begin, end, dilations, auto_pad, make=ov.group_convolution,
         dynamic=auto_pad == "explicit" and len(data) == 4)
conv([1, 40, 3, 3], [40, 1, 1, 3, 3], [1, 1], [1, 1], [1, 1], [1, 1], "explicit", "f64",
     make=ov.group_convolution)

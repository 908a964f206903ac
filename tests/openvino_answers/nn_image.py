#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Interpolate: its modes, coordinates, rounding, sizes and scales."""
import numpy as np
from openvino import opset1, opset11
from openvino import opset13 as ov
from openvino.utils.node_factory import NodeFactory

from answers import element_type, op, param

RANDOM = np.random.RandomState(9)


def image(shape, dtype="f32"):
    return RANDOM.randint(0, 100, shape).astype(element_type(dtype).to_dtype())


def const(value, t=np.int64):
    return ov.constant(np.array(value, t))


def resize(shape, target, axes, mode, coordinates="half_pixel", nearest="round_prefer_floor",
           antialias=False, begin=(), end=(), dtype="f32", a=-0.75, dynamic=False):
    """Whole numbers are sizes, others scales. The CPU plugin has no order of sums of its own."""
    by_scales = any(isinstance(t, float) for t in target)
    x = param("x", shape, dtype)
    told = const(target, np.float32 if by_scales else np.int64)
    # Integers are rounded by the plugin alone; only the reference has other coefficients than
    # Pillow's, which Opgraft has not.
    plain = dtype in ("f32", "f64") and (mode != "bicubic_pillow" or a == -0.5)
    oracle = None if plain else "cpu"
    op(opset11.interpolate(x, told, mode, "scales" if by_scales else "sizes", list(begin),
                           list(end), coordinates, nearest, antialias, a,
                           None if axes is None else const(axes)),
       {"x": image(shape, dtype)}, 1e-4, 2e-3 if dtype != "f16" else 0.1, dynamic, oracle)


MODES = ("half_pixel", "pytorch_half_pixel", "asymmetric", "tf_half_pixel_for_nn", "align_corners")
for coordinates in MODES:
    some = ("floor",) if coordinates[0] != "a" else ("round_prefer_floor", "round_prefer_ceil",
                                                     "floor", "ceil", "simple")
    for nearest in some:
        resize([3, 4], [7, 3], None, "nearest", coordinates, nearest)
    for mode in ("linear", "linear_onnx", "cubic"):
        resize([1, 1, 4, 5], [7, 3], [2, 3], mode, coordinates)
    resize([1, 1, 4, 5], [1, 8], [2, 3], "linear_onnx", coordinates)
for mode in ("bilinear_pillow", "bicubic_pillow"):
    resize([1, 2, 4, 5], [6, 3], [2, 3], mode)
    resize([1, 1, 9, 4], [3, 11], [2, 3], mode, a=-0.5)
    resize([4, 7, 2], [3, 9], [0, 1], mode, a=-0.75 if mode == "bilinear_pillow" else -0.5)
    for dtype in ("u8", "i8"):
        resize([1, 1, 3, 3], [5, 4], [2, 3], mode, dtype=dtype, a=-0.5)
# Scales: sizes are rounded down, and coordinates go by the scale that is given.
for mode in ("nearest", "linear_onnx", "cubic", "linear"):
    resize([1, 1, 4, 5], [1.7, 0.5], [2, 3], mode)
    resize([1, 1, 3, 4], [0.3333333, 2.3], [2, 3], mode, "asymmetric")
# Averages of what becomes smaller.
resize([1, 1, 8, 9], [3, 4], [2, 3], "linear", antialias=True)
resize([1, 1, 8, 5], [3, 9], [2, 3], "linear", antialias=True)
# Other axes, three of them, padding, types.
resize([2, 3, 4, 5], [4, 2], [1, 3], "nearest")
resize([3, 4], [5, 6], None, "nearest")
resize([1, 1, 3, 4, 5], [4, 5, 3], [2, 3, 4], "linear_onnx")
resize([1, 1, 3, 4, 5], [4, 5, 3], [2, 3, 4], "linear")
resize([1, 2, 3, 4], [8, 7], [2, 3], "nearest", begin=[0, 0, 1, 0], end=[0, 1, 0, 2])
resize([1, 1, 3, 4], [8, 7], [2, 3], "cubic", begin=[0, 0, 1, 0], end=[0, 0, 0, 2])
resize([1, 1, 3, 4], [6, 8], [2, 3], "nearest", "asymmetric", "floor", dynamic=True)
resize([1, 1, 3, 4], [3, 4], [2, 3], "linear_onnx")
for dtype in ("f64", "f16", "u8", "i8", "i32"):
    for mode in ("nearest", "linear_onnx", "cubic"):
        resize([1, 1, 3, 4], [5, 3], [2, 3], mode, dtype=dtype)
# The older opsets.
x = param("x", [1, 1, 4, 5])
for mode in ("nearest", "linear", "cubic", "linear_onnx"):
    for align in (True, False):
        op(opset1.interpolate(x, const([7, 3]), {"axes": [2, 3], "mode": mode,
                                                  "align_corners": align}),
           {"x": image([1, 1, 4, 5])}, 1e-4, 1e-3)
op(opset1.interpolate(x, const([7]), {"axes": [3], "mode": "linear", "align_corners": False}),
   {"x": image([1, 1, 4, 5])}, 1e-4, 1e-3)
for by in ("sizes", "scales"):
    attrs = {"mode": "linear_onnx", "shape_calculation_mode": by, "pads_begin": [0, 0, 1, 0],
             "pads_end": [0], "coordinate_transformation_mode": "half_pixel",
             "nearest_mode": "floor", "antialias": False, "cube_coeff": -0.75}
    told = [const([7, 3]), const([1.5, 0.7], np.float32), const([2, 3])]
    op(NodeFactory("opset4").create("Interpolate", [o.output(0) for o in [x] + told], attrs),
       {"x": image([1, 1, 4, 5])}, 1e-4, 1e-3)

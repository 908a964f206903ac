#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Images as cameras give them: brightness, and colors of half the size."""
import numpy as np
from openvino import opset8

from answers import element_type, op, param

RANDOM = np.random.RandomState(13)


def image(shape, dtype):
    return RANDOM.randint(0, 256, shape).astype(element_type(dtype).to_dtype())


for dtype in ("u8", "f32", "f16"):
    for make in (opset8.nv12_to_rgb, opset8.nv12_to_bgr, opset8.i420_to_rgb, opset8.i420_to_bgr):
        y = param("y", [2, 6, 4, 1], dtype)
        op(make(y), {"y": image([2, 6, 4, 1], dtype)}, 1e-3, 1e-2 if dtype == "f32" else 0.2,
           dynamic=dtype == "u8", oracle="cpu")
for make in (opset8.nv12_to_rgb, opset8.nv12_to_bgr):
    y, uv = param("y", [2, 4, 6, 1], "u8"), param("uv", [2, 2, 3, 2], "u8")
    op(make(y, uv), {"y": image([2, 4, 6, 1], "u8"), "uv": image([2, 2, 3, 2], "u8")},
       oracle="cpu")
for make in (opset8.i420_to_rgb, opset8.i420_to_bgr):
    y, u, v = (param(n, s, "f32") for n, s in
               (("y", [2, 4, 6, 1]), ("u", [2, 2, 3, 1]), ("v", [2, 2, 3, 1])))
    op(make(y, u, v), {"y": image([2, 4, 6, 1], "f32"), "u": image([2, 2, 3, 1], "f32"),
                       "v": image([2, 2, 3, 1], "f32")}, 1e-3, 1e-2, oracle="cpu")

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops of older detectors."""
import numpy as np
from openvino import opset1, opset2, opset8
from openvino import opset13 as ov

from answers import op, param

RANDOM = np.random.RandomState(12)


def const(value, t=np.int64):
    return ov.constant(np.array(value, t))


def whole(shape):
    return RANDOM.randint(-9, 10, shape).astype(np.float32)


# Boxes that end inside, outside, nowhere.
for method, scale, rois in (
        ("max", 0.5, [[0, 0, 0, 7, 7], [1, 2, 4, 11, 9], [1, -4, -3, 30, 30], [0, 6, 6, 2, 2]]),
        ("bilinear", 1.0, [[0, 0, 0, 1, 1], [1, 0.2, 0.1, 0.7, 0.9], [0, 0.5, 0.5, 1.4, 0.6]])):
    for bins in ([2, 3], [1, 1]):
        x, boxes = param("x", [2, 3, 6, 5]), param("boxes", [len(rois), 5])
        op(opset2.roi_pooling(x, boxes, bins, scale, method),
           {"x": whole([2, 3, 6, 5]), "boxes": np.float32(rois)}, 1e-4, 1e-4, oracle="cpu")
ROIS = np.float32([[0, 0, 0, 5, 4], [1, 2, 3, 9, 8], [1, 1.6, 0.4, 3.5, 6.5]])
x, boxes = param("x", [2, 8, 6, 5]), param("boxes", [3, 5])
op(opset1.psroi_pooling(x, boxes, 2, 2, 0.5, 1, 1, "average"), {"x": whole([2, 8, 6, 5]),
                                                                 "boxes": ROIS}, 1e-4, 1e-4)
PARTS = np.float32([[0, 0, 0, 0.5, 0.5], [1, 0.1, 0.3, 0.9, 0.8]])
x, boxes = param("x", [2, 12, 6, 5]), param("boxes", [2, 5])
op(opset1.psroi_pooling(x, boxes, 2, 3, 1.0, 3, 2, "bilinear"), {"x": whole([2, 12, 6, 5]),
                                                                  "boxes": PARTS}, 1e-4, 1e-4)
# YOLO.
for softmax, mask in ((True, []), (False, [0, 1, 2])):
    x = param("x", [2, 24, 2, 3])
    op(opset1.region_yolo(x, 4, 3, 3, softmax, mask, 1, 3, [1.0, 2.0]), {"x": whole([2, 24, 2, 3])},
       1e-4, 1e-4)
# Grids of boxes.
BASE = {"offset": 0.5, "variance": [0.1, 0.1, 0.2, 0.2]}
for more in ({"min_size": [4.0, 6.0], "max_size": [9.0, 10.0], "aspect_ratio": [2.0, 3.0],
              "flip": True},
             {"min_size": [4.0], "aspect_ratio": [2.0], "clip": True, "step": 16.0},
             {"min_size": [4.0], "max_size": [9.0], "aspect_ratio": [2.0], "variance": [0.3]},
             {"fixed_size": [8.0, 12.5], "density": [2.0, 1.0], "fixed_ratio": [2.0]},
             {"fixed_size": [8.0], "density": [2.0], "aspect_ratio": [2.0], "flip": True},
             {"min_size": [0.2, 0.3], "aspect_ratio": [2.0], "scale_all_sizes": False,
              "step": 0.3}):
    size = param("size", [2], "i64")
    op(opset8.prior_box(const([2, 3]), size, {**BASE, **more}), {"size": np.int64([40, 60])}, 1e-4,
       1e-5)
size = param("size", [2], "i64")
order = {"min_size": [4.0], "max_size": [9.0], "aspect_ratio": [2.0],
         "min_max_aspect_ratios_order": False}
op(opset8.prior_box(const([2, 3]), size, {**BASE, **order}), {"size": np.int64([40, 60])}, 1e-4,
   1e-5)
for more in ({"clip": True}, {"step_widths": 8.0, "step_heights": 4.0}, {"step": 5.0}):
    op(opset1.prior_box_clustered(const([2, 3]), size,
                                  {"width": [4.0, 50.0], "height": [3.0, 20.0], "offset": 0.5,
                                   **more}), {"size": np.int64([40, 60])}, 1e-4, 1e-5)

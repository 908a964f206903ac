#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Boxes and grids of places in images."""
import numpy as np
from openvino import opset1, opset3, opset4, opset5, opset9, opset15
from openvino import opset13 as ov

from answers import element_type, op, param

RANDOM = np.random.RandomState(10)


def const(value, t=np.int64):
    return ov.constant(np.array(value, t))


def whole(shape, low=-9, high=10, dtype="f32"):
    return RANDOM.randint(low, high, shape).astype(element_type(dtype).to_dtype())


# --- NonMaxSuppression ---
BOXES = np.float32([[[0, 0, 4, 4], [0, 0, 4, 3.5], [2, 2, 8, 8], [4, 4, 0, 0], [9, 9, 9, 9],
                     [2, 2, 8, 7]],
                    [[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11],
                     [0, 10.1, 1, 11.1], [0, 100, 1, 101]]])
SCORES = np.float32([[[0.9, 0.8, 0.7, 0.9, 0.3, 0.75], [0.1, 0.95, 0.3, 0.9, 0.2, 0.25]],
                     [[0.9, 0.75, 0.6, 0.95, 0.5, 0.3], [0, 0, 0, 0, 0, 0.05]]])
boxes, scores = param("boxes", [2, 6, 4]), param("scores", [2, 2, 6])
some_boxes, some_scores = param("boxes", "[?,1..8,4]"), param("scores", [-1, -1, -1])
feeds = {"boxes": BOXES, "scores": SCORES}
for encoding in ("corner", "center"):
    for sorts in (True, False):
        for output_type, sigma in (("i32", 0.0), ("i64", 0.4)):
            rest = [const(3), const(0.5, np.float32), const([0.15], np.float32)]
            if sigma:
                rest.append(const(sigma, np.float32))
            op(opset9.non_max_suppression(boxes, scores, *rest, box_encoding=encoding,
                                          sort_result_descending=sorts, output_type=output_type),
               feeds, oracle="cpu")
# Of no boxes the plugin leaves the number unwritten.
op(opset9.non_max_suppression(boxes, scores).outputs()[:2], feeds, oracle="cpu")
op(opset9.non_max_suppression(some_boxes, some_scores, const(2)), feeds, oracle="cpu")
op(opset5.non_max_suppression(boxes, scores, const(9)), feeds, oracle="cpu")
for older in (opset1, opset3, opset4):
    op(older.non_max_suppression(boxes, scores, const(2), const(0.4, np.float32),
                                 const(0.0, np.float32)), feeds, oracle="cpu")

# --- GridSample ---
GRID = np.float32(RANDOM.randint(-14, 15, (2, 3, 4, 2))) / 8
for mode in ("bilinear", "bicubic", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        for align in (True, False):
            x, grid = param("x", [2, 2, 4, 3]), param("grid", [2, 3, 4, 2])
            op(opset9.grid_sample(x, grid, {"mode": mode, "padding_mode": padding,
                                            "align_corners": align}),
               {"x": whole([2, 2, 4, 3]), "grid": GRID}, 1e-4, 1e-4,
               dynamic=mode == "bilinear" and align)
x, grid = param("x", [1, 1, 1, 1]), param("grid", [1, 1, 2, 2])
op(opset9.grid_sample(x, grid, {"padding_mode": "reflection", "align_corners": True}),
   {"x": np.float32([[[[3]]]]), "grid": np.float32([[[[0.5, -3], [1, 1]]]])})

# --- Boxes in bins ---
ROIS = np.float32([[0, 0, 3, 3], [1, 2, 6, 4], [-2, -1, 9, 9], [4, 4, 2, 3]])
for mode in ("avg", "max"):
    for aligned in ("asymmetric", "half_pixel_for_nn", "half_pixel"):
        for ratio in (0, 2):
            x, rois = param("x", [2, 2, 6, 7]), param("rois", [4, 4])
            which = const([0, 1, 1, 0], np.int32)
            op(opset9.roi_align(x, rois, which, 2, 3, ratio, 0.75, mode, aligned),
               {"x": whole([2, 2, 6, 7]), "rois": ROIS}, 1e-4, 1e-4, oracle="cpu")
x, rois = param("x", [-1, 2, -1, -1]), param("rois", [-1, 4])
op(opset9.roi_align(x, rois, const([0, 1, 1, 0], np.int32), 2, 2, 2, 1.0, "avg", "half_pixel"),
   {"x": whole([2, 2, 6, 7]), "rois": ROIS}, 1e-4, 1e-4, oracle="cpu")
x, rois = param("x", [2, 2, 6, 7]), param("rois", [4, 4])
op(opset3.roi_align(x, rois, const([0, 1, 1, 0]), 3, 2, 3, 1.0, "avg"),
   {"x": whole([2, 2, 6, 7]), "rois": ROIS}, 1e-4, 1e-4)
for clockwise in (True, False):
    x, rois = param("x", [1, 3, 8, 7]), param("rois", [3, 5])
    turned = np.float32([[3, 4, 4, 2, 0.5], [5, 1, 3, 6, -2], [0, 0, 2, 2, 3.2]])
    op(opset15.roi_align_rotated(x, rois, const([0, 0, 0]), 2, 3, 2, 1.0, clockwise),
       {"x": whole([1, 3, 8, 7]), "rois": turned}, 1e-3, 1e-3)

# --- Boxes that are turned ---
TURNED = np.float32([[[0, 0, 6, 2, 0.7], [2, 2, 6, 2, 0.8], [2, -2, 6, 2, 0.6], [1, 0, 6, 2, -0.7],
                      [20, 20, 3, 3, 0], [20, 20, 3, 3, 0.785], [5, 5, 0, 3, 1]],
                     [[4, 4, 3, 8, 2], [4, 5, 3, 8, 1.8], [5, 4, 8, 3, 0.4], [4, 4, 8, 3, 0.43],
                      [-3, 1, 2, 2, 9], [-3, 2, 2, 2, 0], [-4, 1, 1, 9, -3]]])
boxes, scores = param("boxes", [2, 7, 5]), param("scores", [2, 2, 7])
feeds = {"boxes": TURNED, "scores": np.float32(RANDOM.permutation(28).reshape(2, 2, 7)) / 30}
for clockwise in (True, False):
    for threshold in (0.05, 0.2, 0.5, 0.8):
        op(ov.nms_rotated(boxes, scores, const(5), const(threshold, np.float32),
                          const(0.1, np.float32), threshold > 0.3, "i32", clockwise), feeds,
           oracle="cpu")

# --- No samples: torchvision writes -1 for as many as a bin has pixels ---
for mode in ("avg", "max"):
    x, rois = param("x", [1, 2, 3, 4]), param("rois", [2, 4])
    op(opset9.roi_align(x, rois, const([0, 0], np.int32), 2, 1, -1, 1.0, mode, "asymmetric"),
       {"x": whole([1, 2, 3, 4]), "rois": ROIS[:2]}, oracle="cpu")
x, rois = param("x", [1, 3, 8, 7]), param("rois", [1, 5])
op(opset15.roi_align_rotated(x, rois, const([0]), 2, 3, -1, 1.0, True),
   {"x": whole([1, 3, 8, 7]), "rois": np.float32([[3, 4, 4, 2, 0.5]])}, 1e-3, 1e-3)

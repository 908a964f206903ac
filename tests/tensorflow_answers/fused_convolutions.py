# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Convolutions that pad or resize first."""
import numpy as np
from answers import call
from small_numbers import LOOSE, some

IMAGES, FILTER = some([1, 5, 4, 2]), some([3, 2, 2, 1])
for dtype in (np.float32, np.float64, np.float16):
    images, filters = IMAGES.astype(dtype), FILTER.astype(dtype)
    near = LOOSE.get(dtype, dict(rtol=1e-5, atol=1e-5))
    for mode in ("REFLECT", "SYMMETRIC"):
        for padding in ("SAME", "VALID") if dtype == np.float32 else ("SAME",):
            for strides in ([1, 1, 1, 1], [1, 2, 2, 1]) if dtype == np.float32 else ([1, 2, 1, 1],):
                for margins in ([[0, 0], [1, 2], [3, 0], [0, 0]], [[0, 0]] * 4):
                    call("FusedPadConv2D", images, np.int32(margins), filters, mode=mode, padding=padding, strides=strides, shapes_known=True, **near)
                    for corners in (False, True):
                        call("FusedResizeAndPadConv2D", images, np.int32([7, 6]), np.int32(margins), filters, mode=mode, padding=padding,
                             strides=strides, shapes_known=True, resize_align_corners=corners, **near)
for margins in ([[0, 0], [5, 0], [0, 0], [0, 0]], [[0, 0], [6, 0], [0, 0], [0, 0]], [[1, 0], [0, 0], [0, 0], [0, 0]], [[0, 0], [0, 0], [0, 0], [0, 1]],
                [[0, 0], [-1, 0], [0, 0], [0, 0]]):
    for mode in ("REFLECT", "SYMMETRIC"):
        call("FusedPadConv2D", IMAGES, np.int32(margins), FILTER, mode=mode, padding="SAME", strides=[1, 1, 1, 1], rtol=1e-5, atol=1e-5, shapes_known=True)
for size in ([0, 3], [-1, 2], [1, 1]):
    call("FusedResizeAndPadConv2D", IMAGES, np.int32(size), np.zeros([4, 2], np.int32), FILTER, mode="REFLECT", padding="SAME",
         strides=[1, 1, 1, 1], rtol=1e-5, atol=1e-5, shapes_known=True)

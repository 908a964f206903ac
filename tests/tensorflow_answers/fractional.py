# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools whose windows are drawn, by seeds."""
import numpy as np
from answers import call

COUNT = 2 * 7 * 9 * 2
MIXED = (np.arange(COUNT) * 37 % COUNT - 100).reshape(2, 7, 9, 2)
RATIO = [1, 1.44, 1.73, 1]
ROWS, COLUMNS = np.int64([0, 2, 3, 5, 7]), np.int64([0, 2, 3, 5, 7, 9])
OPS = ("FractionalMaxPool", "FractionalAvgPool")


def pooled(images, overlapping):
    ends = [(list(cuts[:-1]), [min(end + overlapping, size) for end in cuts[1:]]) for cuts, size in ((ROWS, 7), (COLUMNS, 9))]
    return np.stack([np.stack([images[:, top:bottom, left:right].max((1, 2)) for left, right in zip(*ends[1])], 1)
                     for top, bottom in zip(*ends[0])], 1)


for op in OPS:
    for dtype in (np.float32, np.float64, np.int32, np.int64):
        images = MIXED.astype(dtype)
        for regular in (True, False):
            for overlapping in (True, False):
                call(op, images, pooling_ratio=RATIO, pseudo_random=regular, overlapping=overlapping, deterministic=True,
                     seed=5, seed2=-9)
    small = np.float32(MIXED)[:1, :, :, :1]
    for regular in (True, False):
        for seed in range(4):
            call(op, np.ones([1, 23, 40, 1], np.float32), pooling_ratio=[1, 2.3, 1.2, 1], pseudo_random=regular,
                 deterministic=True, seed=seed + 1, seed2=1 << 40)
        for ratio in ([1, 1, 1, 1], [1, 7, 9, 1], [1, 3, 3, 1]):
            call(op, small, pooling_ratio=ratio, pseudo_random=regular, deterministic=True, seed=1, seed2=2)
    for ratio in ([1, 8, 1, 1], [2, 1, 1, 1], [1, 1, 1, 2]):
        call(op, small, pooling_ratio=ratio, deterministic=True, seed=1, seed2=2)
    call(op, small, pooling_ratio=RATIO, seed=1, seed2=2)
    call(op, small[0], pooling_ratio=RATIO, deterministic=True, seed=1, seed2=2)
    call(op, small[:0], pooling_ratio=RATIO, deterministic=True, seed=1, seed2=2)

# TensorFlow does not survive windows that lie elsewhere.
for dtype in (np.float32, np.float64, np.int32, np.int64):
    images = MIXED.astype(dtype)
    grad = (np.arange(2 * 4 * 5 * 2) * 12).reshape(2, 4, 5, 2).astype(dtype)
    for overlapping in (True, False):
        call("FractionalMaxPoolGrad", images, pooled(images, overlapping), grad, ROWS, COLUMNS, overlapping=overlapping)
        call("FractionalAvgPoolGrad", np.int64(MIXED.shape), grad, ROWS, COLUMNS, overlapping=overlapping)
    call("FractionalMaxPoolGrad", images, pooled(images, True) + dtype(1), grad, ROWS, COLUMNS, overlapping=True)
call("FractionalAvgPoolGrad", np.int64([2, 7, 9]), np.zeros([2, 4, 5, 2], np.float32), ROWS, COLUMNS)

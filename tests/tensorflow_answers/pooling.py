#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools and their gradients."""
import ml_dtypes
import numpy as np

from answers import call
from small_numbers import FLOATS, INTS, LOOSE, some, whole


# --- Pools ---
SIZES = np.int32


def pool(op, value, ksize, strides, padding="SAME", **attrs):
    call(op, value, ksize=[1, *ksize, 1], strides=[1, *strides, 1], padding=padding, **attrs)


for dtype in FLOATS:
    pool("MaxPool", some([1, 3, 3, 2], dtype), [2, 2], [1, 1])
    pool("AvgPool", some([1, 3, 3, 2], dtype), [2, 2], [1, 1], **LOOSE.get(dtype, {}))
for dtype in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16):
    pool("MaxPool", whole([1, 3, 3, 1], dtype), [2, 2], [1, 1])
pool("MaxPool", np.int8([[[[-128], [-5]], [[-7], [-6]]]]), [2, 2], [2, 2])
for op in ("MaxPool", "AvgPool"):
    pool(op, some([2, 4, 5, 1]), [2, 3], [2, 2])
    pool(op, some([1, 4, 5, 2]), [3, 2], [1, 2], "VALID")
    pool(op, some([1, 2, 2, 37]), [2, 1], [1, 1], "VALID")
    pool(op, some([1, 3, 3, 1]), [1, 1], [2, 2])
    pool(op, some([1, 3, 3, 1]), [5, 5], [1, 1])
    pool(op, some([0, 3, 3, 1]), [2, 2], [1, 1])
    pool(op, some([1, 3, 3, 0]), [2, 2], [1, 1])
    pool(op, some([3, 3, 1]), [2, 2], [1, 1])
    pool(op, some([1, 3, 3, 1]), [0, 2], [1, 1])
    call(op, some([2, 2, 2, 1]), ksize=[2, 1, 1, 1], strides=[1] * 4, padding="SAME")
    call(op, some([1, 2, 2, 4]), ksize=[1, 2, 1, 2], strides=[1, 1, 1, 2], padding="SAME")
for padding in ("SAME", "VALID"):
    pool("MaxPool", some([1, 2, 7, 0]), [2, 2], [1, 1], padding)
    pool("AvgPool3D", some([1, 2, 2, 2, 0]), [2, 2, 1], [1, 1, 1], padding)
pool("MaxPool", np.float32([1, np.nan, 3, np.nan, np.nan, 2, -1, 0, np.nan, np.nan, 1, 1]).reshape(
    1, 2, 6, 1), [2, 2], [1, 1], "VALID")
pool("MaxPool", np.full([1, 1, 2, 1], -np.inf, np.float32), [1, 2], [1, 1], "VALID")
pool("MaxPool", some([1, 3, 3, 1]), [2, 2], [1, 1], "EXPLICIT",
     explicit_paddings=[0, 0, 1, 1, 1, 0, 0, 0])
pool("MaxPool", some([1, 3, 3, 1]), [2, 2], [1, 1], "EXPLICIT",
     explicit_paddings=[0, 0, 2, 1, 1, 0, 0, 0])
for dtype in (np.float32, np.float16, np.int32):
    call("MaxPool", some([1, 2, 2, 4]).astype(dtype), ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2],
         padding="VALID")
call("MaxPool", some([1, 2, 2, 4]), ksize=[1, 1, 1, 3], strides=[1, 1, 1, 3], padding="VALID")
call("MaxPool", some([1, 2, 2, 4]), ksize=[1, 1, 1, 2], strides=[1, 1, 1, 1], padding="VALID")
call("MaxPoolV2", some([1, 4, 4, 1]), np.int32([1, 2, 2, 1]), np.int32([1, 2, 2, 1]), padding="SAME")
call("MaxPoolV2", whole([1, 4, 4, 1], np.int16), np.int32([1, 3, 2, 1]), np.int32([1, 1, 2, 1]),
     padding="VALID")
call("MaxPoolV2", some([1, 4, 4, 1]), np.int32([1, 2, 2]), np.int32([1, 2, 2, 1]), padding="SAME")
call("MaxPoolV2", some([1, 4, 4, 1]), np.int32([1, 0, 2, 1]), np.int32([1, 2, 2, 1]), padding="SAME")
for dtype in (np.float32, ml_dtypes.bfloat16):
    pool("MaxPool3D", some([1, 2, 3, 2, 2], dtype), [2, 2, 1], [1, 1, 1])
    pool("AvgPool3D", some([1, 2, 3, 2, 2], dtype), [2, 2, 2], [1, 1, 1], **LOOSE.get(dtype, {}))
for op in ("MaxPool3D", "AvgPool3D"):
    pool(op, some([1, 4, 3, 3, 1]), [2, 2, 2], [2, 1, 2], "VALID")
    pool(op, some([1, 4, 3, 3, 1]), [2, 2, 2], [2, 2, 2])
    call(op, some([2, 2, 2, 2, 1]), ksize=[2, 1, 1, 1, 1], strides=[1] * 5, padding="SAME")
    call(op, some([1, 2, 2, 2, 2]), ksize=[1, 1, 1, 1, 2], strides=[1] * 5, padding="SAME")

# --- Gradients of pools ---
for dtype in FLOATS:
    loose = LOOSE.get(dtype, {})
    call("AvgPoolGrad", SIZES([1, 3, 3, 2]), some([1, 3, 3, 2], dtype), ksize=[1, 2, 2, 1],
         strides=[1] * 4, padding="SAME", **loose)
call("AvgPoolGrad", SIZES([1, 4, 5, 1]), some([1, 2, 2, 1]), ksize=[1, 3, 2, 1],
     strides=[1, 1, 2, 1], padding="VALID")
call("AvgPoolGrad", SIZES([1, 3, 3, 1]), some([1, 1, 1, 1]), ksize=[1, 2, 2, 1],
     strides=[1, 2, 2, 1], padding="VALID")
call("AvgPool3DGrad", SIZES([1, 2, 3, 2, 1]), some([1, 2, 3, 2, 1]), ksize=[1, 2, 2, 1, 1],
     strides=[1] * 5, padding="SAME")
call("AvgPool3DGrad", SIZES([1, 2, 4, 2, 1]), some([1, 1, 2, 2, 1]), ksize=[1, 2, 2, 1, 1],
     strides=[1, 1, 2, 1, 1], padding="VALID")


def max_pool_of(x, ksize, strides):
    """The result of padding VALID, of flat images."""
    x = np.asarray(x)
    rows = (x.shape[1] - ksize[0]) // strides[0] + 1
    columns = (x.shape[2] - ksize[1]) // strides[1] + 1
    return np.stack([np.stack([
        x[:, i * strides[0]:i * strides[0] + ksize[0], j * strides[1]:j * strides[1] + ksize[1]].max(
            axis=(1, 2)) for j in range(columns)], 1) for i in range(rows)], 1)


for dtype in FLOATS + INTS:
    # Many equal ones: which of them is found first is seen.
    x = whole([1, 4, 3, 2], dtype, 0, 3)
    y = max_pool_of(x, (2, 2), (1, 1))
    attrs = dict(ksize=[1, 2, 2, 1], strides=[1] * 4, padding="VALID")
    call("MaxPoolGrad", x, y, whole(y.shape, dtype, 1), **attrs)
    call("MaxPoolGradGrad", x, y, whole(x.shape, dtype, 1), **attrs)
    call("MaxPoolWithArgmax", x, **attrs)
    call("MaxPoolGradWithArgmax", x, whole(y.shape, dtype, 1),
         whole(y.shape, np.int64, 0, x.size), **attrs)
x = some([2, 4, 4, 1])
y = max_pool_of(x, (2, 2), (2, 2))
STEPS = dict(ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1])
call("MaxPoolGrad", x, y, some(y.shape), padding="SAME", **STEPS)
call("MaxPoolGrad", x, y, some(y.shape), padding="EXPLICIT", explicit_paddings=[0] * 8, **STEPS)
call("MaxPoolGradV2", x, y, some(y.shape), np.int32([1, 2, 2, 1]), np.int32([1, 2, 2, 1]),
     padding="SAME")
call("MaxPoolGradGradV2", x, y, some(x.shape), np.int32([1, 2, 2, 1]), np.int32([1, 2, 2, 1]),
     padding="SAME")
call("MaxPoolGrad", x, x, some(y.shape), padding="SAME", **STEPS)
call("MaxPoolGrad", x, y, some(x.shape), padding="SAME", **STEPS)
call("MaxPoolGradGrad", x, y + 1, some(x.shape), padding="SAME", **STEPS)
call("MaxPoolWithArgmax", x, padding="SAME", ksize=[1, 3, 2, 1], strides=[1, 1, 2, 1])
call("MaxPoolWithArgmax", x, padding="SAME", include_batch_in_index=True, Targmax=np.int32, **STEPS)
call("MaxPoolGradWithArgmax", x, some(y.shape), whole(y.shape, np.int64, 0, 16), padding="SAME",
     **STEPS)
call("MaxPoolGradWithArgmax", x, some([1, 2, 2, 1]), whole([1, 2, 2, 1], np.int64), padding="SAME",
     **STEPS)
x = np.float32([1, 1, 1, 2, 2, 1]).reshape(1, 1, 1, 6, 1)
y = np.float32([1, 1, 2, 2, 2]).reshape(1, 1, 1, 5, 1)
STEPS = dict(ksize=[1, 1, 1, 2, 1], strides=[1] * 5, padding="VALID")
for dtype in (np.float32, ml_dtypes.bfloat16):
    call("MaxPool3DGrad", x.astype(dtype), y.astype(dtype), some(y.shape, dtype), **STEPS)
    call("MaxPool3DGradGrad", x.astype(dtype), y.astype(dtype), some(x.shape, dtype), **STEPS)
call("MaxPool3DGrad", x, x, some(y.shape), **STEPS)

# --- Dilation ---
for dtype in FLOATS + INTS:
    x, f = whole([1, 3, 4, 2], dtype), whole([2, 2, 2], dtype)
    attrs = dict(strides=[1, 1, 2, 1], rates=[1] * 4, padding="SAME")
    call("Dilation2D", x, f, **attrs)
    for op in ("Dilation2DBackpropInput", "Dilation2DBackpropFilter"):
        call(op, x, f, whole([1, 3, 2, 2], dtype), **attrs)
call("Dilation2D", np.full([1, 2, 2, 1], 250, np.uint8), np.uint8([[[0], [10]], [[2], [0]]]),
     strides=[1] * 4, rates=[1] * 4, padding="SAME")
x, f = some([2, 5, 5, 1]), some([2, 2, 1])
for padding, size in (("SAME", 5), ("VALID", 3)):
    attrs = dict(strides=[1] * 4, rates=[1, 2, 2, 1], padding=padding)
    call("Dilation2D", x, f, **attrs)
    for op in ("Dilation2DBackpropInput", "Dilation2DBackpropFilter"):
        call(op, x, f, some([2, size, size, 1]), **attrs)
call("Dilation2D", x, some([2, 2, 2]), **attrs)
call("Dilation2D", x, some([2, 2]), **attrs)
call("Dilation2D", x, f, strides=[2, 1, 1, 1], rates=[1] * 4, padding="SAME")
call("Dilation2D", x, f, strides=[1] * 4, rates=[1, 1, 1, 2], padding="SAME")

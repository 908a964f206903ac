# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of layers of integers that stand for numbers."""
import numpy as np
import tensorflow as tf
from answers import call

F = np.float32


def integers(shape, dtype, start=0):
    plain = dtype.as_numpy_dtype[0]
    info = np.iinfo(plain)
    values = (np.arange(np.prod(shape, dtype=int)) * 7919 * 104729 + start * 31) % (int(info.max) - int(info.min) + 1) + int(info.min)
    return values.astype(plain).reshape(shape).view(dtype.as_numpy_dtype)


def small(shape, start=0):
    values = (np.arange(np.prod(shape, dtype=int)) * 37 + start) % 256
    return values.astype(np.uint8).reshape(shape).view(tf.quint8.as_numpy_dtype)


# --- Convolutions ---
# Filters of qint8 are oneDNN's alone.
for padding in ("SAME", "VALID"):
    for shape, window, stride in (([2, 5, 6, 3], [3, 3, 3, 4], 1), ([1, 7, 7, 2], [2, 3, 2, 1], 2), ([1, 4, 4, 5], [1, 1, 5, 3], 1)):
        for low, high, filter_low, filter_high in ((-1, 3, -2, 0.5), (0, 6, -1, 1)):
            call("QuantizedConv2D", small(shape), integers(window, tf.quint8), F(low), F(high), F(filter_low), F(filter_high),
                 strides=[1, stride, stride, 1], padding=padding)
call("QuantizedConv2D", small([1, 2, 2, 3]), small([1, 1, 2, 1]), F(0), F(1), F(0), F(1), strides=[1, 1, 1, 1], padding="SAME")
call("QuantizedConv2D", small([2, 2, 3]), small([1, 1, 3, 1]), F(0), F(1), F(0), F(1), strides=[1, 1, 1, 1], padding="SAME")
call("QuantizedConv2D", small([1, 2, 2, 3]), small([1, 1, 3, 1]), F([0, 1]), F(1), F(0), F(1), strides=[1, 1, 1, 1], padding="SAME")
call("QuantizedConv2D", small([1, 2, 2, 3]), small([1, 1, 3, 1]), F(0), F(1), F(0), F(1), strides=[2, 1, 1, 1], padding="SAME")

# --- Biases ---
for dtype in (tf.quint8, tf.qint8):
    for low, high, bias_low, bias_high in ((-1.5, 2, -0.25, 3), (0, 6, -1, 1), (-128, 127, -100, 0), (0, 0, 0, 1), (1, 2, 3, 4)):
        call("QuantizedBiasAdd", integers([3, 4, 5], dtype), integers([5], dtype, 3), F(low), F(high), F(bias_low), F(bias_high),
             out_type=tf.qint32)
    call("QuantizedBiasAdd", integers([5], dtype), integers([5], dtype), F(0), F(1), F(0), F(1), out_type=tf.qint32)
    call("QuantizedBiasAdd", integers([2, 5], dtype), integers([4], dtype), F(0), F(1), F(0), F(1), out_type=tf.qint32)

# --- Pools ---
# Of qint8 TensorFlow has oneDNN's kernels alone.
for op in ("QuantizedMaxPool", "QuantizedAvgPool"):
    for padding in ("SAME", "VALID"):
        for size, stride in ((2, 2), (3, 1), (3, 2), (1, 1)):
            call(op, small([2, 5, 6, 3]), F(-1), F(2), ksize=[1, size, size, 1], strides=[1, stride, stride, 1], padding=padding)
    call(op, small([2, 5, 6]), F(-1), F(2), ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding="SAME")
    call(op, small([2, 5, 6, 3]), F(-1), F(2), ksize=[2, 2, 2, 1], strides=[1, 1, 1, 1], padding="SAME")

# --- Norms ---
for shape in ([2, 5, 4, 3], [1, 3, 3, 16], [1, 1, 1, 2]):
    for low, high in ((-1, 3), (0, 6)):
        call("QuantizedInstanceNorm", small(shape), F(low), F(high), rtol=1e-5)
        call("QuantizedInstanceNorm", small(shape), F(low), F(high), output_range_given=True, given_y_min=-1.5, given_y_max=1.0)
call("QuantizedInstanceNorm", small([1, 2, 2, 3]), F(0), F(1), variance_epsilon=0.5, min_separation=9.0, rtol=1e-5)
call("QuantizedInstanceNorm", small([1, 2, 2, 3]), F(0), F(1), output_range_given=True, given_y_min=1.0, given_y_max=1.0)
call("QuantizedInstanceNorm", small([1, 2, 2, 3]), F(1), F(1))
call("QuantizedInstanceNorm", small([1, 2, 2, 3]), F([1]), F(1))

# --- Resized images ---
for dtype in (tf.quint8, tf.qint32, tf.float32):
    for shape, size in (([2, 5, 4, 3], (3, 7)), ([1, 3, 5, 1], (9, 2)), ([1, 2, 2, 5], (2, 2)), ([1, 2, 3, 2], (1, 1))):
        images = np.float32(small(shape).view(np.uint8)) / 8 if dtype == tf.float32 else integers(shape, dtype)
        for corners, centers in ((False, False), (True, False), (False, True), (True, True)):
            call("QuantizedResizeBilinear", images, np.int32(size), F(-1), F(2), align_corners=corners, half_pixel_centers=centers,
                 **({"rtol": 1e-6} if dtype == tf.float32 else {}))
    call("QuantizedResizeBilinear", images, np.int32([0, 3]), F(-1), F(2))
    call("QuantizedResizeBilinear", images, np.int32([3, 3]), F([-1]), F(2))
    call("QuantizedResizeBilinear", images[0], np.int32([3, 3]), F(-1), F(2))

# --- Joins and other shapes ---
for dtype in (tf.quint8, tf.qint32):
    ones, others = integers([2, 3, 2], dtype), integers([2, 1, 2], dtype, 5)
    for ranges in (((0, 1), (0, 1)), ((-1, 1), (-2, 5)), ((0, 6), (-0.5, 3)), ((1, 2), (3, 4))):
        call("QuantizedConcat", np.int32(1), [ones, others], [F(low) for low, _ in ranges], [F(high) for _, high in ranges])
    call("QuantizedConcat", np.int32(0), [ones, ones, ones], [F(0)] * 3, [F(1), F(2), F(3)])
    call("QuantizedConcat", np.int32(2), [ones, ones], [F(0)] * 2, [F(1), F(2)])
    for dim in (-1, 3):
        call("QuantizedConcat", np.int32(dim), [ones, ones], [F(0)] * 2, [F(1), F(2)])
    call("QuantizedConcat", np.int32(0), [ones, others], [F(0)] * 2, [F(1), F(2)])
    call("QuantizedConcat", np.int32(1), [ones, ones[:, :0]], [F(0)] * 2, [F(1), F(2)])
    for sizes in ([12], [-1, 4], [2, 2, 3, 1], [5], [-1, -1]):
        call("QuantizedReshape", ones, np.int32(sizes), F(-1), F(2))
        call("QuantizedReshape", ones, np.int64(sizes), F(-1), F(2))
    call("QuantizedReshape", ones, np.int32([12]), F([-1, 1]), F(2))

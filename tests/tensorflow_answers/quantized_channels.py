#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of arithmetic with quantised integers, and of ops on channels with a range each."""
import numpy as np
import tensorflow as tf
from answers import call

F = np.float32
rng = np.random.default_rng(12)


def levels(shape, dtype=tf.quint8, low=0, high=255):
    raw = dtype.as_numpy_dtype[0]
    return rng.integers(low, high, shape, endpoint=True).astype(raw).view(dtype.as_numpy_dtype)


# --- QuantizedAdd, QuantizedMul ---
for op in ["QuantizedAdd", "QuantizedMul"]:
    for x, y in [([7], [7]), ([7], []), ([], [7]), ([], []), ([2, 3], [3]), ([3], [2, 3]), ([1], [1]),
                 ([2, 3, 4], [3, 4]), ([1, 1], [5]), ([0], [1]), ([4], [5]), ([2, 1, 3], [1, 3])]:
        for ranges in [(-1, 1, -1, 1), (0, 255, -3, 5), (-100, 0.5, 2, 3)]:
            call(op, levels(x), levels(y), *map(F, ranges), Toutput=tf.qint32)
    every = np.arange(256).astype(np.uint8).view(tf.quint8.as_numpy_dtype)
    call(op, every, levels([256]), F(-7.3), F(11.1), F(-0.1), F(0.2), Toutput=tf.qint32)
    call(op, every, levels([]), F(-7.3), F(11.1), F(-0.1), F(0.2), Toutput=tf.qint32)
    for ranges in [(1, 1, 0, 1), (0, 1, 1, 0)]:
        call(op, levels([2]), levels([2]), *map(F, ranges), Toutput=tf.qint32)
    call(op, levels([2]), levels([2]), F([0]), F(1), F(0), F(1), Toutput=tf.qint32)
    call(op, levels([2]), levels([2]), F(0), F(1), F(0), F([1, 2]), Toutput=tf.qint32)

# --- RequantizationRangePerChannel, RequantizePerChannel ---
MOST = 2**31 - 1
CHANNELS = (F([-1, -2, 0]), F([3, 1, 0.5]))
for low, high in [(-MOST, MOST), (0, MOST), (-1000, 1000), (0, 0)]:
    wide = levels([1, 2, 2, 3], tf.qint32, low, high)
    call("RequantizationRangePerChannel", wide, *CHANNELS, clip_value_max=1e30)
    call("RequantizationRangePerChannel", wide, *CHANNELS, clip_value_max=6.0)
    call("RequantizationRangePerChannel", wide, *CHANNELS, clip_value_max=0.5)
    for out_type in (tf.qint8, tf.quint8):
        for wanted in [(-1, 1), (-0.1, 0.05), (-10, 3)]:
            call("RequantizePerChannel", wide, *CHANNELS, *map(F, wanted), out_type=out_type)
wide = levels([2, 1, 2, 2, 2], tf.qint32, -MOST, MOST)
call("RequantizePerChannel", wide, F([-1, -4]), F([1, 2]), F(-2), F(2), out_type=tf.qint8)
call("RequantizePerChannel", levels([1, 1, 1, 2], tf.qint32), F([-1, -4]), F([1, 2]), F(0), F(2), out_type=tf.qint8)
call("RequantizePerChannel", levels([1, 1, 1, 2], tf.qint32), F([-1, -4]), F([1, 2]), F(0), F(2), out_type=tf.quint8)
call("RequantizePerChannel", levels([1, 1, 1, 2], tf.qint32), F([-1, -4]), F([1]), F(-1), F(2), out_type=tf.qint8)
call("RequantizationRangePerChannel", levels([1, 1, 1, 2], tf.qint32), F([-1, -4, 2]), F([1, 2]), clip_value_max=1.0)
call("RequantizationRangePerChannel", levels([1, 1, 1, 3], tf.qint32), F([-1, -4]), F([1, 2]), clip_value_max=1.0)
call("RequantizationRangePerChannel", levels([1, 3, 2], tf.qint32), F([-1, -4]), F([1, 2]), clip_value_max=1.0)
call("RequantizationRangePerChannel", levels([0, 3, 1, 2], tf.qint32), F([-1, -4]), F([1, 2]), clip_value_max=1.0)

# --- QuantizedBatchNormWithGlobalNormalization ---
for scaled in (False, True):
    for ranges in [(-1, 1, -1, 1, 0, 2, -1, 1, 0, 3), (0, 255, 100, 150, 1, 900, -10, 10, -1, 1)]:
        args = [F(end) for end in ranges]
        values = [levels([1, 2, 3, 4])] + [levels([4]) for _ in range(4)]
        inputs = [v for i, value in enumerate(values) for v in (value, args[2 * i], args[2 * i + 1])]
        for epsilon in (0.001, 1.0):
            call("QuantizedBatchNormWithGlobalNormalization", *inputs, out_type=tf.qint32,
                 variance_epsilon=epsilon, scale_after_normalization=scaled)
inputs[0] = levels([2, 4])
call("QuantizedBatchNormWithGlobalNormalization", *inputs, out_type=tf.qint32, variance_epsilon=0.1,
     scale_after_normalization=True)

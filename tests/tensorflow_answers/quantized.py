#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on integers that stand for real numbers."""
import numpy as np
import tensorflow as tf
from answers import call

F = np.float32
X = F([-10, -3.3, -2.5, -1.5, -0.5, -0.2, 0, 0.2, 0.5, 1, 1.5, 2.5, 3.3, 5, 5.7, 100])
RANGES = [(-3, 5), (1, 4), (-7, -0.5), (0, 0), (-0.001, 0.3)]
MODES = ["MIN_COMBINED", "MIN_FIRST", "SCALED"]
DTYPES = [tf.qint8, tf.quint8, tf.qint16, tf.quint16, tf.qint32]


def quantized(values, dtype):
    return np.array(values).astype(dtype.as_numpy_dtype[0]).view(dtype.as_numpy_dtype)


def ends(dtype):
    info = np.iinfo(dtype.as_numpy_dtype[0])
    return quantized([info.min, info.min + 1, info.max // 3, 0, 1, info.max - 1, info.max], dtype)


# --- To integers ---
for dtype in DTYPES:
    # What is beyond qint32 ends at the other end in TensorFlow.
    values = X[(X > -3) & (X < 2.5)] if dtype == tf.qint32 else X
    # TensorFlow hands MIN_FIRST of quint8 on to oneDNN in a graph, which rounds in another way; so it
    # does with halves to even of qint8.
    for mode in ["MIN_COMBINED", "SCALED"] if dtype == tf.quint8 else MODES:
        for low, high in [(-3, 5)] if dtype == tf.qint32 else RANGES:
            call("QuantizeV2", values, F(low), F(high), T=dtype, mode=mode)
        call("QuantizeV2", values, F(-3), F(30), T=dtype, mode=mode, ensure_minimum_range=0.5)
    if dtype != tf.quint8:
        call("QuantizeV2", X, F(-3), F(5), T=dtype, mode="MIN_FIRST")
    if dtype not in (tf.qint32, tf.qint8):
        call("QuantizeV2", values, F(-3), F(5), T=dtype, mode="SCALED", round_mode="HALF_TO_EVEN")
    call("QuantizeV2", values, F(-3), F(5), T=dtype, mode="SCALED", narrow_range=True)
T = tf.qint8
for mode in ["MIN_COMBINED", "SCALED"]:
    for axis, n in [(0, 2), (1, 4), (2, 2)]:
        call("QuantizeV2", X.reshape(2, 4, 2), F([-3, 1, -10, 0][:n]), F([5, 2, -1, 0][:n]), T=T,
             mode=mode, axis=axis)
call("QuantizeV2", X, F(3), F(1), T=T)
call("QuantizeV2", X, F([1, 2]), F([3, 4]), T=T)
call("QuantizeV2", X, F(1), F([3, 4]), T=T)
call("QuantizeV2", X, F([1, 2]), F([3, 4]), T=T, axis=0)
call("QuantizeV2", X, F([1]), F([3]), T=T, axis=1)
call("QuantizeV2", X, F(1), F(3), T=T, round_mode="HALF_TO_EVEN")
call("QuantizeV2", F([]), F(1), F(3), T=T)
call("QuantizeV2", np.zeros([0, 2], F), F([1, -1]), F([3, 3]), T=T, axis=1)

# --- And back ---
for dtype in DTYPES:
    # TensorFlow hands SCALED on to oneDNN, which has no qint32.
    for mode in MODES[:2] if dtype == tf.qint32 else MODES:
        for low, high in RANGES:
            call("Dequantize", ends(dtype), F(low), F(high), mode=mode)
    call("Dequantize", ends(dtype), F(-3), F(5), dtype=tf.bfloat16)
for dtype in DTYPES[:-1]:
    call("Dequantize", ends(dtype), F(-3), F(2), mode="SCALED", narrow_range=True)
for mode in ["MIN_COMBINED", "SCALED"]:
    for axis, n in [(0, 2), (1, 4), (2, 1)]:
        call("Dequantize", quantized(np.arange(-40, 40, 10).reshape(2, 4, 1), T),
             F([-3, 1, -10, 0][:n]), F([5, 2, -1, 0][:n]), mode=mode, axis=axis, shapes_known=True)
call("Dequantize", ends(T), F(3), F(1))
call("Dequantize", ends(T), F([1, 2]), F([3, 4]))
call("Dequantize", quantized([], T), F(1), F(3))

# --- From 32 bits to 8 ---
Q32 = quantized([-2**31, -5000000, -1, 0, 1, 7, 900, 123456789, 2**31 - 1], tf.qint32)
FEW = quantized([-5000000, 0, 1, 70000, 123456789], tf.qint32)
for low, high in [(-256, 256), (-1000, 50), (-256, 0.036), (-3e-4, 3e-4), (0, 0)]:
    call("RequantizationRange", Q32, F(low), F(high))
    call("RequantizationRange", FEW, F(low), F(high))
    for values in [Q32, FEW]:
        call("QuantizeDownAndShrinkRange", values, F(low), F(high), out_type=tf.quint8)
        for out_type in [tf.quint8, tf.qint8]:
            for wanted in [(-256, 256), (0, 5), (-1, 100), (0, 0)]:
                call("Requantize", values, F(low), F(high), F(wanted[0]), F(wanted[1]),
                     out_type=out_type)
for wanted in [(1, 5), (-1, -2), ([0, 0], 1)]:
    call("Requantize", Q32, F(-3), F(3), F(wanted[0]), F(wanted[1]), out_type=tf.quint8)

# --- Arithmetic ---
A = quantized(np.arange(0, 240, 20).reshape(3, 4), tf.quint8)
B = quantized(np.arange(255, 0, -32).reshape(4, 2), tf.quint8)
for a, b in [((-3, 5), (0, 1)), ((1, 4), (-7, -0.5)), ((0, 255), (0, 255))]:
    call("QuantizedMatMul", A, B, F(a[0]), F(a[1]), F(b[0]), F(b[1]))
for transposed in [(True, False), (False, True), (True, True)]:
    call("QuantizedMatMul", A.T.copy() if transposed[0] else A, B.T.copy() if transposed[1] else B,
         F(-1), F(2), F(-2), F(3), transpose_a=transposed[0], transpose_b=transposed[1])
call("QuantizedMatMul", A, A, F(-1), F(2), F(-2), F(3))
call("QuantizedMatMul", A, B, F(1), F(1), F(-2), F(3))
call("QuantizedMatMul", A, B, F([1, 2]), F(2), F(-2), F(3))
call("QuantizedMatMul", A.reshape(2, 2, 3), B, F(1), F(2), F(-2), F(3))
for op in ["QuantizedRelu", "QuantizedRelu6"]:
    for low, high in [(-3, 5), (-20, 90), (1, 4), (-4, -1), (0, 0)]:
        call(op, A, F(low), F(high))
        call(op, Q32, F(low), F(high), out_type=tf.qint32)

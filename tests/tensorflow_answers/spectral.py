# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of Fourier transforms, of lengths with every kind of factor."""
import numpy as np
import tensorflow as tf
from answers import call

RANDOM = np.random.RandomState(0)
# Sums of numbers near 1: what cancels out keeps an absolute error.
CLOSE = {np.float32: {"rtol": 1e-5, "atol": 2e-5}, np.float64: {"rtol": 1e-12, "atol": 1e-13}}


def real(*shape, dtype=np.float32):
    return RANDOM.randint(-8, 9, shape).astype(dtype) / 4


def imaginary(*shape, dtype=np.float32):
    values = real(*shape, dtype=dtype) + 1j * real(*shape, dtype=dtype)
    return values.astype(np.complex64 if dtype == np.float32 else np.complex128)


def complex_of(dtype):
    return tf.complex64 if dtype == np.float32 else tf.complex128


for dtype in (np.float32, np.float64):
    for n in (1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 22, 37):
        call("FFT", imaginary(n, dtype=dtype), **CLOSE[dtype])
        call("IFFT", imaginary(n, dtype=dtype), **CLOSE[dtype])
        call("RFFT", real(n, dtype=dtype), np.int32([n]), Tcomplex=complex_of(dtype), **CLOSE[dtype])
        call("IRFFT", imaginary(n // 2 + 1, dtype=dtype), np.int32([n]), Treal=tf.as_dtype(dtype),
             **CLOSE[dtype])
for inverse in ("", "I"):
    for shape in ((2, 3), (3, 2, 2), (0, 2), (2, 0), (0,), ()):
        call(inverse + "FFT", imaginary(*shape), **CLOSE[np.float32])
    for shape in ((2, 3), (2, 3, 4), (4, 1), (2, 0), (3,)):
        call(inverse + "FFT2D", imaginary(*shape), **CLOSE[np.float32])
    for shape in ((2, 3, 2), (2, 2, 1, 4), (2, 3)):
        call(inverse + "FFT3D", imaginary(*shape), **CLOSE[np.float32])
    call(inverse + "FFT2D", imaginary(3, 5, dtype=np.float64), **CLOSE[np.float64])
    call(inverse + "FFT3D", imaginary(3, 1, 2, dtype=np.float64), **CLOSE[np.float64])

for dtype in (np.float32, np.float64):
    close = CLOSE[dtype]
    for shape, length in (((2, 6), [6]), ((2, 6), [4]), ((3, 5), [3]), ((2, 2, 5), [1]), ((0, 5), [4])):
        call("RFFT", real(*shape, dtype=dtype), np.int32(length), Tcomplex=complex_of(dtype), **close)
    for shape, length in (((3, 4), [3, 4]), ((3, 4), [2, 3]), ((2, 3, 5), [3, 4]), ((2, 4, 5), [3, 5])):
        call("RFFT2D", real(*shape, dtype=dtype), np.int32(length), Tcomplex=complex_of(dtype), **close)
    for shape, length in (((2, 3, 4), [2, 3, 4]), ((2, 3, 4, 5), [2, 3, 4]), ((3, 2, 3), [3, 1, 3])):
        call("RFFT3D", real(*shape, dtype=dtype), np.int32(length), Tcomplex=complex_of(dtype), **close)
    of = {"Treal": tf.as_dtype(dtype), **close}
    for shape, length in (((2, 4), [6]), ((2, 5), [4]), ((3, 5), [3]), ((2, 2, 5), [1]), ((0, 5), [4])):
        call("IRFFT", imaginary(*shape, dtype=dtype), np.int32(length), **of)
    for shape, length in (((3, 3), [3, 4]), ((3, 4), [2, 3]), ((2, 3, 3), [3, 4]), ((2, 4, 3), [3, 5])):
        call("IRFFT2D", imaginary(*shape, dtype=dtype), np.int32(length), **of)
    for shape, length in (((2, 3, 3), [2, 3, 4]), ((2, 3, 4, 3), [2, 3, 4]), ((3, 2, 2), [3, 1, 3])):
        call("IRFFT3D", imaginary(*shape, dtype=dtype), np.int32(length), **of)

# --- Errors ---

for op, of in (("RFFT", real), ("IRFFT", imaginary)):
    for length in ([20], [2, 2], 2, [], [-1]):
        call(op, of(5), np.array(length, np.int32))
    call(op + "2D", of(4), np.int32([2, 4]))
    call(op + "2D", of(4, 4), np.int32([5, 4]))
    call(op + "3D", of(4, 4), np.int32([2, 2, 4]))
call("RFFT", real(5), np.int32([5]), Tcomplex=tf.complex128)
call("IRFFT", imaginary(3), np.int32([5]), Treal=tf.float64)

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that reduce, accumulate and count."""
import ml_dtypes
import numpy as np

from answers import call

F, D, H, B, I, L = np.float32, np.float64, np.float16, ml_dtypes.bfloat16, np.int32, np.int64
INTEGERS = [np.int8, np.int16, I, L, np.uint8, np.uint16, np.uint32, np.uint64]
COMPLEX = [np.complex64, np.complex128]
nan, inf = np.nan, np.inf


def arr(dtype, *values):
    return np.array(values, dtype)


def cube(dtype):
    return (np.arange(12) % 5 + 1).reshape(2, 3, 2).astype(dtype)


# --- Reductions ---

for t in INTEGERS + [F, D, H, B] + COMPLEX:
    call("Prod", cube(t), I([0, 2]))
    call("EuclideanNorm", cube(t), I([1]), keep_dims=True)
for t in INTEGERS + [F, D, H, B]:
    call("Min", cube(t), I([0, 2]))
    call("ArgMin", cube(t), I(1))
for op in ["Prod", "EuclideanNorm", "Min"]:
    call(op, cube(F), L([-1, 0]))
    call(op, cube(F), I([]))
    call(op, cube(F), I([0, 1, 2]), keep_dims=True)
    call(op, np.zeros((0, 2), F), I([0]))
    call(op, np.zeros((0, 2), F), I([1]))
    call(op, cube(F), I([3]))
    call(op, cube(F), I([0, 0]))
    call(op, arr(F, 1, nan, 0), I([0]))
    call(op, np.arange(1, 41, dtype=F).reshape(1, 40) / 20, I(1))
call("Min", np.zeros((0, 2), np.int8), I([0]))
call("Prod", arr(np.int8, 100, 3), I([0]))
call("Prod", arr(F, 1e30, 1e30, 1e-30), I([0]))
call("Prod", arr(np.complex64, 1 + 1j, 2j, 3), I([0]))
call("EuclideanNorm", arr(np.int8, 100, 100), I([0]))
call("EuclideanNorm", arr(np.complex64, 3 + 4j, 1), I([0]))
call("EuclideanNorm", arr(F, 1e30, 1), I([0]))
call("EuclideanNorm", arr(H, 300, 400), I([0]))
flags = np.array([[[True, False], [True, True]], [[False, False], [True, True]]])
for op in ["All", "Any"]:
    call(op, flags, I([0]))
    call(op, flags, I([1, 2]), keep_dims=True)
    call(op, flags, L([-1]))
    call(op, flags, I([]))
    call(op, np.zeros((2, 0), bool), I([1]))
    call(op, flags, I([3]))
call("ArgMin", np.array([[True, False], [True, True]]), I(1))
call("ArgMin", arr(F, nan, 2, 1, 1), I(0))
call("ArgMin", arr(F, nan, nan), I(0))
call("ArgMin", arr(F, inf, inf), L(0), output_type=I)
call("ArgMin", cube(F), I(-1))
call("ArgMin", cube(F), I(3))
call("ArgMin", np.zeros((2, 0), F), I(1))

# --- Scans ---

for op in ["Cumsum", "Cumprod", "CumulativeLogsumexp"]:
    for exclusive in [False, True]:
        for reverse in [False, True]:
            call(op, cube(F), I(1), exclusive=exclusive, reverse=reverse)
    call(op, cube(D), L(-1))
    call(op, cube(H), I(1))
    call(op, cube(B), I(1), reverse=True)
    call(op, arr(F, 1, 2), I(1))
    call(op, arr(F, 1, 2), I(-2))
    call(op, arr(F, 1, 2), I([0]))
    call(op, F(1), I(0))
    call(op, np.zeros((0, 3), F), I(1))
for t in INTEGERS + COMPLEX:
    call("Cumsum", cube(t), I(0))
    call("Cumprod", cube(t), I(1), exclusive=True)
call("Cumsum", arr(np.int8, 100, 100, 100), I(0))
call("Cumsum", arr(H, 2048, 1, 1, 1), I(0))
call("CumulativeLogsumexp", arr(F, -inf, 1, inf, 2, nan, 3), I(0))
call("CumulativeLogsumexp", arr(F, -inf, -inf, 1000, -1000, 1000), I(0))

# --- Vectors ---

for t in [F, D]:
    call("LinSpace", t(0), t(1), I(5))
    call("LinSpace", t(5), t(-5), L(4))
    call("LinSpace", t(3), t(7), I(1))
    call("LinSpace", t(inf), t(1), I(3))
call("LinSpace", F(0), F(1), I(0))
call("LinSpace", F(0), F(1), I(-1))
call("LinSpace", F([0]), F([1]), I(3))
call("LinSpace", F(0), F(1), I([3]))
for t in [np.int8, np.int16, I, L, np.uint8, np.uint16, F, D, H, B]:
    call("ClipByValue", arr(t, 1, 5, 3), t(2), t(4))
call("ClipByValue", arr(F, 1, 5, nan, -3), F(0), F(4))
call("ClipByValue", arr(F, 1, 5), F(nan), F(4))
call("ClipByValue", arr(F, 1, 5), F(2), F(nan))
call("ClipByValue", arr(F, 1, 5, 3), F(4), F(2))
call("ClipByValue", arr(F, 1, 5, 3), arr(F, 1, 2, 4), F(2))
call("ClipByValue", arr(F, 1, 5, 3), arr(F, 1, 2, 4), arr(F, 2, 2, 5))
call("ClipByValue", arr(F, 1, 5, 3), arr(F, 1), arr(F, 2))
call("ClipByValue", F(1), arr(F, 1, 2), F(2))
call("ClipByValue", np.zeros((0,), F), F(1), F(2))
for t in COMPLEX:
    call("ClipByValue", arr(t, 1 + 1j, 5), t(2 + 5j), t(3))
for t in INTEGERS + [F, D, H, B]:
    call("Cross", arr(t, 1, 2, 3), arr(t, 6, 5, 4))
call("Cross", cube(F).reshape(4, 3), cube(F)[::-1].reshape(4, 3))
call("Cross", arr(F, 1, 2), arr(F, 4, 5))
call("Cross", arr(F, 1, 2, 3), np.ones((1, 3), F))
call("Cross", F(1), F(1))
for t in [F, D, H, B]:
    call("L2Loss", arr(t, 3, 4))
call("L2Loss", arr(F))
call("L2Loss", arr(F, 1e20))
call("L2Loss", arr(H, 300, 400))
call("L2Loss", cube(F))

# --- Counts ---

for t in [I, L, F, D]:
    call("Bincount", I([1, 1, 5, 0]), I(3), arr(t))
    call("Bincount", I([1, 1, 5, 0]), I(3), arr(t, 1, 2, 3, 4))
    for index in [I, L]:
        numbers = arr(index, 1, 1, 5, 0)
        call("DenseBincount", numbers, index(3), arr(t))
        call("DenseBincount", numbers.reshape(2, 2), index(3), arr(t, 1, 2, 3, 4).reshape(2, 2))
call("Bincount", I([1, -1]), I(3), arr(F))
call("Bincount", I([1]), I(-1), arr(F))
call("Bincount", I([1]), I(0), arr(F))
call("Bincount", I([1, 1]), I(3), arr(F, 1))
call("Bincount", I([[1, 1]]), I(3), arr(F))
call("Bincount", I([1]), I([3]), arr(F))
for numbers in [I([1, 1, 5, 0]), I([[1, 1, 2], [0, 0, 5]])]:
    call("DenseBincount", numbers, I(3), arr(F), binary_output=True)
call("DenseBincount", I([1, 2]), I(3), arr(F, 3, 4), binary_output=True)
call("DenseBincount", I([1, -1]), I(3), arr(F))
call("DenseBincount", I([[1, -1]]), I(3), arr(F))
call("DenseBincount", I([[[1]]]), I(3), arr(F))
call("DenseBincount", I(1), I(3), arr(F))
call("DenseBincount", I([1]), I(-3), arr(F))
call("DenseBincount", I([1, 1]), I(3), arr(F, 1))
call("DenseBincount", I([1, 1]), I(3), F(1))
call("DenseBincount", I([1]), I([3]), arr(F))
call("DenseBincount", np.zeros((2, 0), I), I(3), arr(F))
call("DenseBincount", np.zeros((0, 3), I), I(3), arr(F))
call("Bucketize", arr(F, -5, 0, 1, 2, 10, nan, inf), boundaries=[0.0, 1.0, 5.0])
call("Bucketize", arr(D, -5, 0.5, 1), boundaries=[0.0, 1.0, 5.0])
call("Bucketize", I([1, 2, 3]), boundaries=[1.5, 2.0])
call("Bucketize", L([2**53 + 1, 2**24 + 1]), boundaries=[2.0**24, 2.0**53])
call("Bucketize", arr(F, 1, -inf), boundaries=[])
call("Bucketize", arr(F, 1), boundaries=[2.0, 1.0])
call("Bucketize", arr(F, 1), boundaries=[1.0, 1.0])
for t in [I, L, F, D]:
    for count in [I, L]:
        call("HistogramFixedWidth", arr(t, -1, 0, 1, 2, 5, 15), arr(t, 0, 5), I(5), dtype=count)
call("HistogramFixedWidth", arr(F, 1.5, 2.5, -inf, inf), arr(F, 0, 5), I(3))
call("HistogramFixedWidth", arr(F), arr(F, 0, 5), I(3))
call("HistogramFixedWidth", arr(F, 1), arr(F, 0, inf), I(3))
call("HistogramFixedWidth", arr(F, nan), arr(F, 0, 5), I(3))
for bad in [arr(F, 5, 5), arr(F, 5, 0), arr(F, 0, nan), arr(F, 0, 1, 2), np.float32([[0, 5]])]:
    call("HistogramFixedWidth", arr(F, 1), bad, I(5))
call("HistogramFixedWidth", arr(F, 1), arr(F, 0, 5), I(0))
call("HistogramFixedWidth", arr(F, 1), arr(F, 0, 5), I([5]))

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of random ops, all with seeds: the numbers are Philox's, so they are the same everywhere."""
import ml_dtypes
import numpy as np
import tensorflow as tf
from answers import call

KEY = (np.uint64([0x123456789ABCDEF0]), np.uint64([7, 0xFFFFFFFFFFFFFFFF]), np.int32(1))
FLOATS = (tf.half, tf.bfloat16, tf.float32, tf.float64)
# log, sin and cos may differ in the last bits.
NEARLY = {tf.half: 2e-3, tf.bfloat16: 1e-2, tf.float32: 1e-6, tf.float64: 1e-14}
# What is near 0 has lost some of them.
CLOSE = {tf.half: 1e-3, tf.bfloat16: 1e-2, tf.float32: 1e-6, tf.float64: 1e-15}

for dtype in FLOATS:
    close = {"rtol": NEARLY[dtype], "atol": CLOSE[dtype]}
    for shape in (np.int32([7]), np.int64([2, 3]), np.int32([]), np.int32([0, 3])):
        call("StatelessRandomUniformV2", shape, *KEY, dtype=dtype, rtol=0)
        call("StatelessRandomNormalV2", shape, *KEY, dtype=dtype, **close)
        call("StatelessTruncatedNormalV2", shape, *KEY, dtype=dtype, **close)
    for seed in (np.int32([1, 2]), np.int64([-5, 1 << 40])):
        call("StatelessRandomUniform", np.int32([5]), seed, dtype=dtype, rtol=0)
        call("StatelessRandomNormal", np.int64([5]), seed, dtype=dtype, **close)
        call("StatelessTruncatedNormal", np.int32([5]), seed, dtype=dtype, **close)
    call("RandomUniform", np.int32([3, 3]), dtype=dtype, seed=3, seed2=4, rtol=0)
    call("RandomUniform", np.int64([5]), dtype=dtype, seed=0, seed2=-4, rtol=0)
    call("RandomStandardNormal", np.int32([9]), dtype=dtype, seed=3, seed2=0, **close)
    call("TruncatedNormal", np.int32([19]), dtype=dtype, seed=87654321, seed2=4, **close)

for dtype in (tf.int32, tf.int64):
    n = dtype.as_numpy_dtype
    most = np.iinfo(n)
    for lo, hi in ((-3, 9), (most.min, most.max), (0, 1), (5, 5), (7, 3)):
        call("StatelessRandomUniformIntV2", np.int32([7]), *KEY, n(lo), n(hi))
        call("StatelessRandomUniformInt", np.int32([3]), np.int32([8, 9]), n(lo), n(hi))
        call("RandomUniformInt", np.int32([2, 2]), n(lo), n(hi), seed=1, seed2=2)
    call("StatelessRandomUniformIntV2", np.int32([0]), *KEY, n(5), n(5))
    call("RandomUniformInt", np.int32([0]), n(5), n(5), seed=1, seed2=2)
    call("RandomUniformInt", np.int32([1]), n([5]), n(6), seed=1, seed2=2)
for dtype in (tf.int32, tf.int64, tf.uint32, tf.uint64):
    call("StatelessRandomUniformFullIntV2", np.int32([7]), *KEY, dtype=dtype)
    call("StatelessRandomUniformFullInt", np.int32([3]), np.int64([8, 9]), dtype=dtype)
call("StatelessRandomUniformFullInt", np.int32([3]), np.uint32([8, 9]), dtype=tf.int32)

# --- Keys, counters, errors ---

for seed in (np.int32([1, 2]), np.int64([-1, 1 << 62]), np.int32([1, 2, 3]), np.int32(1)):
    call("StatelessRandomGetKeyCounter", seed)
    call("StatelessRandomGetKeyCounterAlg", seed)
call("StatelessRandomGetAlg")
call("StatelessRandomUniform", np.int32([2]), np.int32([1, 2, 3]))
call("StatelessRandomUniform", np.int32([-2]), np.int32([1, 2]))
call("StatelessRandomUniform", np.int32(2), np.int32([1, 2]))
for key, counter, alg in (([5], [1, 2], 3), ([5], [1, 2, 3], 1), ([5, 6], [1, 2], 1), ([], [1, 2], 1),
                          (5, [1, 2], 1), ([5], [[1, 2]], 1), ([5], [1, 2], 2), ([5], [1, 2], 0),
                          ([5], [1, 2], [1])):
    arrays = np.array(key, np.uint64), np.array(counter, np.uint64), np.array(alg, np.int32)
    call("StatelessRandomUniformV2", np.int32([2]), *arrays, rtol=0)
    call("StatelessShuffle", np.int32([1, 2, 3]), *arrays)

# --- Shuffles ---

for value in (np.arange(9, dtype=np.int32), np.arange(12, dtype=np.float64).reshape(6, 2),
              np.arange(10, dtype=np.int8), np.arange(6, dtype=np.float16).reshape(6, 1),
              np.array([True, False, True]), np.array([b"a", b"bc", b"", b"d"], object),
              np.complex128([1, 2, 3, 4j]), np.int64([3]), np.int64(3), np.zeros([3, 0], np.float32),
              np.zeros([0], np.float32), np.arange(24, dtype=np.uint8).reshape(4, 3, 2),
              np.arange(5).astype(ml_dtypes.bfloat16), np.uint16([1, 2, 3]), np.complex64([1, 2])):
    call("RandomShuffle", value, seed=5, seed2=6)
    call("StatelessShuffle", value, *KEY)

# --- Classes ---

LOGITS = np.float32([[0, 1, 2], [3, np.inf, 1], [np.nan, np.nan, -np.inf], [-1e30, 5, -1e30]])
for dtype in (np.float16, ml_dtypes.bfloat16, np.float32, np.float64):
    logits = np.log(np.float64([[1, 2, 3, 4]])).astype(dtype)
    call("StatelessMultinomial", logits, np.int32(9), np.int32([1, 2]), output_dtype=tf.int32)
    call("Multinomial", logits, np.int32(9), seed=1, seed2=2)
for samples in (0, 1, 2, 5, -1):
    call("StatelessMultinomial", LOGITS, np.int32(samples), np.int64([1, 2]))
    call("Multinomial", LOGITS, np.int32(samples), seed=1, seed2=2, output_dtype=tf.int32)
for logits, samples in ((LOGITS[0], 1), (LOGITS[:, :0], 1), (LOGITS[:0], 1), (LOGITS, [1])):
    call("StatelessMultinomial", logits, np.array(samples, np.int32), np.int64([1, 2]))
call("StatelessMultinomial", LOGITS, np.int32(1), np.int64([1, 2, 3]))

# --- Gamma ---

for dtype in (np.float16, np.float32, np.float64):
    close = {"rtol": NEARLY[tf.as_dtype(dtype)], "atol": CLOSE[tf.as_dtype(dtype)]}
    alpha = dtype([0.125, 1, 3, 40, 0.5])
    call("RandomGamma", np.int32([3]), alpha, seed=1, seed2=2, **close)
    call("StatelessRandomGammaV2", np.int32([3, 5]), np.int32([1, 2]), alpha, **close)
    call("StatelessRandomGammaV3", np.int32([2, 5]), *KEY, alpha, **close)
call("RandomGamma", np.int64([2, 2]), np.float32(2), seed=1, seed2=2, rtol=1e-6)
call("RandomGamma", np.int32([0]), np.float32([2, 1]), seed=1, seed2=2)
call("RandomGamma", np.int32([2]), np.float32([]), seed=1, seed2=2)
call("RandomGamma", np.int32([2]), np.float32([np.nan, -1, 0]), seed=1, seed2=2)
call("StatelessRandomGammaV3", np.int32([2, 4]), *KEY, np.float32([1, 2]))
call("StatelessRandomGammaV3", np.int32([2]), *KEY, np.float32([[1, 2]]))

# --- Poisson ---

for rate in (np.float16, np.float32, np.float64, np.int32, np.int64):
    rates = np.array([0, 1, 5, 12, 300], rate)
    for dtype in (tf.half, tf.float32, tf.float64, tf.int32, tf.int64):
        call("RandomPoissonV2", np.int32([2]), rates, seed=1, seed2=2, dtype=dtype)
    call("StatelessRandomPoisson", np.int32([2, 5]), np.int32([1, 2]), rates, dtype=tf.int64)
call("RandomPoissonV2", np.int32([2]), np.float32([np.inf, -1, 0.25, 1e30]), seed=1, seed2=2,
     dtype=tf.float32)
call("RandomPoissonV2", np.int32([2]), np.float64([np.inf, -np.inf]), seed=1, seed2=2)
call("RandomPoissonV2", np.int32([0]), np.float32([1]), seed=1, seed2=2)
call("StatelessRandomPoisson", np.int32([2]), np.int32([1, 2]), np.float32([1, 2, 3]), dtype=tf.int64)

# --- Binomial ---

for dtype in (np.float16, np.float32, np.float64):
    counts, probs = dtype([0, 3, 12, 50, 400]), dtype([0.5, 0.1, 0.9, 0.3, 0.75])
    for out in (tf.half, tf.float32, tf.float64, tf.int32, tf.int64):
        call("StatelessRandomBinomial", np.int32([3, 5]), np.int32([1, 2]), counts, probs, dtype=out)
    call("StatelessRandomBinomial", np.int64([4, 2, 5]), np.int64([-1, 1 << 40]), counts, dtype([[0], [1]]))
    call("StatelessRandomBinomial", np.int32([2, 3]), np.int32([3, 4]), dtype(20), dtype([0.5, -1, 2]))
call("StatelessRandomBinomial", np.int32([2, 6]), np.int32([5, 6]), np.float64([-3, 1e6, 2.5, 1e15, np.inf, 7]),
     np.float64([0.5, 1e-6, 0.5, 0.5, 0.5, np.nan]), dtype=tf.float64)
call("StatelessRandomBinomial", np.int32([0, 2]), np.int32([5, 6]), np.float64([3, 1]), np.float64(0.5))
call("StatelessRandomBinomial", np.int32([2, 0]), np.int32([5, 6]), np.float64([]), np.float64(0.5))
call("StatelessRandomBinomial", np.int32([2, 3]), np.int32([5, 6]), np.float64([1, 2]), np.float64(0.5))
call("StatelessRandomBinomial", np.int32([2, 3]), np.int32([5, 6]), np.float64([1, 2]), np.float64([1, 2, 3]))
call("StatelessRandomBinomial", np.int32([2]), np.int32([5]), np.float64([1, 2]), np.float64(0.5))
call("StatelessRandomBinomial", np.int32(2), np.int32([5, 6]), np.float64(1), np.float64(0.5))
call("StatelessRandomBinomial", np.int32([2]), np.int32([5, 6]), np.int32(1), np.int32(1))

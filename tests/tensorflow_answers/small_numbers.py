#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers to ask TensorFlow with: the same at each run, with few digits so that files stay small."""
import ml_dtypes
import numpy as np

_random = np.random.default_rng(12)
FLOATS = (np.float32, np.float64, np.float16, ml_dtypes.bfloat16)
INTS = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
# How far answers of small floats may differ, where sums are rounded at other places.
LOOSE = {np.float16: dict(rtol=4e-3, atol=4e-3), ml_dtypes.bfloat16: dict(rtol=3e-2, atol=3e-2)}


def some(shape, dtype=np.float32):
    """Quarters from -2 to 2."""
    return (_random.integers(-8, 9, shape) / 4).astype(dtype)


def whole(shape, dtype=np.int32, low=0, high=9):
    return _random.integers(low, high, shape).astype(dtype)

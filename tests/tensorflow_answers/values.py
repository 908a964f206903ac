# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Short names for what calls of array ops are made of."""
import numpy as np

F, I, L = np.float32, np.int32, np.int64
nan, inf = np.nan, np.inf
NUMBERS = [np.float16, F, np.float64, np.int8, np.int16, I, L, np.uint8, np.uint16, np.uint32,
           np.uint64, np.complex64, np.complex128]
REALS = NUMBERS[:-2]


def texts(*values):
    return np.array([v.encode() for v in values], dtype=object)


def count(*shape, dtype=F):
    """1, 2, 3, ... of a shape."""
    return np.arange(1, np.prod(shape) + 1).reshape(shape).astype(dtype)

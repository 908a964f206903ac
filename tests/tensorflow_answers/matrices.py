# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Matrices that calls share, and how close answers are to be."""
import numpy as np

CLOSE = {np.float32: {"rtol": 2e-5, "atol": 2e-6}, np.float64: {"rtol": 1e-12, "atol": 1e-13},
         np.complex64: {"rtol": 2e-5, "atol": 2e-6}, np.complex128: {"rtol": 1e-12, "atol": 1e-13},
         np.float16: {"rtol": 5e-3, "atol": 2e-3}}
GENERAL = [[4, 1, -1], [2, 5, 0.5], [1, -2, 3]]
SINGULAR = np.float32([[1, 2], [2, 4]])


def counting(*shape, dtype=np.float32, start=-4):
    """Small whole numbers, which every type holds exactly."""
    return ((np.arange(np.prod(shape, dtype=int)) * 3 + start) % 11 - 5).reshape(shape).astype(dtype)


def general(dtype, batch=()):
    matrix = np.array(GENERAL, dtype)
    if np.issubdtype(dtype, np.complexfloating):
        matrix = matrix + np.array([[0, 1, 0.5], [-1, 0, 2], [0, 0.25, 1]], dtype) * 1j
    return np.broadcast_to(matrix, (*batch, 3, 3)).astype(dtype) + np.zeros((*batch, 1, 1), dtype)


def positive(dtype):
    matrix = general(dtype)
    return (matrix @ matrix.conj().T).astype(dtype)

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of functions of matrices, of systems with three diagonals, and of least squares."""
import numpy as np
from answers import call
from matrices import counting, general, positive

ROTATION = [[0, -1], [1, 0]]
for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    fine = dtype in (np.float64, np.complex128)
    close = {"rtol": 1e-11, "atol": 1e-11} if fine else {"rtol": 5e-4, "atol": 5e-4}
    matrices = [general(dtype), positive(dtype), np.array(ROTATION, dtype),
                general(dtype, (2, 1)) * dtype(0.01), np.eye(2, dtype=dtype) * 3,
                np.zeros([2, 0, 0], dtype)]
    for matrix in matrices:
        call("MatrixSquareRoot", matrix, **close)
        if np.issubdtype(dtype, np.complexfloating):
            call("MatrixLogarithm", matrix, **close)
    call("MatrixSquareRoot", counting(2, 3, dtype=dtype))
    call("MatrixSquareRoot", np.diag([0, 4, 9]).astype(dtype), **close)
    diagonals = counting(3, 5, dtype=dtype) + dtype(0.5)
    for settings in [{}, {"partial_pivoting": False}, {"perturb_singular": True}]:
        call("TridiagonalSolve", diagonals, counting(5, 2, dtype=dtype), **close, **settings)
        call("TridiagonalSolve", diagonals[:, :1], counting(1, 2, dtype=dtype), **close, **settings)
        call("TridiagonalSolve", diagonals[:, 2:4], counting(2, 1, dtype=dtype), **close, **settings)
    call("TridiagonalSolve", np.stack([diagonals, diagonals + dtype(2)]),
         counting(2, 5, 1, dtype=dtype), **close)
    # The first pivot is 0.
    exchanged = np.array([[1, 1, 9], [0, 2, 1], [9, 1, 3]], dtype)
    call("TridiagonalSolve", exchanged, counting(3, 2, dtype=dtype), **close)
    # TensorFlow gives complex zeros in place of NaNs.
    if not np.issubdtype(dtype, np.complexfloating):
        call("TridiagonalSolve", exchanged, counting(3, 2, dtype=dtype), partial_pivoting=False)
        call("TridiagonalSolve", np.array([[2, 9], [1, 4], [9, 2]], dtype),
             counting(2, 1, dtype=dtype))
F = np.float32
call("TridiagonalSolve", counting(2, 5), counting(5, 2))
call("TridiagonalSolve", counting(3, 5), counting(4, 2))
call("TridiagonalSolve", np.zeros([3, 0], F), np.zeros([0, 2], F))
call("TridiagonalSolve", counting(3, 5), counting(5, 2), partial_pivoting=False,
     perturb_singular=True)

# --- Least squares ---
for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    fine = dtype in (np.float64, np.complex128)
    close = {"rtol": 1e-11, "atol": 1e-11} if fine else {"rtol": 5e-4, "atol": 5e-4}
    high = np.concatenate([general(dtype), counting(2, 3, dtype=dtype)])
    for fast in (True, False):
        for matrix in (general(dtype), high, np.ascontiguousarray(high.conj().T)):
            for l2 in (0.0, 0.75):
                rhs = counting(matrix.shape[0], 2, dtype=dtype)
                call("MatrixSolveLs", matrix, rhs, np.float64(l2), fast=fast, **close)
        batch = np.stack([high, high * dtype(2)])
        call("MatrixSolveLs", batch, counting(2, 5, 1, dtype=dtype), np.float64(0.5), fast=fast, **close)
    deficient = np.array([[1, 2], [2, 4], [3, 6]], dtype)
    call("MatrixSolveLs", deficient, counting(3, 2, dtype=dtype), np.float64(0), fast=False, **close)
    call("MatrixSolveLs", deficient, counting(3, 2, dtype=dtype), np.float64(1), fast=True, **close)
    call("MatrixSolveLs", np.zeros([3, 2], dtype), counting(3, 2, dtype=dtype), np.float64(0), fast=True)
    call("MatrixSolveLs", np.zeros([3, 2], dtype), counting(3, 2, dtype=dtype), np.float64(0), fast=False)
for fast in (True, False):
    for shapes in (([3, 2], [3, 0]), ([0, 2], [0, 0]), ([2, 0], [2, 3]), ([0, 3, 2], [0, 3, 1]), ([3, 2], [2, 2]), ([3], [3, 1]),
                   ([2, 3, 2], [3, 1])):
        call("MatrixSolveLs", *[np.zeros(shape, np.float32) for shape in shapes], np.float64(1), fast=fast)
    call("MatrixSolveLs", counting(2, 2), counting(2, 2), np.float64([1]), fast=fast)
    call("MatrixSolveLs", counting(2, 2), counting(2, 2), np.float64(-1), fast=fast)

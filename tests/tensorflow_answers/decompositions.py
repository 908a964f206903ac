# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of decompositions; what is unique up to signs is compared by its product, in C++."""
import numpy as np
import tensorflow as tf
from answers import call
from matrices import CLOSE, SINGULAR, counting, general, positive


def rhs(*shape, dtype):
    return counting(*shape, dtype=np.float32).astype(dtype)


for dtype in (np.float32, np.float64, np.complex64, np.complex128):
    close = CLOSE[dtype]
    matrix = general(dtype)
    call("Cholesky", positive(dtype), **close)
    call("MatrixDeterminant", matrix, **close)
    call("LogMatrixDeterminant", matrix, **close)
    call("Lu", matrix, **close)
    call("Lu", matrix, output_idx_type=tf.int64, **close)
    for adjoint in (False, True):
        call("MatrixInverse", matrix, adjoint=adjoint, **close)
        call("MatrixSolve", matrix, rhs(3, 2, dtype=dtype), adjoint=adjoint, **close)
        for lower in (False, True):
            call("MatrixTriangularSolve", matrix, rhs(3, 2, dtype=dtype), adjoint=adjoint,
                 lower=lower, **close)
            call("BandedTriangularSolve", matrix[1:] + 2, rhs(3, 2, dtype=dtype), adjoint=adjoint,
                 lower=lower, **close)
    call("TridiagonalMatMul", matrix[:1], matrix[1:2], matrix[2:], rhs(3, 2, dtype=dtype), **close)
for dtype in (np.float32, np.float64):
    call("CholeskyGrad", general(dtype), general(dtype) + 1, **CLOSE[dtype])
call("MatrixInverse", general(np.float16), **CLOSE[np.float16])
for op in ("Cholesky", "MatrixInverse", "MatrixDeterminant", "LogMatrixDeterminant", "Lu", "Qr", "Svd",
           "SelfAdjointEigV2"):
    for shape in ((0, 0), (0, 2, 2), (2, 0, 0), (2, 3), (2,)):
        if op not in ("Qr", "Svd") or shape != (2, 3):
            call(op, np.ones(shape, np.float32))
for op in ("MatrixInverse", "MatrixDeterminant", "LogMatrixDeterminant", "Lu"):
    for matrix in (SINGULAR, SINGULAR * 0, np.full((2, 2), np.nan, np.float32)):
        call(op, matrix)
    call(op, general(np.float32, (2,)) * np.float32([[[1]], [[2]]]), **CLOSE[np.float32])
call("Cholesky", np.full((2, 2), np.nan, np.float32))
call("SelfAdjointEigV2", np.full((2, 2), np.nan, np.float32))
call("Svd", np.full((2, 3), np.nan, np.float32))
call("Svd", np.ones((0, 2), np.float32), full_matrices=True)
call("Svd", np.ones((2, 0), np.float32), full_matrices=True)
call("Qr", np.ones((2, 0), np.float32), full_matrices=True)
call("Qr", np.ones((0, 2), np.float32))
call("Eig", np.full((2, 2), np.nan, np.float32), Tout=tf.complex64)
call("Eig", general(np.float32), Tout=tf.complex128)
call("Eig", np.ones((0, 0), np.float32), Tout=tf.complex64)
call("Eig", np.ones((2, 3), np.float32), Tout=tf.complex64)
call("CholeskyGrad", np.ones((2, 2), np.float32), np.ones((3, 3), np.float32))
A, B = np.float32([[4, 1], [2, 3]]), np.float32([[1], [2]])
for op in ("MatrixSolve", "MatrixTriangularSolve"):
    for matrix, right in ((A, B[:, 0]), (A, np.ones((3, 1))), (np.ones((2, 3)), B), (A[None], B),
                          (np.stack([A, A + 1]), np.stack([B, B + 1])), (A, np.stack([B, B + 1])),
                          (np.stack([A, A]), np.ones((3, 2, 1))), (A, np.ones((2, 0))),
                          (np.ones((0, 0)), np.ones((0, 3))), (SINGULAR * 0, np.ones((2, 0))),
                          (np.ones((0, 2, 2)), np.ones((0, 2, 1))), ([[0, 0], [1, 2]], B)):
        call(op, np.array(matrix, np.float32), np.array(right, np.float32), **CLOSE[np.float32])
for bands, right in ((np.ones((4, 3)), np.ones((3, 1))), (np.zeros((2, 3)), np.ones((3, 1))),
                     (np.ones((2, 3)), np.ones((2, 1))), (np.ones((0, 3)), np.ones((3, 1))),
                     (np.ones((2, 3)) * 2, np.ones((2, 3, 1)))):
    call("BandedTriangularSolve", np.array(bands, np.float32), np.array(right, np.float32))
for shapes in (((1, 3), (1, 3), (1, 3), (2, 2)), ((2, 3), (1, 3), (1, 3), (3, 2)),
               ((2, 1, 3), (2, 1, 3), (2, 1, 3), (2, 3, 1)), ((1, 0), (1, 0), (1, 0), (0, 2))):
    call("TridiagonalMatMul", *[counting(*shape) for shape in shapes])

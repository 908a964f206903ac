# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that compute with sparse tensors."""
import numpy as np
from answers import call

NUMBERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
           np.float16, np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]


def i64(values):
    return np.int64(values)


def sparse(dtype=np.float32):
    """A matrix of 3 x 4 with 4 elements, none in row 1."""
    return i64([[0, 1], [0, 3], [2, 0], [2, 2]]), np.array([5, 2, 7, 3]).astype(dtype), i64([3, 4])


EMPTY = [np.zeros([0, 2], np.int64), np.zeros([0], np.float32), i64([3, 4])]
OTHER = i64([[0, 0], [1, 3]]), np.float32([8, 9]), i64([3, 4])

# --- Two sparse tensors ---
for dtype in [np.int8, np.int16, np.int32, np.int64, np.float32, np.float64] + COMPLEX:
    real = {np.complex64: np.float32, np.complex128: np.float64}.get(dtype, dtype)
    a = i64([[0, 0], [0, 2], [1, 1]]), dtype([1, -2, 3]), i64([2, 3])
    b = i64([[0, 1], [0, 2], [1, 2]]), dtype([4, 2, -6]), i64([2, 3])
    call("SparseAdd", *a, *b, real(0))
    call("SparseAdd", *a, *b, real(4))
    call("SparseAddGrad", dtype([1, 2, 3, 4]), a[0], b[0], i64([[0, 0], [0, 1], [0, 2], [1, 2]]))
call("SparseAdd", *sparse(), *EMPTY, np.float32(0.5))
call("SparseAdd", *sparse(), OTHER[0], OTHER[1], i64([3, 5]), np.float32(0))
call("SparseAdd", *sparse(), *OTHER, np.float32([0]))
for dtype in NUMBERS[::2] + [np.uint64]:
    for op in ["SparseSparseMaximum", "SparseSparseMinimum"]:
        call(op, *sparse(dtype), i64([[0, 0], [0, 1], [2, 2]]), dtype([1, 9, 2]), i64([3, 4]))
call("SparseSparseMaximum", *EMPTY, i64([[0, 0], [1, 1]]), np.float32([-1, 1]), i64([3, 4]))
call("SparseSparseMinimum", *EMPTY, i64([[0, 0]]), np.float32([1]), i64([3, 5]))

# --- Sparse and dense ---
for dtype in NUMBERS:
    dense = (np.arange(12).reshape(3, 4) + 1).astype(dtype)
    for op in ["SparseDenseCwiseMul", "SparseDenseCwiseAdd", "SparseDenseCwiseDiv"]:
        call(op, *sparse(dtype), dense)
for dense in [np.float32(2), np.float32([1, 2, 3, 4]), np.float32([[1], [2], [3]]),
              np.float32([1, 2]), np.ones([1, 3, 4], np.float32)]:
    call("SparseDenseCwiseMul", *sparse(), dense)
call("SparseDenseCwiseAdd", i64([[3, 0]]), np.float32([1]), i64([3, 4]), np.float32(1))
call("SparseDenseCwiseDiv", *sparse(), np.zeros([3, 4], np.float32))
for dtype in NUMBERS + COMPLEX:
    call("SparseTensorDenseAdd", *sparse(dtype), (np.arange(12).reshape(3, 4)).astype(dtype))
call("SparseTensorDenseAdd", np.int32([[1], [1]]), np.float32([1, 2]), np.int32([3]),
     np.float32([1, 1, 1]))
call("SparseTensorDenseAdd", i64([[3]]), np.float32([1]), i64([3]), np.float32([1, 1, 1]))
call("SparseTensorDenseAdd", i64([[2]]), np.float32([1]), i64([4]), np.float32([1, 1, 1]))
DENSE = np.arange(8).reshape(4, 2) + 1
for dtype in [np.int32, np.float16, np.float32, np.float64] + COMPLEX:
    call("SparseTensorDenseMatMul", *sparse(dtype), DENSE.astype(dtype))
    call("SparseTensorDenseMatMul", *sparse(dtype), DENSE[:3].astype(dtype), adjoint_a=True)
    call("SparseTensorDenseMatMul", *sparse(dtype), DENSE.T.astype(dtype), adjoint_b=True)
call("SparseTensorDenseMatMul", i64([[0, 0], [0, 1]]), np.complex64([1 + 2j, 3 - 1j]), i64([1, 2]),
     np.complex64([[1 - 1j], [2j]]).T, adjoint_b=True)
call("SparseTensorDenseMatMul", i64([[0, 0], [0, 1]]), np.complex64([1 + 2j, 3 - 1j]), i64([1, 2]),
     np.complex64([[1 - 1j, 2j]]), adjoint_a=True)
call("SparseTensorDenseMatMul", *EMPTY, DENSE.astype(np.float32))
call("SparseTensorDenseMatMul", np.int32([[0, 0], [0, 0]]), np.float32([1, 2]), i64([1, 1]),
     np.float32([[3]]))
call("SparseTensorDenseMatMul", i64([[3, 0]]), np.float32([1]), i64([3, 4]), DENSE.astype(np.float32))
call("SparseTensorDenseMatMul", *sparse(), DENSE[:3].astype(np.float32))
call("SparseTensorDenseMatMul", *sparse(), np.float32([1, 2, 3, 4]))

# --- Reductions ---
for dtype in NUMBERS + COMPLEX:
    call("SparseReduceSum", *sparse(dtype), np.int32([1]))
    call("SparseReduceSumSparse", *sparse(dtype), np.int32([0]))
    if dtype not in COMPLEX:
        call("SparseReduceMax", *sparse(dtype), np.int32([1]))
        call("SparseReduceMaxSparse", *sparse(dtype), np.int32([0]))
for axes in [np.int32(0), np.int32([]), np.int32([0, 1]), np.int32([-1]), np.int32([1, -1]),
             np.int32([2]), np.int32([-3])]:
    for keep in [True, False]:
        call("SparseReduceSum", *sparse(), axes, keep_dims=keep)
        call("SparseReduceMaxSparse", *sparse(), axes, keep_dims=keep)
call("SparseReduceMax", *sparse()[:1], np.float32([-5, -2, -7, -3]), i64([3, 4]), np.int32([0]))
call("SparseReduceSum", *EMPTY, np.int32([0]))
call("SparseReduceMaxSparse", *EMPTY, np.int32([0]))
call("SparseReduceSum", i64([[2, 0], [0, 1], [2, 2]]), np.float32([1, 2, 3]), i64([3, 4]),
     np.int32([1]))
for dtype in [np.float16, np.float32, np.float64]:
    call("SparseSoftmax", *sparse(dtype), rtol=2e-3 if dtype is np.float16 else 1e-6)
call("SparseSoftmax", i64([[0, 0, 0], [0, 0, 1], [0, 1, 0]]), np.float32([1, 2, 9]), i64([1, 2, 2]),
     rtol=1e-6)
call("SparseSoftmax", *EMPTY)
call("SparseSoftmax", i64([[0]]), np.float32([1]), i64([1]))

# --- Segments ---
ROWS = np.arange(8).reshape(4, 2) + 1
for dtype in NUMBERS:
    call("SparseSegmentSum", ROWS.astype(dtype), np.int32([0, 3, 3]), np.int32([0, 0, 2]))
    call("SparseSegmentSumWithNumSegments", ROWS.astype(dtype), i64([0, 3]), i64([0, 2]), np.int32(4))
for kind in ["Sum", "Mean", "SqrtN"]:
    for dtype in [np.float16, np.float32, np.float64]:
        near = {"rtol": 2e-3 if dtype is np.float16 else 1e-6}
        call(f"SparseSegment{kind}", ROWS.astype(dtype), np.int32([0, 3, 1]), np.int32([0, 0, 2]),
             **near)
        call(f"SparseSegment{kind}WithNumSegments", ROWS.astype(dtype), i64([0, 3, 1]),
             i64([1, 1, 2]), np.int64(4), **near)
        call(f"SparseSegment{kind}Grad", ROWS[:3].astype(dtype), np.int32([0, 3, 0]),
             np.int32([0, 0, 2]), np.int32(5), **near)
        call(f"SparseSegment{kind}GradV2", ROWS[:3].astype(dtype), i64([4, 1, 4]), i64([0, 0, 2]),
             np.int32(5), **near)
F = ROWS.astype(np.float32)
call("SparseSegmentSum", F, np.int32([]), np.int32([]))
call("SparseSegmentMeanWithNumSegments", F, np.int32([]), np.int32([]), np.int32(2))
call("SparseSegmentSum", F, np.int32([4]), np.int32([0]))
call("SparseSegmentSum", F, np.int32([-1]), np.int32([0]))
call("SparseSegmentSum", F, np.int32([0, 1]), np.int32([1, 0]))
call("SparseSegmentSum", F, np.int32([0, 1]), np.int32([-1, 0]))
call("SparseSegmentSum", F, np.int32([0, 1]), np.int32([0]))
call("SparseSegmentSumWithNumSegments", F, np.int32([0, 1]), np.int32([0, 2]), np.int32(2))
call("SparseSegmentSumWithNumSegments", F, np.int32([0, 1]), np.int32([0, 1]), np.int32(-1))
call("SparseSegmentMeanGrad", F, np.int32([5]), np.int32([0]), np.int32(5))
call("SparseSegmentMeanGrad", F, np.int32([0]), np.int32([4]), np.int32(5))
call("SparseSegmentMeanGradV2", F, np.int32([]), np.int32([]), np.int32(5))

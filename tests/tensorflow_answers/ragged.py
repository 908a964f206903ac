# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on ragged tensors, and of those that count."""
import numpy as np
from answers import call


def i64(*values):
    return np.int64(values)


def texts(*values):
    return np.array(values, object)


NONE = np.float32([])
F = np.float32([1, 2, 3, 4, 5])
SPLITS = i64(0, 2, 2, 5)

# --- RaggedTensorToTensor ---
for shape in [i64(-1, -1), i64(2, 2), i64(4, 4), i64(-1, 1), np.int64(-1), i64(0, 3), i64(3, 0)]:
    call("RaggedTensorToTensor", shape, F, np.float32(9), [SPLITS], row_partition_types=["ROW_SPLITS"])
    call("RaggedTensorToTensor", shape, F, np.float32(9), [np.int64(4), i64(0, 0, 2, 2, 3)],
         row_partition_types=["FIRST_DIM_SIZE", "VALUE_ROWIDS"])
for values in [np.int32([1, 2, 3, 4, 5]), np.bool_([1, 0, 1, 1, 0]), np.complex64([1, 2j, 3, 4, 5]),
               np.float16([1, 2, 3, 4, 5]), np.uint8([1, 2, 3, 4, 5])]:
    call("RaggedTensorToTensor", np.int32([-1, -1]), values, values[0], [np.int32([0, 2, 2, 5])],
         row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, 3), texts(b"a", b"bc", b"d", b"e", b""), texts(b"?")[0:1].reshape(()),
     [SPLITS], row_partition_types=["ROW_SPLITS"])
PAIRS = np.float32([[1, 2], [3, 4], [5, 6]])
for default in [np.float32(9), np.float32([8, 9]), np.float32([7])]:
    call("RaggedTensorToTensor", i64(-1, -1, 2), PAIRS, default, [i64(0, 1, 3)],
         row_partition_types=["ROW_SPLITS"])
DEEP = [i64(0, 2, 2, 3), i64(0, 1, 3, 5)]
for shape in [i64(-1, -1, -1), i64(2, 1, 2), i64(4, 3, 1)]:
    call("RaggedTensorToTensor", shape, F, np.float32(0), DEEP,
         row_partition_types=["ROW_SPLITS", "ROW_SPLITS"])
    call("RaggedTensorToTensor", shape, F, np.float32(0), [np.int64(3), i64(0, 0, 2), DEEP[1]],
         row_partition_types=["FIRST_DIM_SIZE", "VALUE_ROWIDS", "ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1), NONE, np.float32(0), [i64(0)],
     row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1), NONE, np.float32(0), [i64(0, 0, 0)],
     row_partition_types=["ROW_SPLITS"])
for shape in [i64(-1), i64(-1, -1, -1), np.int64(3)]:
    call("RaggedTensorToTensor", shape, F, np.float32(9), [SPLITS], row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1, 3), PAIRS, np.float32(9), [i64(0, 1, 3)],
     row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1), F, np.float32([9]), [SPLITS], row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1), F, np.float32(9), [i64(0, 2, 4)],
     row_partition_types=["ROW_SPLITS"])
call("RaggedTensorToTensor", i64(-1, -1), F, np.float32(9), [np.int64(4), i64(0, 0, 2, 2, 4)],
     row_partition_types=["FIRST_DIM_SIZE", "VALUE_ROWIDS"])

# --- RaggedTensorToSparse ---
call("RaggedTensorToSparse", [SPLITS], F)
call("RaggedTensorToSparse", [np.int32([0, 2, 2, 5])], texts(b"a", b"b", b"c", b"d", b""))
call("RaggedTensorToSparse", DEEP, F)
call("RaggedTensorToSparse", [i64(0, 1, 3)], PAIRS)
call("RaggedTensorToSparse", [i64(0, 0)], NONE)
call("RaggedTensorToSparse", [i64(0)], NONE)
call("RaggedTensorToSparse", [i64(0, 2)], F)
call("RaggedTensorToSparse", [i64(1, 5)], F)
call("RaggedTensorToSparse", [i64(0, 4, 2, 5)], F)
call("RaggedTensorToSparse", [i64()], NONE)

# --- RaggedGather ---
for indices in [i64(2, 0, 2), np.int32([1]), i64()]:
    call("RaggedGather", [SPLITS], F, indices, OUTPUT_RAGGED_RANK=1)
    call("RaggedGather", DEEP, F, indices, OUTPUT_RAGGED_RANK=2)
call("RaggedGather", [np.int32([0, 2, 2, 5])], texts(b"a", b"b", b"c", b"d", b""), i64(2, 0),
     OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [SPLITS], F, np.int64([[2, 0], [1, 1], [0, 2]]), OUTPUT_RAGGED_RANK=2)
call("RaggedGather", DEEP, F, np.int64(0), OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [SPLITS], F, np.int64(2), OUTPUT_RAGGED_RANK=0)
call("RaggedGather", [i64(0, 1, 3)], PAIRS, i64(1, 1), OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [SPLITS], F, i64(3), OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [SPLITS], F, i64(-1), OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [i64(0, 9)], F, i64(0), OUTPUT_RAGGED_RANK=1)
call("RaggedGather", [i64(1, 5)], F, i64(0), OUTPUT_RAGGED_RANK=1)

# --- RaggedRange ---
for dtype in [np.int32, np.int64, np.float32, np.float64]:
    call("RaggedRange", dtype([0, 5, 8]), dtype([3, 5, 2]), dtype([1, 2, -2]))
    call("RaggedRange", dtype(0), dtype([3, 5, 0]), dtype(2))
call("RaggedRange", np.int32(0), np.int32(4), np.int32(1))
call("RaggedRange", np.float32([0, 1]), np.float32([1, 0]), np.float32([0.1, -0.3]),
     Tsplits=np.int32)
call("RaggedRange", np.int32([]), np.int32([]), np.int32([]))
call("RaggedRange", np.int32([0]), np.int32([1]), np.int32([0]))
call("RaggedRange", np.int32([0, 1]), np.int32([1]), np.int32([1]))
call("RaggedRange", np.int32([[0]]), np.int32([1]), np.int32([1]))
call("RaggedRange", np.float32([0]), np.float32([np.inf]), np.float32([1]))

# --- Counting ---
VALUES = np.int64([1, 0, 3, 1, 1])
for dtype in [np.int32, np.int64, np.float32, np.float64]:
    weights = np.array([1, 2, 3, 4, 5]).astype(dtype)
    none = np.array([]).astype(dtype)
    for binary in [True, False]:
        for given in [weights, none]:
            call("RaggedBincount", SPLITS, VALUES, np.int64(3), given, binary_output=binary)
    call("SparseBincount", np.int64([[0, 1], [0, 3], [2, 0], [2, 1], [2, 2]]), VALUES.astype(np.int32),
         i64(3, 4), np.int32(4), weights)
    call("SparseBincount", np.int64([[0], [1], [3], [4], [5]]), VALUES, i64(6), np.int64(2), none)
    call("DenseCountSparseOutput", VALUES, weights, binary_output=False)
    call("DenseCountSparseOutput", np.int32([[1, 1, 5], [0, 2, 0]]), none, binary_output=False)
    call("SparseCountSparseOutput", np.int64([[0, 1], [0, 3], [2, 0], [2, 1], [2, 2]]), VALUES,
         i64(3, 4), weights, binary_output=False)
    call("RaggedCountSparseOutput", SPLITS, VALUES, none, binary_output=True)
    call("RaggedCountSparseOutput", SPLITS, VALUES.astype(np.int32), weights, binary_output=False)
for lengths in [(-1, 2), (6, -1), (2, 5), (0, 0), (7, 3), (-1, 0), (0, -1)]:
    bounds = {"minlength": lengths[0], "maxlength": lengths[1], "binary_output": False}
    call("DenseCountSparseOutput", VALUES, NONE, **bounds)
    call("RaggedCountSparseOutput", SPLITS, VALUES, NONE, **bounds)
call("DenseCountSparseOutput", i64(), NONE, binary_output=False)
call("DenseCountSparseOutput", np.zeros([2, 0], np.int64), NONE, binary_output=False)
call("DenseCountSparseOutput", np.int64(1), NONE, binary_output=False)
call("DenseCountSparseOutput", i64(-1), NONE, binary_output=False)
call("DenseCountSparseOutput", VALUES, np.float32([1]), binary_output=False)
call("SparseCountSparseOutput", np.int64([[3, 0]]), i64(1), i64(3, 4), NONE, binary_output=False)
call("SparseCountSparseOutput", np.int64([[0]]), i64(1), i64(3), NONE, binary_output=False)
call("SparseCountSparseOutput", np.int64([[0, 1, 0]]), i64(1), i64(3, 2, 1), NONE, binary_output=False)
call("SparseCountSparseOutput", np.zeros([0, 2], np.int64), i64(), i64(3, 2), NONE,
     binary_output=False)
call("RaggedCountSparseOutput", i64(0, 2), VALUES, NONE, binary_output=False)
call("RaggedCountSparseOutput", i64(1, 5), VALUES, NONE, binary_output=False)
call("RaggedBincount", i64(0, 2), VALUES, np.int64(3), NONE)
call("RaggedBincount", SPLITS, VALUES, np.int64(-3), NONE)
call("RaggedBincount", SPLITS, -VALUES, np.int64(3), NONE)
call("RaggedBincount", SPLITS, VALUES, np.int64(0), NONE)
call("RaggedBincount", SPLITS, VALUES, i64(3), NONE)
call("SparseBincount", np.int64([[7]]), i64(1), i64(3), np.int64(3), NONE)
call("SparseBincount", np.int64([[7, 0]]), i64(1), i64(3, 3), np.int64(3), NONE)
call("SparseBincount", np.int64([[1]]), i64(-1), i64(3), np.int64(3), NONE)
call("SparseBincount", np.int64([[1, 1, 0]]), i64(1), i64(3, 3, 1), np.int64(3), NONE)
call("SparseBincount", np.int64([[1, 7]]), i64(1), i64(3, 3), np.int64(3), NONE)

# --- Crosses of features ---
WORDS = texts(b"a", b"b", b"c", b"d", b"")
SPARSE = np.int64([[0, 0], [2, 0], [2, 1]]), texts(b"s", b"t", b"u"), i64(3, 2)
MORE = np.int64([[1, 2], [3, 4], [5, 6]])


def cross(values, splits, order, out="string", buckets=0, splits_out="int64", dense=MORE):
    call("RaggedCross", [values], [splits], [SPARSE[0]], [SPARSE[1]], [SPARSE[2]], [dense],
         input_order=order, hashed_output=out == "int64", num_buckets=buckets, hash_key=7,
         out_values_type=out, out_row_splits_type=splits_out)


for order in ["RSD", "DSR", "SRD"]:
    cross(WORDS, SPLITS, order)
    cross(VALUES, np.int32([0, 2, 2, 5]), order, splits_out="int32")
    cross(WORDS, SPLITS, order, out="int64")
    cross(VALUES, SPLITS, order, out="int64", buckets=10)
cross(WORDS, SPLITS, "RSD", dense=MORE[:2])
cross(WORDS, SPLITS[:2], "RSD")

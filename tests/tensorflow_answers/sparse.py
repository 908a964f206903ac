# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that make, cut and join sparse tensors."""
import numpy as np
from answers import call

NUMBERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
           np.float16, np.float32, np.float64]
COMPLEX = [np.complex64, np.complex128]


def i64(values):
    return np.int64(values)


def texts(*values):
    return np.array(values, object)


def sparse(dtype=np.float32):
    """A matrix of 3 x 4 with 4 elements, none in row 1."""
    return i64([[0, 1], [0, 3], [2, 0], [2, 2]]), np.array([5, 2, 7, 3]).astype(dtype), i64([3, 4])


EMPTY = [np.zeros([0, 2], np.int64), np.zeros([0], np.float32), i64([3, 4])]

# --- SparseToDense ---
for dtype in NUMBERS + COMPLEX + [np.bool_]:
    call("SparseToDense", i64([[0, 1], [1, 0]]), i64([2, 2]), dtype([1, 2]), dtype(3))
call("SparseToDense", np.int32([1, 3]), np.int32([5]), texts(b"a", b"bc"), texts(b"-").reshape(()))
call("SparseToDense", np.int32(2), np.int32([4]), np.float32(1), np.float32(0))
call("SparseToDense", np.int32([2]), np.int32([4]), np.float32([1]), np.float32(0))
call("SparseToDense", i64([[0, 0], [1, 1]]), i64([2, 2]), np.float32(4), np.float32(0))
call("SparseToDense", np.zeros([0, 2], np.int64), i64([2, 0]), np.float32([]), np.float32(0))
call("SparseToDense", i64([[1], [0]]), i64([3]), np.float32([1, 2]), np.float32(0))
call("SparseToDense", i64([[1], [0], [1]]), i64([3]), np.float32([1, 2, 3]), np.float32(0),
     validate_indices=False)
call("SparseToDense", i64([[1], [1]]), i64([3]), np.float32([1, 2]), np.float32(0))
call("SparseToDense", i64([[3]]), i64([3]), np.float32([1]), np.float32(0))
call("SparseToDense", i64([[-1]]), i64([3]), np.float32([1]), np.float32(0), validate_indices=False)
call("SparseToDense", i64([[0]]), i64([3, 3]), np.float32([1]), np.float32(0))
call("SparseToDense", i64([[0]]), i64([3]), np.float32([1, 2]), np.float32(0))
call("SparseToDense", i64([[0]]), i64([3]), np.float32([1]), np.float32([0]))
call("SparseToDense", i64([[0]]), i64([-3]), np.float32([1]), np.float32(0))

# --- SparseFillEmptyRows ---
for dtype in [np.int32, np.float32, np.complex64, np.bool_]:
    call("SparseFillEmptyRows", *sparse(dtype), dtype(1))
    call("SparseFillEmptyRowsGrad", i64([2, 0]), np.array([1, 0, 1, 1]).astype(np.float32))
call("SparseFillEmptyRows", i64([[2, 1], [0, 0], [2, 0]]), texts(b"a", b"b", b"c"), i64([4, 2]),
     texts(b"?").reshape(()))
call("SparseFillEmptyRows", i64([[0, 0], [1, 1]]), np.float32([1, 2]), i64([2, 2]), np.float32(0))
call("SparseFillEmptyRows", *EMPTY, np.float32(9))
call("SparseFillEmptyRows", np.zeros([0, 2], np.int64), np.float32([]), i64([0, 4]), np.float32(9))
call("SparseFillEmptyRows", i64([[0, 0]]), np.float32([1]), i64([0, 4]), np.float32(9))
call("SparseFillEmptyRows", i64([[3, 0]]), np.float32([1]), i64([3, 4]), np.float32(9))
call("SparseFillEmptyRows", i64([[-1, 0]]), np.float32([1]), i64([3, 4]), np.float32(9))
call("SparseFillEmptyRows", *sparse(), np.float32([9]))
for dtype in NUMBERS + COMPLEX:
    call("SparseFillEmptyRowsGrad", i64([2, 0]), dtype([1, 2, 3, 4]))
call("SparseFillEmptyRowsGrad", i64([2, 4]), np.float32([1, 2, 3, 4]))

# --- SparseReshape ---
call("SparseReshape", *sparse()[::2], i64([2, 6]))
call("SparseReshape", *sparse()[::2], i64([2, -1, 3]))
call("SparseReshape", *sparse()[::2], i64([12]))
call("SparseReshape", *sparse()[::2], i64([3, 4]))
call("SparseReshape", EMPTY[0], i64([0, 4]), i64([0, 2, 2]))
call("SparseReshape", EMPTY[0], i64([0, 4]), i64([-1, 2]))
call("SparseReshape", EMPTY[0], i64([0, 4]), i64([-1, 0]))
for shape in [[5], [-1, -1], [-2, 6], [-1, 5], [2, 2**62, 2**62]]:
    call("SparseReshape", *sparse()[::2], i64(shape))
call("SparseReshape", sparse()[0], i64([3, 4, 1]), i64([12]))

# --- SparseReorder ---
for values in [np.float32([1, 2, 3]), np.int8([1, 2, 3]), texts(b"a", b"bb", b""),
               np.complex128([1, 2, 3j])]:
    call("SparseReorder", i64([[2, 1], [0, 3], [0, 1]]), values, i64([3, 4]))
call("SparseReorder", *sparse())
call("SparseReorder", *EMPTY)
call("SparseReorder", i64([[1, 0], [0, 0], [1, 0]]), np.float32([1, 2, 3]), i64([2, 2]))
call("SparseReorder", i64([[1, 0]]), np.float32([1, 2]), i64([2, 2]))
call("SparseReorder", i64([[1, 0]]), np.float32([1]), i64([2]))

# --- SparseConcat, SparseSplit, SparseSlice ---
OTHER = i64([[0, 0], [1, 3]]), np.float32([8, 9]), i64([3, 4])


def joined(*parts):
    return [[part[i] for part in parts] for i in range(3)]


for dim in [0, 1, -1, -2]:
    call("SparseConcat", *joined(sparse(), OTHER), concat_dim=dim)
call("SparseConcat", *joined(sparse(), EMPTY, OTHER), concat_dim=1)
call("SparseConcat", *joined((i64([[0]]), texts(b"a"), i64([2])), (i64([[1]]), texts(b"b"), i64([3]))),
     concat_dim=0)
call("SparseConcat", *joined(sparse(), OTHER), concat_dim=2)
call("SparseConcat", *joined(sparse(), (OTHER[0], OTHER[1], i64([2, 4]))), concat_dim=1)
call("SparseConcat", *joined(sparse(), (i64([[0]]), np.float32([1]), i64([3]))), concat_dim=0)
for n in [1, 2, 3, 4]:
    call("SparseSplit", i64(1), *sparse(), num_split=n)
call("SparseSplit", i64(0), *sparse(np.int16), num_split=2)
call("SparseSplit", i64(0), *sparse(), num_split=4)
call("SparseSplit", i64(2), *sparse(), num_split=2)
call("SparseSplit", i64(-1), *sparse(), num_split=2)
for start, size in [([0, 0], [3, 4]), ([0, 1], [2, 2]), ([2, 0], [5, 5]), ([3, 4], [1, 1]),
                    ([0, 0], [0, 0]), ([9, 0], [1, 1])]:
    call("SparseSlice", *sparse(), i64(start), i64(size))
call("SparseSlice", i64([[0], [1], [2]]), texts(b"a", b"b", b"c"), i64([3]), i64([1]), i64([5]))
call("SparseSlice", *sparse(), i64([0]), i64([1, 1]))
for dtype in [np.float32, np.int8, np.complex64]:
    call("SparseSliceGrad", dtype([10, 20]), sparse()[0], i64([0, 1]), i64([[0, 0], [0, 2]]))
call("SparseSliceGrad", np.float32([]), sparse()[0], i64([1, 0]), EMPTY[0])
call("SparseSliceGrad", np.float32([1]), sparse()[0], i64([0]), i64([[0, 0]]))

# --- Crosses of features ---
INDICES, SHAPE = i64([[0, 0], [1, 0], [1, 1]]), i64([2, 2])
WORDS, INTS = texts(b"a", b"b", b"c"), i64([5, 6, -7])
MORE, NUMBERED = texts([b"x", b"y"], [b"z", b""]), i64([[1, 2], [3, 4]])
for out, internal in [("string", "string"), ("string", "int64"), ("int64", "string"), ("int64", "int64")]:
    for values in [WORDS, INTS]:
        for buckets in [0, 100]:
            call("SparseCross", [INDICES], [values], [SHAPE], [MORE], hashed_output=out == "int64",
                 num_buckets=buckets, hash_key=956888297470, out_type=out, internal_type=internal)
for values in [WORDS, INTS]:
    call("SparseCrossV2", [INDICES, INDICES], [values, WORDS], [SHAPE, SHAPE], [NUMBERED],
         texts(b"|").reshape(()))
    for buckets in [0, 100]:
        call("SparseCrossHashed", [INDICES], [values], [SHAPE], [NUMBERED, MORE], np.int64(buckets),
             np.bool_(False), i64([137, 173]))
call("SparseCrossHashed", [INDICES], [WORDS], [SHAPE], [MORE], np.int64(100), np.bool_(True),
     i64([137, 173]))
call("SparseCrossHashed", [INDICES], [INTS], [SHAPE], [MORE], np.int64(0), np.bool_(True),
     i64([137, 173]))
call("SparseCrossV2", [], [], [], [MORE, NUMBERED], texts(b"").reshape(()))
call("SparseCrossV2", [INDICES], [INTS], [i64([3, 2])], [MORE], texts(b"|").reshape(()))
call("SparseCrossV2", [INDICES], [INTS[:1]], [SHAPE], [MORE], texts(b"|").reshape(()))
call("SparseCrossV2", [INDICES], [INTS], [SHAPE], [INTS], texts(b"|").reshape(()))
call("SparseCrossHashed", [INDICES], [WORDS], [SHAPE], [], np.int64(5), np.bool_(True), i64([1]))

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on sets."""
import numpy as np
from answers import call

OPERATIONS = ["a-b", "b-a", "intersection", "union"]


def i64(values):
    return np.int64(values)


def texts(*values):
    return np.array(values, object)


def sparse(dtype=np.int32):
    return i64([[0, 0], [0, 1], [2, 0], [2, 2]]), np.array([3, 1, 5, 5]).astype(dtype), i64([3, 4])


DENSE = [[1, 1, 2], [7, 8, 9], [5, 0, 5]]
EMPTY = np.zeros([0, 2], np.int64), np.int32([]), i64([3, 4])
for operation in OPERATIONS:
    for dtype in [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16]:
        dense = np.array(DENSE).astype(dtype)
        call("DenseToDenseSetOperation", dense, dense[::-1, :2].copy(), set_operation=operation)
        call("DenseToSparseSetOperation", dense, *sparse(dtype), set_operation=operation)
        call("SparseToSparseSetOperation", *sparse(dtype), i64([[0, 1], [1, 0], [2, 0]]),
             dtype([3, 4, 6]), i64([3, 2]), set_operation=operation)
    words = texts([b"b", b"a", b"b"], [b"", b"c", b"a"])
    call("DenseToDenseSetOperation", words, words[:, :1].copy(), set_operation=operation)
    call("DenseToSparseSetOperation", words, i64([[0, 0], [1, 3]]), texts(b"a", b"c"), i64([2, 4]),
         set_operation=operation)
    call("DenseToDenseSetOperation", np.int32([DENSE, DENSE]), np.zeros([2, 3, 0], np.int32),
         set_operation=operation)
    call("SparseToSparseSetOperation", *EMPTY, *EMPTY, set_operation=operation)
call("SparseToSparseSetOperation", i64([[0, 0, 1], [1, 1, 0]]), np.int32([1, 2]), i64([2, 2, 2]),
     i64([[1, 1, 1]]), np.int32([2]), i64([2, 2, 3]), set_operation="union")
call("DenseToDenseSetOperation", np.int32(DENSE), np.int32(DENSE)[:2], set_operation="union")
call("DenseToDenseSetOperation", np.int32([1]), np.int32([1]), set_operation="union")
call("DenseToSparseSetOperation", np.int32(DENSE), *sparse()[:2], i64([4, 4]), set_operation="union")
call("DenseToSparseSetOperation", np.int32(DENSE), i64([[2, 0], [0, 0]]), np.int32([1, 2]), i64([3, 4]),
     set_operation="union")
call("DenseToSparseSetOperation", np.int32(DENSE), i64([[0, 9]]), np.int32([1]), i64([3, 4]),
     set_operation="union")
for dtype in [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16]:
    call("SetSize", *sparse(dtype))
call("SetSize", i64([[0, 0], [0, 1], [1, 1]]), texts(b"a", b"a", b"b"), i64([2, 2]))
call("SetSize", *EMPTY)
call("SetSize", i64([[0, 1, 0], [1, 0, 0], [1, 0, 1]]), np.int32([1, 2, 3]), i64([2, 2, 2]))
call("SetSize", i64([[2, 0], [0, 0]]), np.int32([1, 2]), i64([3, 4]))
call("SetSize", i64([[3, 0]]), np.int32([1]), i64([3, 4]))
call("SetSize", i64([[0, 0]]), np.int32([1, 2]), i64([3, 4]))

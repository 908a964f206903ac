#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that compare elements: the largest, the n-th, bounds, and those that differ."""
import numpy as np

from answers import call
from values import F, I, L, REALS, count, inf, nan, texts

ROWS = F([[3, 1, 2, 3, -inf], [0, -0.0, inf, 5, -7]])
for dtype in REALS:
    call("TopKV2", dtype([1, 5, 3, 5, 0]), I(3))
    call("NthElement", dtype([[4, 1, 3], [2, 2, 7]]), I(1))
    call("LowerBound", dtype([[1, 2, 2, 4]]), dtype([[2, 0, 3]]))
    call("UpperBound", dtype([[1, 2, 2, 4]]), dtype([[2, 0, 3]]), out_type="int64")
for dtype in [np.int8, np.int16, I, L]:
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    call("TopKV2", dtype([0, least, most, -1, 1]), I(5))
for k in range(6):
    call("TopKV2", ROWS, I(k))
    call("TopKV2", ROWS, np.int16(k), sorted=False, index_type="int64")
call("TopKV2", F([1, 5, 3, 4, 2, 9, 0, 7]), I(4), sorted=False)
call("TopKV2", F([5, 5, 5, 1, 5, 7, 7, 2, 5]), L(5), sorted=False)
call("TopKV2", ROWS, L(2), index_type="int16")
call("TopKV2", ROWS, I(-1))
call("TopKV2", ROWS, I(6))
call("TopKV2", ROWS, I([2]))
call("TopKV2", F(1), I(0))
call("TopKV2", F([1, nan, 3]), I(1))
call("TopKV2", np.zeros([2, 0], F), I(0))
call("TopKV2", np.zeros([0, 3], F), I(2))
call("TopKV2", count(2, 2, 3), I(2))
for n in [-1, 0, 2, 4, 5]:
    for reverse in [False, True]:
        call("NthElement", ROWS, I(n), reverse=reverse)
call("NthElement", ROWS, I([1]))
call("NthElement", F(1), I(0))
call("NthElement", count(2, 2, 3), I(1))
for op in ["LowerBound", "UpperBound"]:
    call(op, F([[1, 2, 2, 3]]), F([[2, 0, 9, nan]]))
    call(op, F([[1, 2], [3, 4]]), F([[2], [3]]))
    call(op, F([1, 2]), F([1, 2]))
    call(op, np.zeros([2, 2], F), np.zeros([1, 2], F))
    call(op, np.zeros([1, 2, 2], F), np.zeros([1, 2, 2], F))
    call(op, np.zeros([2, 0], F), np.zeros([2, 2], F))
    call(op, np.zeros([2, 2], F), np.zeros([2, 0], F))

for dtype in REALS + [np.bool_]:
    x = np.array([1, 0, 1, 1], dtype)
    call("Unique", x)
    call("UniqueWithCounts", x, out_idx="int64")
    call("UniqueV2", np.array([[1, 0], [1, 0], [0, 1]], dtype), I([0]))
for dtype in REALS:
    call("ListDiff", dtype([1, 2, 3, 1]), dtype([2, 4]))
for op in ["Unique", "UniqueWithCounts"]:
    call(op, F([nan, 1, nan, -0.0, 0.0, 1]))
    call(op, texts("b", "a", "b", ""))
    call(op, np.zeros([0], F))
    call(op, np.zeros([2, 2], F))
    call(op, F(1))
    matrix = F([[1, 2, 1], [3, 4, 3]])
    for axis in [[0], [1], [-1], [], [2], [0, 1], 0]:
        call(op + "V2", matrix, I(axis))
    call(op + "V2", F([[1, nan], [1, nan], [0, -0.0], [-0.0, 0]]), L([0]))
    call(op + "V2", count(2, 3, 2) // 3, L([1]))
    call(op + "V2", np.float64([[1, 2], [1, 2]]), L([0]))
    call(op + "V2", F([1, 2, 1]), np.zeros([0], I))
    call(op + "V2", np.zeros([3, 0], F), I([0]))
    call(op + "V2", np.zeros([0, 3], F), I([0]))
    call(op + "V2", F(1), I([0]))
    call(op + "V2", texts("a", "b", "a", "b").reshape(2, 2), I([0]))
call("ListDiff", F([nan, 1, 2, 1, 0]), F([nan, 2, -0.0]))
call("ListDiff", texts("a", "b", "c"), texts("b"), out_idx="int64")
call("ListDiff", F([[1]]), F([1]))
call("ListDiff", F([1]), F([[1]]))
call("ListDiff", F([]), F([1]))

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that gather and scatter slices, deal them out and put them together."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, REALS, count, inf, nan, texts

# Slices by index.
for dtype in NUMBERS + [np.bool_]:
    call("GatherNd", count(2, 2, dtype=dtype), I([[1, 0], [0, 1]]))
for indices in [[[1], [0]], [[0, 2], [1, 1]], [[2]], [[-1]], [[0, 0, 0]], [0], [[[1]], [[0]]]]:
    call("GatherNd", count(2, 3), L(indices))
call("GatherNd", count(2, 3), np.int16([[1]]))
call("GatherNd", count(3), np.zeros([2, 0], I))
call("GatherNd", count(3), I(1))
call("GatherNd", F(1), np.zeros([2, 0], I))
call("GatherNd", np.zeros([0, 2], F), np.zeros([2, 1], I))
call("GatherNd", np.zeros([0, 2], F), np.zeros([0, 1], I))
call("GatherNd", np.zeros([2, 0], F), I([[5]]))
call("GatherNd", texts("a", "bc"), I([[1], [1]]))
call("GatherNd", count(3), I([[5], [1]]), bad_indices_policy="IGNORE")
call("GatherNd", count(3), I([[5], [1]]), bad_indices_policy="ERROR")

for dtype in NUMBERS + [np.bool_]:
    call("ScatterNd", I([[1], [1]]), count(2, dtype=dtype), I([3]))
    call("ScatterNdNonAliasingAdd", np.zeros([3], dtype), L([[1], [0]]), count(2, dtype=dtype))
    call("TensorScatterUpdate", count(3, dtype=dtype), L([[1], [1]]), np.zeros([2], dtype))
for dtype in NUMBERS:
    for op in ["Add", "Sub"]:
        call("TensorScatter" + op, count(3, dtype=dtype), I([[1], [1]]), count(2, dtype=dtype))
for dtype in REALS:
    for op in ["Max", "Min"]:
        call("TensorScatter" + op, count(3, dtype=dtype), I([[1], [0]]), dtype([1, 5]))
for indices, updates, shape in [([[0, 1], [1, 2]], [1, 2], [2, 3]),
                                ([[1], [0]], [[1, 2], [3, 4]], [2, 2]),
                                ([[[0], [2]]], [[1, 2]], [3]), ([[3]], [1], [3]), ([[-1]], [1], [3]),
                                ([[1], [1]], [1, 2, 3], [3]), ([[0, 0]], [1], [3]), ([[0]], [1], [-3]),
                                ([1], 5, [3]), (1, 5, [3]), ([[0]], [1], [0]), ([[0]], [1], 3)]:
    call("ScatterNd", I(indices), F(updates), I(shape))
    if np.ndim(shape) == 1 and min(shape) >= 0:
        for op in ["Update", "Add", "Sub", "Max", "Min"]:
            call("TensorScatter" + op, np.ones(shape, F), I(indices), F(updates))
call("ScatterNd", np.zeros([0, 1], I), np.zeros([0], F), I([0]))
call("ScatterNd", np.zeros([0, 1], I), np.zeros([0], F), I([2]))
call("ScatterNd", np.zeros([2, 0], I), np.ones([2, 2], F), I([2]))
call("ScatterNd", np.zeros([1, 0], I), F([1]), np.zeros([0], I))
call("ScatterNd", I([[1], [1]]), texts("a", "b"), I([3]))
call("ScatterNd", I([[3], [1]]), F([1, 2]), I([3]), bad_indices_policy="IGNORE")
call("TensorScatterUpdate", texts("a", "b"), I([[1]]), texts("c"))
call("TensorScatterAdd", count(3), I([[5], [1]]), F([8, 9]), bad_indices_policy="IGNORE")
call("TensorScatterAdd", np.int8([127]), I([[0]]), np.int8([1]))
for op in ["Max", "Min"]:
    call("TensorScatter" + op, F([1, nan, 3, inf]), I([[0], [1], [2], [3]]), F([nan, 5, -inf, 1]))

# Dealt out, put together, and where things are.
DATA = F([[1, 2], [-3, 4], [5, -6]])
for dtype in NUMBERS + [np.bool_]:
    call("DynamicPartition", count(3, dtype=dtype), I([1, 0, 1]), num_partitions=3)
    call("DynamicStitch", [I([0, 2]), I([1])], [count(2, dtype=dtype), count(1, dtype=dtype)])
call("DynamicPartition", DATA, I([1, 0, 1]), num_partitions=2)
call("DynamicPartition", DATA, I([[1, 0], [0, 0], [1, 1]]), num_partitions=2)
call("DynamicPartition", DATA, I(1), num_partitions=2)
call("DynamicPartition", DATA, I([1, 2, 1]), num_partitions=2)
call("DynamicPartition", DATA, I([1, -1, 1]), num_partitions=2)
call("DynamicPartition", DATA, I([1, 0]), num_partitions=2)
call("DynamicPartition", texts("a", "b", "c"), I([1, 0, 1]), num_partitions=2)
for op in ["DynamicStitch", "ParallelDynamicStitch"]:
    call(op, [I([0, 2]), I([4])], [F([1, 2]), F([3])])
    call(op, [I([1, 0]), I(2)], [count(2, 2), F([7, 8])])
    call(op, [I([-1])], [F([3])])
    call(op, [I([0]), I([1])], [F([3]), F([[1, 2]])])
    call(op, [I([0, 1])], [F([3])])
    call(op, [np.zeros([0], I)], [np.zeros([0, 2], F)])
    call(op, [I([[0], [1]])], [texts("a", "b").reshape(2, 1)])
call("DynamicStitch", [I([0, 1]), I([0])], [F([1, 2]), F([3])])
for dtype in [I, L]:
    for x in [[2, 0, 1], [], [0], [2, 0, 2], [3, 0, 1], [-1, 0, 1], [[0]]]:
        call("InvertPermutation", dtype(x))
    for indices, dims in [([5, 3], [2, 3]), (5, [2, 3]), ([6], [2, 3]), ([-1], [2, 3]), ([0], [0, 3]),
                          ([0], [-2, -3]), ([[0]], [2]), ([1], 3), ([0], []), ([], [2])]:
        call("UnravelIndex", dtype(indices), dtype(dims))
call("UnravelIndex", I([0]), I([2**20, 2**20]))

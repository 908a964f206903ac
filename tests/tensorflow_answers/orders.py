#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that bring elements into another order, find places, cut and join."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, count, inf, nan, texts

# Other orders.
for dtype in NUMBERS + [np.bool_]:
    call("ReverseV2", count(2, 2, dtype=dtype), I([1]))
    call("Roll", count(3, dtype=dtype), I(1), I(0))
for axes in [[0], [1], [0, -1], [], [2], [0, 0], [0, -2], [-3]]:
    call("ReverseV2", count(2, 3), L(axes))
call("ReverseV2", texts("a", "b"), I([0]))
call("ReverseV2", count(2, 2, 3), I([0, 2]))
call("ReverseV2", count(2), I(0))
call("ReverseV2", F(1), I([0]))
call("ReverseV2", np.zeros([0, 2], F), I([0]))
for dims in [[True, False], [False, False], [True, True], [True]]:
    call("Reverse", count(2, 3), np.bool_(dims))
call("Reverse", texts("a", "b"), np.bool_([True]))
for shift, axis in [(1, 0), (-1, 1), ([1, 2], [0, 1]), ([1, 1], [1, 1]), (7, -1), (-8, -2), (1, 2),
                    ([1, 2], [0]), ([[1]], 0), ([], []), (0, 0)]:
    call("Roll", count(2, 3), I(shift), L(axis))
call("Roll", count(2, 2, 3), L([1, 1, 1]), I([0, 1, 2]))
call("Roll", np.zeros([0, 3], F), I(1), I(0))
call("Roll", texts("a", "b", "c"), I(1), I(0))
call("Roll", F(1), I(1), I(0))
for lengths in [[2, 3], [0, 1], [4, 1], [-1, 0], [1]]:
    call("ReverseSequence", count(2, 3, 2), L(lengths), seq_dim=1, batch_dim=0)
call("ReverseSequence", count(3, 2), I([2, 3]), seq_dim=0, batch_dim=1)
call("ReverseSequence", count(2, 2), I([2, 2]), seq_dim=0, batch_dim=0)
call("ReverseSequence", np.zeros([0, 2], F), L([]), seq_dim=1, batch_dim=0)
call("ReverseSequence", texts("a", "b").reshape(1, 2), L([2]), seq_dim=1, batch_dim=0)
for dtype in NUMBERS:
    call("ReverseSequence", count(1, 3, dtype=dtype), I([2]), seq_dim=1, batch_dim=0)

# Places and values.
for dtype in NUMBERS:
    if dtype != np.float16:  # TensorFlow has no loop for it
        call("Where", dtype([[0, 1], [2, 0]]))
call("Where", np.bool_([[[True, False], [False, True]]]))
call("Where", F([nan, -0.0, 0, inf, -1]))
call("Where", np.complex64([0, 1j, -0.0, 1]))
call("Where", np.zeros([2, 2], F))
call("Where", np.zeros([0, 2], F))
call("Where", np.bool_(True))
for dtype in NUMBERS + [np.bool_]:
    call("OneHot", I([0, 2, 1]), I(3), dtype(1), dtype(0))
for dtype in [np.uint8, np.int8, I, L]:
    call("OneHot", dtype([[0, 2], [1, 5]]), I(3), F(5), F(-1))
for axis in [-1, 0, 1, 2, 3]:
    call("OneHot", I([[0, 2], [-1, 3]]), I(3), F(1), F(0), axis=axis)
call("OneHot", I([0, 1]), I(0), F(1), F(0))
call("OneHot", I([0, 1]), I(-1), F(1), F(0))
call("OneHot", I([0, 1]), I([2]), F(1), F(0))
call("OneHot", I([0, 1]), I(2), F([1]), F(0))
call("OneHot", I(1), I(2), F(1), F(0))
call("OneHot", np.zeros([0], I), I(2), F(1), F(0), axis=0)
call("OneHot", I([1, 0]), I(2), np.array(b"on", dtype=object), np.array(b"off", dtype=object))

# Cut up and joined.
for sizes in [[1, 2], [-1, 1], [0, 3], [1, 1], [-1, -1], [-2, 5], [-1, 4], [3, -1]]:
    call("SplitV", count(3, 2), I(sizes), I(0), num_split=2)
call("SplitV", count(2, 3), L([1, -1, 1]), I(-1), num_split=3)
call("SplitV", count(2, 3), np.int8([2, 1]), I(1), num_split=2)
call("SplitV", count(3), I([3]), I(0), num_split=1)
call("SplitV", count(3), I([2]), I(0), num_split=1)
call("SplitV", count(3), I([1, 2]), I(1), num_split=2)
call("SplitV", F(3), I([1]), I(0), num_split=1)
call("SplitV", texts("a", "b", "c"), I([1, 2]), I(0), num_split=2)
for dtype in NUMBERS + [np.bool_]:
    call("SplitV", count(3, dtype=dtype), I([1, 2]), I(0), num_split=2)
    call("Concat", I(0), [count(2, dtype=dtype), count(1, dtype=dtype)])
call("Concat", I(1), [count(2, 1), count(2, 2)])
call("Concat", I(-1), [count(2, 1), count(2, 2)])
call("Concat", I(0), [count(2, 1), count(2, 2)])
call("Concat", I(2), [count(2, 1), count(2, 2)])
call("Concat", I(0), [texts("a"), texts("b", "c")])
for axis in [0, 1, -1, 2, -3]:
    call("ConcatOffset", I(axis), [I([2, 3]), I([2, 5])])
call("ConcatOffset", I(1), [L([2, 3]), L([2, 5]), L([2, 1])])
call("ConcatOffset", I(1), [I([2, 3]), I([2, 5, 1])])
for out_type in ["int32", "int64"]:
    call("ShapeN", [count(2, 3), F(1), np.zeros([0], F)], out_type=out_type)

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that reduce segments."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, REALS, count, inf, nan

# Segments.
DATA = F([[1, 2], [-3, 4], [5, -6]])
for op in ["Sum", "Mean", "Prod", "Min", "Max"]:
    for dtype in REALS if op in ("Min", "Max") else NUMBERS:
        call("Segment" + op, count(4, dtype=dtype), I([0, 0, 2, 2]))
        if op != "Mean":
            call("UnsortedSegment" + op, count(4, dtype=dtype), L([2, 0, -1, 2]), I(3))
    for ids in [[0, 0, 1], [0, 2, 2], [2, 2, 2], [1, 0, 1], [-1, 0, 1], [0, 1], [[0, 0, 1]]]:
        call("Segment" + op, DATA, L(ids))
        if op != "Mean":
            call("UnsortedSegment" + op, DATA, I(ids), I(3))
    call("Segment" + op, np.zeros([0, 2], F), np.zeros([0], I))
    call("Segment" + op, np.zeros([2, 0], F), I([0, 1]))
    call("Segment" + op, F(1), I([0]))
for op in ["Sum", "Prod", "Min", "Max"]:
    call("UnsortedSegment" + op, count(2, 2, 2), I([[0, 1], [1, 0]]), L(2))
    call("UnsortedSegment" + op, count(2), I(1), I(2))
    call("UnsortedSegment" + op, DATA, I([1, 3, 1]), I(3))
    call("UnsortedSegment" + op, DATA, I([-1, -2, -1]), I(0))
    call("UnsortedSegment" + op, DATA, I([0, 0, 0]), I(-1))
    call("UnsortedSegment" + op, DATA, I([0, 0, 0]), I([1]))
    call("UnsortedSegment" + op, np.zeros([0, 2], F), np.zeros([0], I), I(2))
call("UnsortedSegmentSum", DATA, np.int16([0, 1, 1]), I(2))
call("SegmentMean", I([-1, -2, 4, 4, 5]), I([0, 0, 1, 1, 1]))
call("SegmentMean", np.int8([100, 100, 100]), I([0, 0, 0]))
call("SegmentSum", np.float16([2048, 1, 1, 1]), I([0, 0, 0, 0]))
call("UnsortedSegmentSum", np.float16([2048, 1, 1, 1]), I([0, 0, 0, 0]), I(1))
for op in ["Max", "Min"]:
    call("Segment" + op, F([1, nan, nan, 2, -inf, inf]), I([0, 0, 1, 1, 2, 3]))
    call("UnsortedSegment" + op, F([1, nan, nan, 2]), I([0, 0, 1, 1]), I(2))

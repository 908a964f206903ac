#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on the diagonals of matrices."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, count

M = count(3, 4)
ALIGNS = ["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"]
for dtype in NUMBERS + [np.bool_]:
    m = count(2, 2, dtype=dtype)
    call("MatrixBandPart", m, L(0), L(-1))
    call("MatrixDiag", count(2, dtype=dtype))
    call("MatrixDiagPart", m)
    call("MatrixSetDiag", m, np.zeros([2], dtype))
    call("MatrixDiagV3", count(2, dtype=dtype), I(1), I(-1), I(-1), dtype(1))
    call("MatrixDiagPartV3", m, I([0, 1]), dtype(1))
    if dtype in (F, np.int8, np.complex128, np.bool_):
        call("MatrixSetDiagV3", m, np.zeros([1], dtype), I(-1))
for dtype in [np.float16, F, np.float64, I, L, np.complex64, np.complex128]:
    call("Diag", count(2, dtype=dtype))
    call("DiagPart", count(2, 2, dtype=dtype))

for low, high in [(1, 0), (-1, 0), (0, -1), (-2, -5), (3, 4), (4, 0), (0, 5), (0, 0), (2, 1)]:
    call("MatrixBandPart", M, I(low), I(high))
    call("MatrixBandPart", count(2, 4, 3), L(min(low, 4)), L(min(high, 3)))
call("MatrixBandPart", F([1, 2]), L(0), L(0))
call("MatrixBandPart", M, L([0]), L(0))
call("MatrixBandPart", np.zeros([0, 2], F), L(0), L(0))
call("MatrixBandPart", np.zeros([2, 0], F), L(0), L(0))

call("MatrixDiag", count(2, 3))
call("MatrixDiag", F(1))
call("MatrixDiag", np.zeros([2, 0], F))
for shape in [(3, 4), (4, 3), (2, 3, 2), (0, 3), (2, 0, 2), (3,)]:
    call("MatrixDiagPart", count(*shape))
call("MatrixSetDiag", M, F([7, 8, 9]))
call("MatrixSetDiag", count(2, 3, 2), F([[7, 8], [9, 10]]))
call("MatrixSetDiag", M, F([7, 8]))
call("MatrixSetDiag", F([1]), F([1]))
call("MatrixSetDiag", np.zeros([0, 3], F), F([]))

BAND = F([[0, 8, 9], [1, 2, 3], [4, 5, 0]])
for k, rows, columns in [(0, -1, -1), (1, -1, -1), (-2, -1, -1), (0, 3, 4), (0, 4, 5), (0, 2, 2), (1, 3, -1),
                         (-1, -1, 3), (0, 0, 3), (0, -2, 3), ([1], -1, -1), ([], -1, -1), ([[1]], -1, -1),
                         ([0, 0], -1, -1), ([1, 0], -1, -1), ([0, 1, 2], -1, -1), ([0, 1], -1, -1)]:
    call("MatrixDiagV2", F([1, 2, 3]), I(k), I(rows), I(columns), F(9))
    call("MatrixDiagV3", F([1, 2, 3]), I(k), I(rows), I(columns), F(9))
for k, rows, columns in [([-1, 1], -1, -1), ([0, 2], -1, -1), ([-2, 0], -1, -1), ([-1, 1], 3, 3), ([1, 3], 3, -1),
                         ([-1, 0], -1, -1)]:
    call("MatrixDiagV2", BAND, I(k), I(rows), I(columns), F(-1))
    for align in ALIGNS:
        call("MatrixDiagV3", BAND, I(k), I(rows), I(columns), F(-1), align=align)
call("MatrixDiagV3", count(2, 2, 2), I([0, 1]), I(-1), I(-1), F(0))
call("MatrixDiagV3", F([1, 2]), I(0), I([-1]), I(-1), F(0))
call("MatrixDiagV3", F([1, 2]), I(0), I(-1), I(-1), F([0]))
call("MatrixDiagV3", F(1), I(0), I(-1), I(-1), F(0))
call("MatrixDiagV3", np.zeros([2, 0], F), I(0), I(-1), I(-1), F(0))

for k in [0, 1, -2, 4, -3, [-1, 1], [0, 3], [-2, -1], [-2, 3], [1, 0], [0, 0], [0, 4], [], [0, 1, 2], [[0]]]:
    call("MatrixDiagPartV2", M, I(k), F(-1))
    for align in ALIGNS:
        call("MatrixDiagPartV3", M, I(k), F(-1), align=align)
call("MatrixDiagPartV3", count(2, 3, 2), I([-1, 1]), F(0))
call("MatrixDiagPartV3", F([1, 2]), I(0), F(0))
for k in [0, 1]:
    call("MatrixDiagPartV3", np.zeros([0, 3], F), I(k), F(0))
    call("MatrixDiagPartV3", np.zeros([0, 2, 3], F), I(k), F(0))

for k, diagonal in [(0, [7, 8, 9]), (1, [7, 8, 9]), (-1, [7, 8]), (2, [7, 8]), (0, [7, 8]), (4, [7]), (-3, [7]),
                    ([0, 1], [[6, 7, 8], [1, 2, 3]]), ([-1, 0], [[6, 7, 8], [1, 2, 3]]),
                    ([0, 0], [7, 8, 9]), ([0, 0], [[7, 8, 9]]), ([1, 0], [7, 8, 9])]:
    call("MatrixSetDiagV2", M, F(diagonal), I(k))
    for align in ALIGNS:
        call("MatrixSetDiagV3", M, F(diagonal), I(k), align=align)
call("MatrixSetDiagV3", count(2, 2, 2), F([[7], [8]]), I(1))
call("MatrixSetDiagV3", np.zeros([0, 3], F), F([]), I(0))
call("MatrixSetDiagV3", F([1]), F([1]), I(0))

call("Diag", count(2, 2))
call("Diag", F(1))
call("DiagPart", count(2, 2, 2, 2))
call("DiagPart", count(2, 2, 2))
call("DiagPart", count(2, 4))
call("DiagPart", F(1))
call("DiagPart", np.zeros([0, 0], F))

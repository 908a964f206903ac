#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops of two numbers, which are broadcast, and gradients."""
import ml_dtypes
import numpy as np

from answers import call

F, D, H, B = np.float32, np.float64, np.float16, ml_dtypes.bfloat16
C, Z = np.complex64, np.complex128
SIGNED = [np.int8, np.int16, np.int32, np.int64]
UNSIGNED = [np.uint8, np.uint16, np.uint32, np.uint64]
nan, inf = np.nan, np.inf


def arr(dtype, *values):
    return np.array(values, dtype)


numbers = SIGNED + UNSIGNED + [F, D, H, B]
for t in numbers:
    for op in ["LessEqual", "GreaterEqual", "NotEqual"]:
        call(op, arr(t, 1, 2, 3), arr(t, 2, 2, 2))
for op in ["LessEqual", "GreaterEqual", "NotEqual"]:
    call(op, arr(F, nan, inf, 0.0), arr(F, nan, inf, -0.0))
    call(op, np.ones((2, 1), F), np.ones((3,), F))
    call(op, np.ones((2, 3), F), np.ones((2,), F))
call("NotEqual", np.array([b"a", b"b"], object), np.array(b"a", object))
call("NotEqual", arr(bool, True, False), arr(bool, True, True))
call("NotEqual", arr(C, 1j, 2), arr(C, 1j, 2j))
call("NotEqual", arr(F, 1, 2), arr(F, 1, 2, 3), incompatible_shape_error=False)
call("NotEqual", np.array([b"a"], object), np.array([b"a", b"b", b"c"], object)[:2].reshape(2, 1))
call("ApproximateEqual", arr(F, 1, nan, inf), arr(F, 1.000001, nan, inf))
call("ApproximateEqual", arr(D, 1, 2), arr(D, 1.1, 2.3), tolerance=0.2)
call("ApproximateEqual", arr(D, 1, 2), arr(D, 1))

for op in ["FloorDiv", "FloorMod", "TruncateDiv"]:
    for t in SIGNED:
        call(op, arr(t, 7, -7, 7, -7, 0, 127), arr(t, 2, 2, -2, -2, 5, -3))
    for t in UNSIGNED:
        call(op, arr(t, 200, 7, 0), arr(t, 250, 3, 1))
    for t in [F, D, H, B]:
        call(op, arr(t, 7, -7, 7, -7, 1, 0, inf, 5, -5, 3.5), arr(t, 2, 2, -2, -2, 0, 0, 2, inf, inf, 0.3))
for op in ["Mod", "TruncateMod"]:
    for t in [np.int32, np.int64]:
        call(op, arr(t, 7, -7, 7, -7), arr(t, 2, 2, -2, -2))
    for t in [F, D]:
        call(op, arr(t, 7, -7, 7, -7, 1, inf, 5), arr(t, 2, 2, -2, -2, 0, 2, inf))
for op in ["FloorDiv", "FloorMod", "TruncateDiv", "Mod", "TruncateMod"]:
    call(op, arr(np.int32, 1, 2), arr(np.int32, 0, 1))
    call(op, arr(np.int32), np.int32(0))
    call(op, np.int64(9), arr(np.int64, 2, 4))
    call(op, arr(np.int32, 1, 2), arr(np.int32, 1, 2, 3))
call("FloorDiv", arr(np.int8, -128), arr(np.int8, -1))
call("FloorMod", arr(np.int8, -128), arr(np.int8, -1))

for op in ["DivNoNan", "MulNoNan", "Xlogy", "Xlog1py", "Xdivy"]:
    for t in [F, D]:
        call(op, arr(t, 0, 0, 0, 0, 1, 2, -1, nan, inf), arr(t, 0, nan, inf, -1, 0, -2, 3, 0, 2))
    for t in [H, B]:
        call(op, arr(t, 0, 1, 2), arr(t, 0, 0.5, 0))
    for t in [C, Z]:
        call(op, arr(t, 0, 1 + 1j, 2), arr(t, 0, 0.5 - 1j, 1j), atol=1e-6 if t is C else 1e-14)
for t in [F, D, H, B, np.int32, np.int64, C, Z]:
    call("SquaredDifference", arr(t, 1, 5, 7), t(3) if t is not B else arr(B, 3))
call("SquaredDifference", arr(C, 1 + 1j, 1e30 + 1e30j), arr(C, 3 - 1j, 1j))

for t in [F, D]:
    call("Pow", arr(t, -2, -2, 0, -0.0, 0, nan, 1, inf, -inf, 2, 3, 9), arr(t, 2, 0.5, -1, -1, 0, 0, nan, -1, 3, 1000, 2, 0.5))
    call("Pow", arr(t, -1.5, 0.3, 4), t(2))
    call("Pow", t(2), arr(t, -1.5, 0.3, 4))
    call("Atan2", arr(t, 0, -0.0, 1, -1, inf, nan), arr(t, -1, -1, 0, 2, -inf, 1))
    call("NextAfter", arr(t, 0, 1, 1, nan, inf), arr(t, 1, 0, 1, 1, 0))
    call("NextAfter", arr(t, 1, 2, 3), t(0))
for t in [H, B]:
    call("Pow", arr(t, 2, 3, 0.5), arr(t, 0.5, 9, -2))
    call("Atan2", arr(t, 1, -1), arr(t, 2, -2))
for t in [C, Z]:
    call("Pow", arr(t, 1 + 1j, 2, 0.5 - 2j), arr(t, 2, 1j, -1), atol=1e-6 if t is C else 1e-14)
for t in SIGNED:
    call("Pow", arr(t, 2, 3, -2, 0, 1, 5), arr(t, 9, 6, 3, 0, 5, 3))
call("Pow", arr(np.int32, 3), arr(np.int32, 40))
call("Pow", arr(np.int32, 2, 3), arr(np.int32, -1, 2))
call("Pow", arr(np.int32), np.int32(-1))

for t in SIGNED + UNSIGNED:
    for op in ["BitwiseAnd", "BitwiseOr", "BitwiseXor"]:
        call(op, arr(t, 12, 3, 127), arr(t, 10, 1, 64))
    call("LeftShift", arr(t, 1, 1, 3, 100), arr(t, 3, 100, 2, 1))
    call("RightShift", arr(t, 100, 1, 3, 127), arr(t, 3, 100, 0, 1))
call("LeftShift", arr(np.int8, 1, 1, 1, -1), arr(np.int8, 7, 8, -1, 3))
call("RightShift", arr(np.int8, -128, -128, 127, -1), arr(np.int8, 7, 8, -1, 3))

for op in ["SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad", "TanhGrad", "SigmoidGrad"]:
    for t in [F, D]:
        call(op, arr(t, 0.5, 2, 0, -0.25, inf, 3), arr(t, 1, 3, 0, 2, 0, nan))
    for t in [H, B]:
        call(op, arr(t, 0.5, 2), arr(t, 1, 3))
    for t in [C, Z]:
        call(op, arr(t, 1 + 1j, 0, 2), arr(t, 2j, 0, 1))
    call(op, np.ones((2, 3), F), np.ones((6,), F))
    call(op, np.ones((2, 3), F), np.ones((5,), F))
    call(op, np.zeros((0,), F), np.zeros((0,), F))

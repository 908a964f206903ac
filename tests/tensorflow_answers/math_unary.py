#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops of one number, and of complex numbers and their parts."""
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


wide = [nan, inf, -inf, 0.0, -0.0, 0.3, -0.3, 0.999, 1.0, -1.0, 1.7, -2.5, 7.0, -20.0, 80.0, -300.0, 1e-5]
for op in ["Rsqrt", "Reciprocal", "Inv", "Log", "Log1p", "Expm1", "Sin", "Cos", "Tan", "Asin",
           "Acos", "Atan", "Sinh", "Cosh", "Asinh", "Acosh", "Atanh"]:
    for t in [F, D]:
        call(op, arr(t, *wide))
    for t in [H, B]:
        call(op, arr(t, 0.25, 0.75, 1.0, 2.0), atol=1e-2 if t is B else 1e-3)
    for t in [C, Z]:
        call(op, arr(t, 0.25, 0.5 + 0.25j, -0.75 + 1j, 2 - 0.5j), atol=1e-6 if t is C else 1e-14)
    call(op, np.zeros((2, 0), F))
    call(op, F(0.5))

for op in ["Erf", "Erfc"]:
    call(op, arr(F, *wide, 2.2, 3.3, 4.4, 9.0, -4.4))
    # Of infinite doubles TensorFlow gives NaN.
    call(op, arr(D, nan, *wide[3:], 2.2, 3.3, 4.4, 9.0, -4.4))
    for t in [H, B]:
        call(op, arr(t, 0.25, -0.75, 1.0, 2.0))

for op in ["Floor", "Ceil", "Round", "Rint", "Sign", "IsNan", "IsInf", "IsFinite"]:
    for t in [F, D]:
        call(op, arr(t, nan, inf, -inf, 0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, 8388609.0, -2.7, 3.2))
for op in ["Floor", "Ceil", "Round", "Sign", "IsNan", "IsInf", "IsFinite"]:
    for t in [H, B]:
        call(op, arr(t, nan, inf, 0.5, 1.5, -2.5, 3.25))
for t in SIGNED:
    call("Sign", arr(t, -7, 0, 9))
call("Sign", arr(C, 3 + 4j, 0, -2j))
for op in ["Log1p", "Expm1"]:
    call(op, arr(Z, 0.01j, 1e-9, -1e-5 + 3e-5j, 0.3 - 0.4j, 5 + 20j), rtol=1e-11)

for t in SIGNED + UNSIGNED:
    values = arr(t, 0, 1, 100, 127)
    call("Invert", values)
    call("PopulationCount", values)
call("PopulationCount", arr(np.int8, -1, -128))
call("PopulationCount", arr(np.int64, -1))

# --- Complex ---

for t, part in [(C, F), (Z, D)]:
    values = arr(t, 1 + 1j, -1, 0, -3 - 4j, complex(inf, 2), complex(0, -2))
    for op in ["Real", "Imag", "Angle", "ComplexAbs"]:
        call(op, values, Tout=part)
    call("Conj", values)
    call("Complex", arr(part, 1, 2), part(3), Tout=t)
call("Complex", arr(F, 1, 2, 3), arr(F, 1, 2))


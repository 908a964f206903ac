#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of special functions."""
import numpy as np

from answers import call

F, D, H = np.float32, np.float64, np.float16
nan, inf = np.nan, np.inf


def arr(dtype, *values):
    return np.array(values, dtype)


ANY = [nan, inf, 0.0, 0.25, 1.0, 2.0, 3.7, 9.5, 33.0]
SIGNED = ANY + [-0.25, -1.5, -7.3]
UNIT = [nan, 1.0, 2.0, 0.5, 0.75, 0.125, 0.001, 0.999]

for t in [F, D]:
    for op in ["Lgamma", "Digamma"]:
        call(op, arr(t, *SIGNED, -1.0, -2.0), rtol=2e-5 if t is F else 1e-12)
    call("Dawsn", arr(t, nan, 0, 0.3, 1, -1, 6, 7, 100, inf, -inf))
    call("Expint", arr(t, nan, 0, 0.1, 0.5, 1, 20, 39, 41, -1, inf))
    call("Spence", arr(t, nan, 0, 0.01, 0.4, 0.75, 1.3, 1.9, 2.5, 100, -1, inf), rtol=1e-5 if t is F else 1e-13)
    call("FresnelSin", arr(t, nan, 0, 0.3, 1, -1, 1.5, 2, 6.5, 40, inf, -inf), rtol=1e-5 if t is F else 1e-12)
    call("FresnelCos", arr(t, nan, 0, 0.3, 1, -1, 1.5, 2, 6.5, 40, inf, -inf), rtol=1e-5 if t is F else 1e-12)
    call("Lgamma", arr(t, -inf))
    call("Digamma", arr(t, -inf))
    call("Ndtri", arr(t, *UNIT, 0.0, -1.0), rtol=1e-5 if t is F else 1e-12)
    call("Erfinv", arr(t, *UNIT, -1.0, -0.5, 0.0), rtol=1e-5 if t is F else 1e-12)
    for op in ["I0", "I0e", "I1", "I1e", "J0", "J1"]:
        call("Bessel" + op, arr(t, *SIGNED), rtol=1e-5 if t is F else 1e-12)
    for op in ["K0", "K0e", "K1", "K1e", "Y0", "Y1"]:
        call("Bessel" + op, arr(t, *ANY[3:], -1.0), rtol=1e-5 if t is F else 1e-12)
    for op in ["K0", "K0e", "K1", "K1e", "Y0"]:
        call("Bessel" + op, arr(t, 0.0, nan))
    for op in ["Igamma", "Igammac"]:
        call(op, arr(t, 0, 1, -1, 1, nan, 1, 5, 20, 0.3, 150), arr(t, 1, 0, 1, -1, 1, inf, 5, 4, 0.2, 160),
             rtol=1e-4 if t is F else 1e-11)
        call(op, t(2), arr(t, 0.5, 3), rtol=1e-5 if t is F else 1e-12)
    call("IgammaGradA", arr(t, 1, 2, 0.3, 20), arr(t, 1, 0, 0.2, 25), rtol=1e-3 if t is F else 1e-9)
    call("RandomGammaGrad", arr(t, 1, 2, 0.3, 20), arr(t, 1, 0, 0.2, 25), rtol=1e-3 if t is F else 1e-9)
    call("Zeta", arr(t, 1, 2, 0.5, 2, 2, 2, 3, nan, 1.5), arr(t, 1, 1, 1, 0, -1, -1.5, 1e3, 1, 0.25),
         rtol=1e-5 if t is F else 1e-12)
    call("Zeta", arr(t, inf, inf, inf, 3, 1.5), arr(t, 1e3, 1, 0.5, inf, inf))
    call("Polygamma", arr(t, 0, 1, -1, 1.5, 2, nan, 3, 5), arr(t, 1, 1, 1, 1, 0, 1, 2.5, 0.75),
         rtol=1e-5 if t is F else 1e-12)
    call("Betainc", arr(t, 1, 2, 0.5, 30), t(2), arr(t, 0.1, 0.5, 0.9, 0.95), rtol=1e-4 if t is F else 1e-11)
    call("Betainc", arr(t, 0, -1, 1, 1, nan, 1), arr(t, 1, 1, 0, 1, 1, 1), arr(t, 0.5, 0.5, 0.5, 2, 0.5, -0.1))
    call("Betainc", t(3), t(2), t(0.25), rtol=1e-5 if t is F else 1e-12)
    call("Betainc", t(3), t(2), np.zeros((2, 0), t))
for op in ["Lgamma", "Digamma", "BesselI0e", "BesselJ1", "BesselK0"]:
    call(op, arr(H, 0.5, 1.5, 3.0), rtol=3e-3)
call("Betainc", arr(F, 1, 2), arr(F, 2.0), arr(F, 0.1, 0.5))
call("Betainc", np.ones((2, 1), F), np.ones((2, 2), F), F(0.5))
call("Igamma", np.ones((2, 1), F), np.ones((3,), F), rtol=1e-5)
call("Igamma", np.ones((2,), F), np.ones((3,), F))

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers as they will be when quantised."""
import numpy as np

from answers import call

F = np.float32
X = F([-3, -1.3, -0.2, 0, 0.1, 0.5, 2.2, 7])
G = np.arange(1, 9, dtype=F)
ODD = F([np.inf, -np.inf, 1e30, -1e-30])

ARGS = "FakeQuantWithMinMaxArgs"
call(ARGS, X)
call(ARGS, ODD)
call(ARGS, F([np.nan]))
call(ARGS, F([]))
call(ARGS, X, min=-1.0, max=2.5, num_bits=4, narrow_range=True)
call(ARGS, X, min=1.0, max=2.5, num_bits=4)
call(ARGS, X, min=-2.5, max=-1.0, num_bits=2)
call(ARGS, X, min=-1.2, max=1.8, num_bits=16)
call(ARGS, X, min=0.5, max=2.5, num_bits=4, narrow_range=True)  # half-way between two steps
call(ARGS, X, min=1.0, max=2.0)
call(ARGS, X, min=1.0, max=-2.5)
call(ARGS, X, num_bits=1)
call(ARGS, X, num_bits=17)
call(ARGS + "Gradient", G, X)
call(ARGS + "Gradient", G, X, min=-1.0, max=2.2, num_bits=4, narrow_range=True)
call(ARGS + "Gradient", G[:2], X)
VARS = "FakeQuantWithMinMaxVars"
for ends in ((-1, 2), (0, 0), (1, 2.5), (-0.3, 0.1)):
    call(VARS, X, F(ends[0]), F(ends[1]))
    call(VARS, X, F(ends[0]), F(ends[1]), num_bits=3, narrow_range=True)
    call(VARS + "Gradient", G, X, F(ends[0]), F(ends[1]))
call(VARS, X, F([1]), F([2]))
call(VARS + "Gradient", G[:2], X, F(0), F(1))
CHANNELS = "FakeQuantWithMinMaxVarsPerChannel"
for shape in ((4, 2), (1, 4, 2), (2, 1, 2, 2)):
    call(CHANNELS, X.reshape(shape), F([-1, 0]), F([2, 0]))
    call(CHANNELS + "Gradient", G.reshape(shape), X.reshape(shape), F([-1, 0]), F([2, 0]))
call(CHANNELS, X, -np.arange(8, dtype=F), G)
call(CHANNELS, X.reshape(4, 2), F([-1, 0, 0]), F([2, 0]))

for op in ("QuantizeAndDequantizeV2", "QuantizeAndDequantizeV4"):
    for dtype in (F, np.float64):
        x, low, high = X.astype(dtype), dtype(-1), dtype(2)
        call(op, x, low, high, num_bits=4)
        call(op, x, low, high, num_bits=4, round_mode="HALF_UP")
        call(op, x, low, high, num_bits=4, range_given=True)
    call(op, X, F(-1), F(2), num_bits=4, range_given=True, signed_input=False)
    call(op, X, F(-1), F(2), num_bits=4, range_given=True, narrow_range=True)
    call(op, X, F(1), F(2), num_bits=4, range_given=True)
    call(op, X, F(-2), F(-1), num_bits=4, range_given=True)
    call(op, X, F(0), F(0), num_bits=4, range_given=True)
    call(op, X, F(3), F(2), range_given=True)
    call(op, X, F(3), F(2), num_bits=0)
    call(op, X, F(3), F(2), num_bits=1)
    call(op, X, F(3), F(2), num_bits=64)
    call(op, X.reshape(2, 4), F([0, 0]), F([0, 0]), num_bits=4, axis=0)
    call(op, X.reshape(4, 2), F([0, 0]), F([0, 0]), num_bits=4, axis=1)
    call(op, F([]), F(0), F(0))
    call(op, F([0, 0]), F(0), F(0))
V3 = "QuantizeAndDequantizeV3"
for dtype in (F, np.float64):
    call(V3, X.astype(dtype), dtype(-1), dtype(2), np.int32(4))
    call(V3, X.astype(dtype), dtype(-1), dtype(2), np.int32(4), range_given=False)
call(V3, X.reshape(4, 2), F([-1, -0.5]), F([1, 3]), np.int32(4), axis=1)
call(V3, X, F(-1), F(2), np.int32(0))
call(V3, X, F(-1), F(2), np.int32([4]))
GRAD = "QuantizeAndDequantizeV4Grad"
for dtype in (F, np.float64):
    call(GRAD, G.astype(dtype), X.astype(dtype), dtype(-1), dtype(2))
call(GRAD, G.reshape(2, 4), X.reshape(2, 4), F([-1, 0]), F([0, 2]), axis=0)
call(GRAD, G.reshape(2, 2, 2), X.reshape(2, 2, 2), F([-1, 0]), F([0, 2]), axis=1)
call(GRAD, G, X, F([-1]), F(2))
call(GRAD, G[:7], X, F(-1), F(2))
call(GRAD, G.reshape(2, 4), X.reshape(2, 4), F([-1]), F([2]), axis=0)

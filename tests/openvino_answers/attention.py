#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""ScaledDotProductAttention: masks, scale, sink, causal, shared heads, no keys to be seen."""
import numpy as np
from openvino.utils.node_factory import NodeFactory

from answers import op, param

rng = np.random.default_rng(13)
NAMES = ("a_query", "b_key", "c_value", "d_mask", "e_scale", "f_sink")
TYPES = {"float32": "f32", "float64": "f64", "float16": "f16", "bool": "boolean"}


def values(*shape, dtype=np.float32):
    return np.array(np.round(rng.standard_normal(shape) * 16) / 16).astype(dtype)


def attention(*arrays, causal=False, dynamic=False, tolerance=(1e-4, 1e-5)):
    parameters = [param(name, list(array.shape), TYPES[array.dtype.name])
                  for name, array in zip(NAMES, arrays)]
    made = NodeFactory("opset13").create("ScaledDotProductAttention",
                                         [p.output(0) for p in parameters], {"causal": causal})
    op(made, dict(zip(NAMES, arrays)), *tolerance, dynamic=dynamic)


def scalar(number, dtype=np.float32):
    return np.array(number, dtype)


q, k, v = values(1, 2, 3, 4), values(1, 2, 5, 4), values(1, 2, 5, 6)
mask = values(3, 5)
seen = rng.random((3, 5)) < 0.7
seen[:, 0] = True
for causal_rows in (False, True):
    attention(q, k, v, causal=causal_rows, dynamic=True)
    attention(q, k, v, mask, scalar(0.3), causal=causal_rows)
attention(values(2, 7, 3), values(2, 4, 3), values(2, 4, 2), causal=True)  # more rows than keys
attention(q, k, v, mask, dynamic=True)
attention(q, k, v, seen, dynamic=True)
attention(q, k, v, values(1, 2, 3, 5), scalar(0.25))
attention(q, k, v, values(2, 1, 3, 5), values(1))  # the mask has more batches
attention(values(1, 2, 1, 4), k, v, mask)  # and more rows
attention(q, k, v, values(3, 1))
attention(q, k, v, values(1, 5))
attention(q, k, v, values(1, 1, 1, 5))
attention(q, k, v, scalar(0.0), scalar(0.7))
hidden = mask.copy()
hidden[1, :] = -np.inf
hidden[2, :3] = -np.inf
attention(q, k, v, hidden)
nothing = seen.copy()
nothing[1, :] = False
attention(q, k, v, nothing)
attention(values(2, 4, 3, 4), values(2, 1, 5, 4), values(2, 1, 5, 6))  # heads that share their keys
attention(values(2, 4, 1, 4), values(2, 1, 5, 4), values(2, 1, 5, 6), values(2, 1, 1, 5))
attention(values(4, 3, 4), values(2, 1, 5, 4), values(1, 5, 6))
attention(values(1, 2, 2, 2), values(1, 2, 300, 2), values(1, 2, 300, 1))  # more than a block
attention(values(1, 1, 70, 2), values(1, 1, 70, 2), values(1, 1, 70, 1), causal=True)
attention(q * 100, k * 100, v)
attention(q, k, v, mask, scalar(0.3), values(1, 2, 1, 1))
attention(q, k, v, hidden, scalar(0.3), values(1, 2, 1, 1))
half = [a.astype(np.float16) for a in (q, k, v, mask)]
attention(*half, tolerance=(1e-2, 2e-3))
attention(*half[:3], seen, tolerance=(1e-2, 2e-3))
double = [a.astype(np.float64) for a in (q, k, v, mask)]
attention(*double)

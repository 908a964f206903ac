#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Recurrent cells and sequences: every cell, direction, activation, clip, lengths, types."""
import numpy as np
from openvino import opset3, opset4, opset5
from openvino.utils.node_factory import NodeFactory

from answers import element_type, op, param

rng = np.random.default_rng(13)
GATES = {"rnn": 1, "gru": 3, "lstm": 4}
TOLERANCE = {"f32": (1e-4, 1e-5), "f64": (1e-4, 1e-5), "f16": (2e-2, 4e-3), "bf16": (5e-2, 3e-2)}


def values(shape, dtype="f32"):
    """Numbers that a half and a bfloat16 hold as they are."""
    numbers = np.round(rng.standard_normal(shape) * 16) / 16
    if dtype == "bf16":
        import openvino
        bits = (numbers.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        tensor = openvino.Tensor(openvino.Type.bf16, openvino.Shape(list(shape)))
        tensor.data[:] = bits.view(tensor.data.dtype)
        return tensor
    return numbers.astype(element_type(dtype).to_dtype())


def make(kind, shapes, dtype, lengths=None):
    """Parameters of these names and shapes, in order, and what to feed."""
    nodes, feeds = [], {}
    for name, shape in shapes:
        if name == "lengths":
            nodes.append(param("lengths", shape, lengths.dtype.name.replace("int", "i")))
            feeds["lengths"] = lengths
        else:
            nodes.append(param(name, shape, dtype))
            feeds[name] = values(shape, dtype)
    return nodes, feeds


def cell(kind, batch=2, inputs=2, cells=2, dtype="f32", linear=False, dynamic=False,
         clip=0.0, activations=None, alpha=(), beta=()):
    n = GATES[kind] * cells
    shapes = [("x", [batch, inputs]), ("h", [batch, cells])]
    shapes += [("c", [batch, cells])] if kind == "lstm" else []
    shapes += [("w", [n, inputs]), ("r", [n, cells])]
    shapes += [("z_bias", [n + cells if linear else n])]
    nodes, feeds = make(kind, shapes, dtype)
    attrs = {"hidden_size": cells, "clip": clip, "activations_alpha": list(alpha),
             "activations_beta": list(beta),
             "activations": activations or {"rnn": ["tanh"], "gru": ["sigmoid", "tanh"],
                                            "lstm": ["sigmoid", "tanh", "tanh"]}[kind]}
    if kind == "gru":
        attrs["linear_before_reset"] = linear
    names = {"rnn": ("opset1", "RNNCell"), "gru": ("opset3", "GRUCell"),
             "lstm": ("opset4", "LSTMCell")}
    opset, name = names[kind]
    made = NodeFactory(opset).create(name, [p.output(0) for p in nodes], attrs)
    rtol, atol = TOLERANCE[dtype]
    op(made, feeds, rtol, atol, dynamic=dynamic)


def sequence(kind, lengths, times, direction="forward", inputs=2, cells=2, dtype="f32",
             linear=False, dynamic=False, clip=0.0, activations=None):
    lengths = np.array(lengths, np.int64 if direction == "forward" else np.int32)
    batch, n, d = len(lengths), GATES[kind] * cells, 2 if direction == "bidirectional" else 1
    shapes = [("x", [batch, times, inputs]), ("h", [batch, d, cells])]
    shapes += [("c", [batch, d, cells])] if kind == "lstm" else []
    shapes += [("lengths", [batch]), ("w", [d, n, inputs]), ("r", [d, n, cells]),
               ("z_bias", [d, n + cells if linear else n])]
    nodes, feeds = make(kind, shapes, dtype, lengths)
    if kind == "rnn":
        made = opset5.rnn_sequence(*nodes, cells, direction, activations or ["tanh"], [], [], clip)
    elif kind == "gru":
        made = opset5.gru_sequence(*nodes, cells, direction, activations or ["sigmoid", "tanh"],
                                   [], [], clip, linear)
    else:
        made = opset5.lstm_sequence(*nodes, cells, direction,
                                    activations or ["sigmoid", "tanh", "tanh"], [], [], clip)
    rtol, atol = TOLERANCE[dtype]
    op(made, feeds, rtol, atol, dynamic=dynamic)


for k in GATES:
    cell(k, dynamic=k == "lstm")
    cell(k, batch=6, inputs=2, cells=9)
    cell(k, batch=1, clip=0.3)
    for way in ("forward", "reverse"):
        sequence(k, [3, 1, 0], 3, way, cells=3)
        sequence(k, [4], 4, way, cells=1)
    sequence(k, [2, 5, 3, 1, 4, 5], 5, "bidirectional", inputs=2, cells=3)
for k, t in (("rnn", "f16"), ("rnn", "f64"), ("gru", "bf16"), ("lstm", "f16"), ("lstm", "bf16")):
    cell(k, dtype=t)
sequence("lstm", [2, 3], 3, dtype="f16")
sequence("gru", [2, 3], 3, dtype="f64")
sequence("gru", [3, 3], 3, "bidirectional", dynamic=True)
sequence("lstm", [1, 1], 1, clip=0.2)
cell("gru", linear=True, dynamic=True)
cell("gru", linear=True, clip=0.25, batch=5)
cell("gru", activations=["relu", "sigmoid"], alpha=[1.0, 2.0], beta=[3.0])
cell("rnn", activations=["relu"], clip=0.5)
cell("lstm", activations=["tanh", "sigmoid", "relu"], clip=0.7)
for way in ("reverse", "bidirectional"):
    sequence("gru", [3, 2], 3, way, linear=True)
sequence("rnn", [3, 3], 3, activations=["relu"])
sequence("lstm", [3, 3], 3, activations=["relu", "tanh", "sigmoid"])

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Shapes and their arithmetic, and tensors that are repeated."""
import numpy as np
from openvino import opset1, opset3, opset8, opset12, opset13 as ov, opset15

from answers import param
from array_values import count, f, ints, op

x = param("x", [2, 3, 4])
two = {"x": count(2, 3, 4)}
v = param("v", [5])
one = {"v": count(5)}

# Shapes.
op(opset3.shape_of(x, "i32"), two, dynamic=True)
op(opset1.shape_of(param("b", [2, 1], "boolean")), {"b": np.array([[True], [False]])})
op(ov.reshape(x, ints([0, -1]), True), two, dynamic=True)
op(ov.reshape(x, ints([4, 0, -1], np.int32), True), two, dynamic=True)
op(ov.reshape(x, ints([6, 4]), False), two)
op(ov.reshape(x, ints([-1, 12], np.int8), False), two, dynamic=True)
op(ov.reshape(param("e", [0, 4]), ints([0, -1, 4]), True), {"e": np.zeros([0, 4], f)})
op(ov.reshape(param("e", [0, 4]), ints([0, -1]), False), {"e": np.zeros([0, 4], f)})
op(ov.reshape(x, param("p", [2], "i64"), True), dict(two, p=np.int64([0, 7])))
op(ov.reshape(x, param("p", [2], "i64"), True), dict(two, p=np.int64([-1, 8])))
thin = param("t", [1, 3, 1, 2])
thin_feed = {"t": count(1, 3, 1, 2)}
op(ov.squeeze(thin, ints([0, -2])), thin_feed)
op(ov.squeeze(thin, ints([1])), thin_feed)
op(ov.squeeze(thin, ints(np.zeros([0]))), thin_feed)
op(opset15.squeeze(thin, ints(2, np.int32), True), thin_feed)
op(ov.squeeze(thin, param("a", [1], "i32")), dict(thin_feed, a=np.int32([2])))
op(ov.unsqueeze(x, ints([0, -1])), two, dynamic=True)
op(ov.unsqueeze(x, ints(1, np.int32)), two, dynamic=True)
op(ov.transpose(x, ints([2, 0, 1], np.int32)), two, dynamic=True)
op(ov.transpose(x, ints(np.zeros([0]))), two)
op(ov.transpose(x, param("o", [3], "i64")), dict(two, o=np.int64([1, 0, 2])))
op(ov.concat([x, param("y", [2, 1, 4])], -2), dict(two, y=-count(2, 1, 4)), dynamic=True)
op(ov.concat([x], 0), two)
op(ov.split(x, ints(1), 3), two)
op(ov.split(x, ints(-1, np.int32), 2), two, dynamic=True)
op(ov.variadic_split(x, ints(2), ints([1, -1])), two, dynamic=True)
op(ov.variadic_split(x, ints([1], np.int32), ints([0, 3], np.int32)), two)

# Shape arithmetic: the batch stays, the others are computed.
shape = ov.shape_of(x, "i64")
batch = ov.gather(shape, ints([0]), ints(0))
rest = ov.gather(shape, ints([-1]), ints(0))
op(ov.reshape(x, ov.concat([batch, ints([-1]), rest], 0), True), two, dynamic=True)
ends = ov.slice(shape, ints([1]), ints([2**31 - 1]), ints([1]), ints([0]))
op(ov.broadcast(ov.constant(f(3)), ov.concat([ends, batch], 0)), two, dynamic=True)
patched = ov.scatter_update(shape, ints([1]), ints([1]), ints(0))
op(ov.broadcast(param("z", [4]), patched), dict(two, z=count(4)), dynamic=True)
unsqueezed = ov.unsqueeze(ov.squeeze(batch, ints(0)), ints(0))
op(ov.tile(v, unsqueezed), dict(two, **one), dynamic=True)

# Repeated.
w = param("w", [3, 1])
wide = {"w": count(3, 1)}
op(ov.broadcast(w, ints([2, 3, 2])), wide, dynamic=True)
op(ov.broadcast(w, ints([0, 3, 2], np.int32)), wide)
op(ov.broadcast(w, ints([2, 1, 4]), None, "BIDIRECTIONAL"), wide, dynamic=True)
op(ov.broadcast(w, ints([2]), None, "BIDIRECTIONAL"), wide)
op(ov.broadcast(v, ints([2, 5, 3]), ints([1]), "EXPLICIT"), one, dynamic=True)
op(opset1.broadcast(v, ints([5, 2]), ints([0]), "EXPLICIT"), one)
op(opset1.broadcast(v, ints([2, 5]), ints(0, np.uint8)), one)
op(ov.tile(w, ints([2])), wide, dynamic=True)
op(ov.tile(w, ints([2, 1, 3], np.int32)), wide, dynamic=True)
op(ov.tile(w, ints([0, 2])), wide)
for mode in ("constant", "edge", "reflect", "symmetric"):
    op(opset12.pad(x, ints([0, 2, -1]), ints([1, 0, 3]), mode,
                   ov.constant(f(-1)) if mode == "constant" else None)
       if mode in ("constant", "edge") else
       opset12.pad(x, ints([0, 2, -1]), ints([1, -1, 3]), mode), two, dynamic=True)
op(opset1.pad(v, ints([5], np.int32), ints([0], np.int32), "symmetric"), one)

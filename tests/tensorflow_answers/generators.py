# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws from a generator that is a variable."""
import numpy as np
import tensorflow as tf
from answers import story

raw = tf.raw_ops
STATES = {1: np.int64([1, 2, 3]), 3: np.int64([-1, 2**62, 3]), 2: np.int64([7, 9])}


def drawn(op, algorithm, *inputs, rtol=None, **attrs):
    names = {"StatefulRandomBinomial": ("shape", "counts", "probs"), "StatefulUniformInt": ("shape", "minval", "maxval"),
             "RngSkip": ("delta",), "RngReadAndSkip": ("delta",)}.get(op, ("shape",))

    def ask(x):
        generator = raw.VarHandleOp(dtype=tf.int64, shape=None)
        with tf.control_dependencies([raw.AssignVariableOp(resource=generator, value=x(STATES[algorithm]))]):
            way = "alg" if op == "RngReadAndSkip" else "algorithm"
            made = getattr(raw, op)(resource=generator, **{way: x((np.int32 if way == "alg" else np.int64)(algorithm))},
                                    **{name: x(value) for name, value in zip(names, inputs)}, **attrs)
        with tf.control_dependencies([made if isinstance(made, tf.Operation) else made.op]):
            read = raw.ReadVariableOp(resource=generator, dtype=tf.int64)
        if op == "StatefulRandomBinomial":  # it writes into what was fed
            return [made]
        return [read] if isinstance(made, tf.Operation) else [made, read]
    story(op, ask, rtol=rtol)


for way in (1, 3):
    for shape in (np.int32([2, 3]), np.int64([5]), np.int32([])):
        for kind in (tf.float32, tf.float64, tf.float16, tf.bfloat16):
            for draw in ("StatefulUniform", "StatefulStandardNormalV2", "StatefulTruncatedNormal"):
                drawn(draw, way, shape, dtype=kind, rtol=1e-2 if kind.size == 2 else 1e-5)
        for kind in (tf.int32, tf.int64, tf.uint32, tf.uint64):
            drawn("StatefulUniformFullInt", way, shape, dtype=kind)
        for kind in (np.int32, np.int64):
            drawn("StatefulUniformInt", way, shape, kind(-7), kind(100))
        for kind in (np.float32, np.float64) if way == 1 else ():
            drawn("StatefulRandomBinomial", way, np.append(shape, 2).astype(np.int32), np.array([20, 3], kind), np.array([0.25, 0.5], kind),
                  dtype=tf.as_dtype(kind))
    drawn("RngSkip", way, np.int64(-5))
    drawn("RngReadAndSkip", way, np.uint64(300))
for draw in ("StatefulUniform", "StatefulStandardNormalV2"):
    drawn(draw, 2, np.int32([2, 3]))

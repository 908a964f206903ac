# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What the models of the domains array_* are made of."""
import functools

import numpy as np
from openvino import opset13

import answers

f = np.float32
# The reference kernels of some of these ops write beyond outputs whose shape depends on values.
op = functools.partial(answers.op, oracle="cpu")


def ints(values, dtype=np.int64):
    return opset13.constant(np.array(values, dtype))


def count(*shape):
    return np.arange(int(np.prod(shape)), dtype=f).reshape(shape)

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers for the models of the domains math_*."""
import numpy as np
from openvino import opset16

from answers import element_type

FLOATS = {"f32": 1e-5, "f64": 1e-5, "f16": 4e-3}
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("u8", "u16", "u32", "u64")
_random = np.random.default_rng(7)


def array(values, dtype="f32"):
    return np.asarray(values).astype(element_type(dtype).to_dtype())


def const(values, dtype="f32"):
    return opset16.constant(array(values, dtype))


def normal(*shape, dtype="f32"):
    return array(_random.normal(size=shape), dtype)


def integers(low, high, shape, dtype):
    return array(_random.integers(low, high, size=shape), dtype)

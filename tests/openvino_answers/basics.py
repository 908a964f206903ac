#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What the reader itself does: constants of all types, parameters, several outputs."""
import numpy as np
from openvino import opset13 as ov

from answers import bad, element_type, op, param

x = param("x", [2, 3])
op(ov.relu(x), {"x": np.float32([[1, -2, 0], [-0.5, 3, np.inf]])}, dynamic=True)
for dtype in ("f64", "f16", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"):
    n = param("n", [2], dtype)
    repeats = ov.constant(np.int64([2]))
    op(ov.tile(n, repeats), {"n": np.array([1, 100]).astype(element_type(dtype).to_dtype())})
bad(ov.relu(param("x", [2])), lambda xml: xml.replace('type="ReLU"', 'type="ReLUU"'),
    {"x": np.float32([1, 2])})
bad(ov.relu(param("x", [2])), lambda xml: xml.replace('version="opset1"', 'version="opset99"'),
    {"x": np.float32([1, 2])})

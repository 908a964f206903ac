#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops of real numbers on integers, and what is converted to the type of packed numbers.

OpenVINO's CPU computes in f32 and rounds.
"""
import numpy as np
import openvino
from openvino import opset16 as ov

from answers import element_type, op, param
from math_values import array, const

for dtype in ("i32", "i64", "i8", "u8"):
    x = param("x", [2, 3, 4], dtype)
    low = 0 if dtype == "u8" else -5
    values = array(np.arange(24).reshape(2, 3, 4) * 7 % 11 + low, dtype)
    op([ov.softmax(x, axis) for axis in (0, 1, -1)] + [ov.log_softmax(x, axis) for axis in (1, 2)] +
       [ov.elu(x, 0.5)], {"x": values}, oracle="cpu")
    op([ov.mvn(x, const([2], "i64"), True, 1e-3, "inside_sqrt")], {"x": values}, oracle="cpu")
x = param("x", [2, 3], "i32")
op([ov.softmax(x, 1), ov.softmax(x, 0), ov.elu(x, 1.0)], {"x": array([[1, 2, 9], [3, 2, 1]], "i32")},
   dynamic=True, oracle="cpu")

# OpenVINO crashes on u1, and has no answer on u3 and u6.
x = param("x", [8])
values = array([0, 1, 2, 3, 5, 7, 1.5, 0.2])
for name in ("u2", "nf4", "f4e2m1"):
    like = openvino.op.Constant(element_type(name), openvino.Shape([2]), [1, 1])
    op(ov.convert(ov.convert_like(x, like), "f32"), {"x": values}, oracle="cpu")

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops that work along dimensions.

Many ops share a model where they take the same inputs.
"""
import numpy as np
from openvino import opset1, opset2
from openvino import opset16 as ov

from answers import op, param
from math_values import FLOATS, array, const, integers, normal

REDUCTIONS = [ov.reduce_sum, ov.reduce_mean, ov.reduce_prod, ov.reduce_max, ov.reduce_min,
              ov.reduce_l1, ov.reduce_l2]
for dtype, rtol in (("f32", 1e-5), ("f16", 4e-3), ("i64", 0)):
    x = param("x", [2, 3, 2], dtype)
    values = integers(-4, 5, (2, 3, 2), dtype)
    op([f(x, const(axes, "i64"), keep) for f in REDUCTIONS
        for axes, keep in ((-2, True), ([0, 2], False))], {"x": values}, rtol=rtol, atol=rtol)
x, axes = param("x", [2, 3, 2]), param("axes", [2], "i32")
op([f(x, axes, False) for f in REDUCTIONS], {"x": normal(2, 3, 2), "axes": array([1, 2], "i32")},
   dynamic=True, rtol=1e-5, atol=1e-6)
op([f(x, const([1, 1, -2], "i64"), True) for f in (ov.reduce_sum, ov.reduce_max)],
   {"x": normal(2, 3, 2)})
x = param("x", [2, 2], "boolean")
op([f(x, const([1], "i64"), keep) for f in (ov.reduce_logical_and, ov.reduce_logical_or)
    for keep in (False, True)], {"x": np.array([[True, True], [False, True]])}, dynamic=True)
op(ov.reduce_sum(param("x", [2, 0]), const([1], "i64")), {"x": array(np.zeros((2, 0)))})

for dtype in ("f32", "i64", "f16"):
    x = param("x", [2, 3], dtype)
    op([ov.cum_sum(x, const(axis, "i64"), exclusive, reverse) for axis, exclusive, reverse in
        ((0, False, False), (-1, True, False), (1, False, True), (1, True, True))],
       {"x": array([[1, 2, 3], [4, 5, 6]], dtype)})

# Truth values are summed as bytes, which a Convert sees.
x = param("x", [2, 5], "boolean")
truth = np.array([[False, True, False, True, True], [True, False, True, True, True]])
for exclusive, reverse in ((False, False), (True, True)):
    counted = ov.cum_sum(x, const(1, "i64"), exclusive, reverse)
    op([counted, ov.convert(counted, "i64"), ov.convert(counted, "f32"), ov.logical_not(counted)],
       {"x": truth}, oracle="cpu")

for dtype, rtol in FLOATS.items():
    x = param("x", [2, 3, 4], dtype)
    op([ov.softmax(x, axis) for axis in (0, 1, -1)] + [opset1.softmax(x, 1)] +
       [ov.log_softmax(x, axis) for axis in (0, -2, 2)],
       {"x": normal(2, 3, 4, dtype=dtype) * 4}, rtol=rtol, atol=rtol)
    op([ov.mvn(x, const(axes, "i64"), variance, 1e-3, mode) for axes, variance, mode in
        (([2], True, "inside_sqrt"), ([-1, 1], True, "outside_sqrt"), ([0], False, "inside_sqrt"),
         ([0, 2], True, "inside_sqrt"))] +
       [opset2.mvn(x, across, variance, 1e-3) for across, variance in ((True, True), (False, False))],
       {"x": normal(2, 3, 4, dtype=dtype)}, rtol=rtol * 4, atol=rtol * 4, oracle="cpu")
x = param("x", [2, 3, 4])
op([ov.softmax(x, 1), ov.log_softmax(x, -1), ov.mvn(x, const([2], "i32"), True, 1e-5, "inside_sqrt")],
   {"x": normal(2, 3, 4)}, dynamic=True, atol=1e-5, oracle="cpu")
x = param("x", [2, 3])
op(ov.mvn(x, const([], "i64"), True, 1e-5, "inside_sqrt"), {"x": normal(2, 3)}, oracle="cpu")
x = param("x", [2, 3, 4])
op([ov.mvn(x, const([2], "i64"), True, 1e-5, "inside_sqrt")], {"x": normal(2, 3, 4) + 1000},
   rtol=1e-3, atol=1e-3, oracle="cpu")
op(ov.softmax(param("x", [3]), 0),
   {"x": array([-1e30, 0, 88])})

x = param("x", [2, 4, 3])
values = normal(2, 4, 3)
op([ov.normalize_l2(x, const(axes, "i64"), 0.01, mode) for axes, mode in
    (([1], "add"), ([1, 2], "max"), ([-1], "add"), (0, "max"), ([], "add"))] + [ov.grn(x, 0.01)],
   {"x": values}, oracle="cpu", atol=1e-5)
op([ov.lrn(x, const(axes, "i64"), 0.5, 0.75, 2.0, size) for axes, size in
    (([1], 3), ([2], 3), ([1], 2))], {"x": values}, atol=1e-5)
scale, bias = param("scale", [4]), param("bias", [4])
mean, variance = param("mean", [4]), param("variance", [4])
feeds = {"x": values, "scale": normal(4), "bias": normal(4)}
op([ov.group_normalization(x, scale, bias, groups, 1e-3) for groups in (1, 2, 4)], feeds,
   dynamic=True, atol=1e-5)
feeds.update(mean=normal(4), variance=abs(normal(4)))
op([opset1.batch_norm_inference(x, scale, bias, mean, variance, 1e-3),
    ov.batch_norm_inference(x, scale, bias, mean, variance, 1e-3)], feeds, dynamic=True, atol=1e-5)
x, scale, bias = param("x", [2, 4]), param("scale", [4]), param("bias", [4])
mean, variance = param("mean", [4]), param("variance", [4])
op([ov.group_normalization(x, scale, bias, 2, 1e-3)],
   {"x": normal(2, 4), "scale": normal(4), "bias": normal(4)}, atol=1e-5)
op([ov.batch_norm_inference(x, scale, bias, mean, variance, 1e-3)], dict(feeds, x=normal(2, 4)),
   atol=1e-5)

x = param("x", [2, 2, 4])
values = array(np.linspace(-2, 3, 16).reshape(2, 2, 4))
low, high = const([[[-1.0], [0.0]]]), const([[[1.0], [2.0]]])
op([ov.fake_quantize(x, const(0.0), const(1.0), const(-1.0), const(3.0), 5),
    ov.fake_quantize(x, low, high, low, high, 256),
    ov.fake_quantize(x, const([0, 0, 0, 0.5]), const([1, 2, 3, 4]), const(0.0), const(1.0), 16),
    ov.fake_quantize(x, const(1.0), const(0.0), const(-1.0), const(3.0), 5)],
   {"x": values}, atol=1e-5)
for dtype in ("f16", "f64"):
    x = param("x", [4], dtype)
    op([ov.fake_quantize(x, *(const(v, dtype) for v in (0, 4, 0, 4)), 5)],
       {"x": array([0.5, 1.5, 2.5, 3.6], dtype)})


# Of no numbers. The mean is 0.
for dtype in FLOATS:
    x = param("x", [2, 0, 3], dtype)
    op([f(x, const([axis], "i64"), keep)
        for f in (ov.reduce_sum, ov.reduce_mean, ov.reduce_prod, ov.reduce_l1, ov.reduce_l2)
        for axis, keep in ((1, False), (-2, True))],
       {"x": array(np.zeros((2, 0, 3)), dtype)}, dynamic=True)

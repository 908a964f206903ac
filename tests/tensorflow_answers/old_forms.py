# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops that graphs of today do not have, or that do little by themselves."""
import numpy as np
import tensorflow as tf
from answers import call, story
from small_numbers import LOOSE, some
from values import texts

raw = tf.raw_ops
SQUARE = np.array([[4, 1, 0.5], [1, 3, -1], [0.5, -1, 5]])
BATCH = np.stack([SQUARE, SQUARE + 2 * np.eye(3)])
TALL = np.arange(12).reshape(2, 3, 2) * 0.5 - np.eye(3, 2)

for dtype in (np.float32, np.float64):
    near = dict(rtol=1e-4 if dtype == np.float32 else 1e-10, atol=1e-4 if dtype == np.float32 else 1e-10)
    for matrix in (SQUARE.astype(dtype), BATCH.astype(dtype), np.zeros([0, 3, 3], dtype), np.zeros([2, 0, 0], dtype), -SQUARE.astype(dtype)):
        for op in ("BatchCholesky", "BatchMatrixDeterminant", "BatchSelfAdjointEig", "SelfAdjointEig"):
            # Vectors have either sign; what has no root gets numbers that nobody set.
            if matrix.size == 0 or "Eig" not in op and (op != "BatchCholesky" or matrix.flat[0] > 0):
                call(op, matrix, **near)
        for adjoint in (False, True):
            call("BatchMatrixInverse", matrix, adjoint=adjoint, **near)
            call("BatchMatrixSolve", matrix, matrix, adjoint=adjoint, **near)
            for lower in (False, True):
                call("BatchMatrixTriangularSolve", matrix, matrix, adjoint=adjoint, lower=lower, **near)
        call("BatchCholeskyGrad", np.tril(matrix), matrix, **near)
        for op in ("BatchSelfAdjointEigV2", "BatchSvd"):  # vectors have either sign
            story(op, lambda x: [getattr(raw, op)(input=x(matrix))[0]], **near)
    for op in ("BatchSelfAdjointEig", "SelfAdjointEig"):  # eigenvectors that have one sign: of 0s
        call(op, np.diag([3.0, 1, 2]).astype(dtype), **near)
        call(op, TALL.astype(dtype))
    for fast in (False, True):
        call("BatchMatrixSolveLs", TALL.astype(dtype), TALL.astype(dtype), np.float64(0.5), fast=fast, **near)
    call("BatchMatrixSolve", TALL.astype(dtype), TALL.astype(dtype))
for dtype in (np.float32, np.int32, object):
    matrix = np.arange(12).reshape(2, 2, 3)
    matrix = matrix.astype(str).astype(object) if dtype is object else matrix.astype(dtype)
    for lower, upper in ((0, 0), (1, -1), (-1, 0)):
        if dtype is not object:
            call("BatchMatrixBandPart", matrix, np.int64(lower), np.int64(upper))
    if dtype is not object:
        call("BatchMatrixDiag", matrix)
        call("BatchMatrixDiagPart", matrix)
        call("BatchMatrixSetDiag", matrix, matrix[:, 0, :2])

for dtype in (np.float16, np.float32, np.float64):
    images, channels = some([2, 3, 2, 4], dtype), [some([4], dtype) for _ in range(4)]
    channels[1] = np.abs(channels[1])
    for scales in (True, False):
        tell = dict(variance_epsilon=0.125, scale_after_normalization=scales, **LOOSE.get(dtype, dict(rtol=1e-5, atol=1e-5)))
        call("BatchNormWithGlobalNormalization", images, *channels, **tell)
        call("BatchNormWithGlobalNormalizationGrad", images, *channels[:3], some([2, 3, 2, 4], dtype), **tell)
    call("BatchNormWithGlobalNormalization", images[0], *channels, variance_epsilon=0.1, scale_after_normalization=True)
    call("BatchNormWithGlobalNormalization", images[:0], *channels, variance_epsilon=0.1, scale_after_normalization=True)

for bits in (4, 8):
    for signed in (False, True):
        for given in (False, True):
            call("QuantizeAndDequantize", some([3, 4]), signed_input=signed, num_bits=bits, range_given=given, input_min=-1.5 * signed, input_max=1.0)
call("QuantizeAndDequantize", some([3]), range_given=True, input_min=1.0, input_max=0.0)
for dtype in (np.complex64, np.complex128, np.float32, np.bool_, object):
    value = np.arange(24).reshape(2, 3, 4)
    value = value.astype(str).astype(object) if dtype is object else (value * (1 + 2j if np.dtype(dtype).kind == "c" else 1)).astype(dtype)
    for perm in (np.int32([1, 2, 0]), np.int64([0, 1, 2]), np.int32([0, 2, 1]), np.int32([0, 0, 1])):
        call("ConjugateTranspose", value, perm)
bf16 = tf.bfloat16.as_numpy_dtype
for left in (np.float32, bf16):
    for right in (np.float32, bf16):
        for sparse in (False, True):
            call("SparseMatMul", some([3, 4], left), some([4, 2], right), a_is_sparse=sparse, rtol=1e-5, atol=1e-5)
            call("SparseMatMul", some([4, 3], left), some([2, 4], right), transpose_a=True, transpose_b=True, b_is_sparse=sparse, rtol=1e-5, atol=1e-5)
    call("SparseMatMul", some([3, 4], left), some([3, 4], left))
    call("SparseMatMul", some([3, 0], left), some([0, 4], left))
for dtype in (np.float32, np.int32, np.int64, np.uint8, np.int8, np.int16, np.float64):
    for value in (0, 2):
        call("ToBool", dtype(value))
    call("ToBool", np.zeros([2], dtype))
    call("ToBool", np.zeros([0, 3], dtype))
for value in (True, False):
    call("ToBool", np.array(value))
for value in (b"", b"0"):
    call("ToBool", np.array(value, object))
for names in (["CPU", "GPU"], ["GPU", "CPU"], ["GPU"], []):
    call("DeviceIndex", device_names=names)
for shape in ([2, None], [0, 3]):  # others are of numbers that nobody set
    call("FakeParam", dtype=tf.float32, shape=shape)

for dtype in (np.float32, np.float64):
    grad, image, filters = some([1, 2, 2, 2, 2], dtype), some([1, 3, 3, 3, 1], dtype), some([2, 2, 2, 1, 2], dtype)
    for op, inputs in (("Conv3DBackpropInput", (image, filters, grad)), ("Conv3DBackpropFilter", (image, filters, grad))):
        call(op, *inputs, strides=[1] * 5, padding="VALID", rtol=1e-5, atol=1e-5)
call("AccumulateNV2", [some([2, 3]) for _ in range(3)], shape=[2, 3])
call("AccumulateNV2", [some([2, 3]), some([3, 2])], shape=[2, 3])
for condition in (True, False):
    call("Assert", np.array(condition), [np.float32([1, 2]), texts("a")], summarize=3)
call("IdentityN", [np.float32([1, 2]), texts("a")])
call("ShardedFilename", np.array(b"name", object), np.int32(1), np.int32(12))
call("ShardedFilespec", np.array(b"name", object), np.int32(12))
call("StringJoin", [texts("a", "b"), texts("c", "d"), np.array(b"e", object)], separator="-")
for dtype in (np.float32, np.float64):
    for shape in (np.int32([3]), np.int64([2, 2]), np.int32([])):
        call("RandomPoisson", shape, np.array([0.5, 3, 40], dtype), seed=3, seed2=4)


def temporary(x):
    made = raw.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="v")
    made = raw.AssignAdd(ref=raw.Assign(ref=made, value=x(np.float32([1, 2]))), value=x(np.float32([3, 4])))
    return [raw.DestroyTemporaryVariable(ref=made, var_name="v")]


def known(x):
    made = raw.VariableV2(shape=[2], dtype=tf.float32)
    before = raw.IsVariableInitialized(ref=made)
    with tf.control_dependencies([before]):
        set_ = raw.Assign(ref=made, value=x(np.float32([1, 2])))
    with tf.control_dependencies([set_]):
        return [before, raw.IsVariableInitialized(ref=made)]


story("TemporaryVariable", temporary)
story("IsVariableInitialized", known)

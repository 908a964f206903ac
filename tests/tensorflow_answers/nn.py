#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops of neural networks without windows."""
import numpy as np

from answers import call
from small_numbers import FLOATS, INTS, LOOSE, some

# --- Activations ---
EDGES = np.float32([-np.inf, -100, -20, -1, -1e-3, -0.0, 0, 1e-6, 0.3, 5.5, 6, 7, 90, np.inf, np.nan])
for op in ("Relu6", "Elu", "Selu", "LeakyRelu", "Softplus", "Softsign"):
    # TensorFlow's exp(x) - 1 loses digits near 0.
    call(op, EDGES, atol=5e-8)
    call(op, EDGES.astype(np.float64))
    for dtype in FLOATS[2:]:
        call(op, some([5], dtype), **LOOSE[dtype])
for op in ("ReluGrad", "Relu6Grad", "EluGrad", "SeluGrad", "LeakyReluGrad", "SoftplusGrad",
           "SoftsignGrad"):
    call(op, np.arange(1, 16, dtype=np.float32), EDGES)
    call(op, np.arange(1, 16, dtype=np.float64), EDGES.astype(np.float64))
    call(op, np.float32([np.inf, np.nan]), np.float32([-1, 2]))
    for dtype in FLOATS[2:]:
        call(op, some([5], dtype), some([5], dtype), **LOOSE[dtype])
    call(op, some([2]), some([3]))
for dtype in INTS:
    call("Relu6", np.array([0, 5, 6, 7, 100]).astype(dtype))
    call("ReluGrad", np.array([1, 2, 3]).astype(dtype), np.array([0, 1, 100]).astype(dtype))
    call("Relu6Grad", np.array([1, 2, 3]).astype(dtype), np.array([0, 6, 5]).astype(dtype))
call("LeakyRelu", some([6]), alpha=0.5)
call("LeakyRelu", some([6]), alpha=1.5)
call("LeakyRelu", some([6]), alpha=-1.0)
call("LeakyReluGrad", some([6]), some([6]), alpha=0.01)
call("Elu", np.zeros([0, 2], np.float32))
call("Softplus", np.float32(1.5))

# --- Softmax and losses ---
for op in ("Softmax", "LogSoftmax"):
    call(op, np.float32([[1, 2, 3], [1000, 0, -1000], [-np.inf, 0, 1]]))
    call(op, np.float64([[[1, 2, 3]], [[0, 0, 0]]]))
    call(op, np.float32([[np.nan, 1], [np.inf, 1]]))
    call(op, np.zeros([2, 0], np.float32))
    call(op, np.float32(1))
    for dtype in FLOATS[2:]:
        call(op, some([2, 3], dtype), **LOOSE[dtype])
XENT = "SoftmaxCrossEntropyWithLogits"
for dtype in FLOATS:
    call(XENT, some([2, 3], dtype), np.array([[0.5, 0.25, 0.25], [1, 0, 0]]).astype(dtype),
         **LOOSE.get(dtype, {}))
call(XENT, np.float32([[1, 2, -np.inf], [1000, 0, -1000]]), np.float32([[0.5, 0.5, 0], [0, 0, 1]]))
call(XENT, some([2, 3]), np.float32([[0.5, 0.5, 0]]))
call(XENT, some([2, 1]), np.float32([[0.5, 0.5, 0]]))
call(XENT, some([3]), np.float32([[0.5, 0.5, 0], [0, 1, 0]]))
call(XENT, np.float32(1), np.float32([[0.5, 0.5, 0], [0, 1, 0]]))
call(XENT, some([3]), some([3]))
call(XENT, some([1, 2]), some([1, 3]))
call(XENT, some([2, 0]), some([2, 0]))
call(XENT, some([0, 2]), some([0, 2]))
SPARSE = "SparseSoftmaxCrossEntropyWithLogits"
for dtype in FLOATS:
    call(SPARSE, some([2, 3], dtype), np.int32([2, 0]), **LOOSE.get(dtype, {}))
call(SPARSE, np.float32([[1, 2, 3], [1, 1, -np.inf]]), np.int64([2, 2]))
call(SPARSE, some([2, 3]), np.int32([2, 3]))
call(SPARSE, some([2, 3]), np.int64([2, -1]))
call(SPARSE, some([2, 3]), np.int32([2]))
call(SPARSE, some([2, 0]), np.int32([0, 0]))
call(SPARSE, some([0, 3]), np.int32([]))
call(SPARSE, some([3]), np.int32([0]))

# --- Bias ---
for dtype in FLOATS + INTS + (np.complex64, np.complex128):
    call("BiasAddGrad", some([2, 3, 2]).astype(dtype), **LOOSE.get(dtype, {}))
    call("BiasAddV1", some([2, 2]).astype(dtype), some([2]).astype(dtype))
call("BiasAddGrad", some([2, 3, 2, 2]), data_format="NCHW")
call("BiasAddGrad", some([2, 3, 2]), data_format="NCHW")
call("BiasAddGrad", np.full([3, 2], 100, np.int8))
call("BiasAddGrad", some([0, 2]))
call("BiasAddGrad", some([2]))
call("BiasAddV1", some([2, 2]), some([3]))
call("BiasAddV1", some([2]), some([2]))

# --- Normalisation ---
NONE = np.float32([])
GIVEN = (np.float32([0.5, -1]), np.float32([2, 0.5]))
SCALE = (np.float32([2, -0.5]), np.float32([1, 0.25]))


def images(*shape, dtype=np.float32):
    return some(shape, dtype)


for op in ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"):
    call(op, images(2, 2, 3, 2), *SCALE, NONE, NONE, rtol=2e-5, atol=1e-6)
    call(op, images(2, 2, 3, 2), *SCALE, *GIVEN, exponential_avg_factor=0.25, epsilon=0.5)
    call(op, images(2, 2, 2, 3), *SCALE, NONE, NONE)
V3 = "FusedBatchNormV3"
call(V3, images(2, 2, 2, 2), *SCALE, *GIVEN, rtol=2e-5, atol=1e-6)
call(V3, images(2, 2, 2, 2), *SCALE, NONE, NONE, data_format="NCHW", rtol=2e-5, atol=1e-6)
call(V3, images(1, 1, 1, 2), *SCALE, NONE, NONE)
call(V3, images(1, 2, 2, 2, 2), *SCALE, NONE, NONE, data_format="NDHWC", rtol=2e-5, atol=1e-6)
call(V3, images(1, 2, 2, 1, 2), *SCALE, NONE, NONE, data_format="NCDHW", rtol=2e-5, atol=1e-6)
call(V3, images(2, 2, 2, 2), *SCALE, NONE, NONE, exponential_avg_factor=0.5)
call(V3, images(2, 2, 2, 2), *SCALE, NONE, NONE, is_training=False)
call(V3, images(2, 2, 2), *SCALE, NONE, NONE)
call(V3, images(1, 2, 2, 2), *SCALE, np.zeros([2, 0], np.float32), NONE)
for dtype in FLOATS[2:]:
    call(V3, images(2, 2, 2, 2, dtype=dtype), *SCALE, NONE, NONE, **LOOSE[dtype])
for training in (True, False):
    for op, more in (("FusedBatchNormGrad", ()), ("FusedBatchNormGradV2", ()),
                     ("FusedBatchNormGradV3", (NONE,))):
        call(op, images(2, 2, 2, 2), images(2, 2, 2, 2), SCALE[0], *GIVEN, *more,
             is_training=training, epsilon=0.01, rtol=2e-5, atol=1e-6)
GRAD = "FusedBatchNormGradV3"
call(GRAD, images(2, 2, 2, 2), images(2, 2, 2, 2), SCALE[0], *GIVEN, NONE, data_format="NCHW",
     rtol=2e-5, atol=1e-6)
call(GRAD, images(1, 2, 2, 2, 2), images(1, 2, 2, 2, 2), SCALE[0], *GIVEN, NONE,
     data_format="NDHWC", rtol=2e-5, atol=1e-6)
call(GRAD, images(0, 2, 2, 2), images(0, 2, 2, 2), SCALE[0], *GIVEN, NONE)
call(GRAD, images(1, 2, 2, 2), images(2, 2, 2, 2), SCALE[0], *GIVEN, NONE)
for dtype in FLOATS[2:]:
    call(GRAD, images(2, 2, 2, 2, dtype=dtype), images(2, 2, 2, 2, dtype=dtype), SCALE[0], *GIVEN,
         NONE, **LOOSE[dtype])

call("LRN", images(1, 2, 1, 7))
call("LRN", images(1, 1, 2, 6), depth_radius=1, bias=2.0, alpha=0.5, beta=0.75)
call("LRN", images(1, 1, 1, 4), depth_radius=0, beta=1.0)
call("LRN", images(1, 1, 1, 4), depth_radius=100)
call("LRN", images(1, 1, 1, 4), depth_radius=-1)
call("LRN", images(1, 1, 1, 4), depth_radius=2**40)
call("LRN", images(1, 1, 4))
call("LRN", images(0, 1, 1, 4))
call("LRN", images(1, 2, 1, 4, dtype=np.float16), **LOOSE[np.float16])
call("LRNGrad", images(1, 2, 1, 7), images(1, 2, 1, 7), images(1, 2, 1, 7), depth_radius=2,
     beta=0.75, rtol=2e-5, atol=1e-6)
call("LRNGrad", images(1, 2, 1, 5, dtype=np.float16), images(1, 2, 1, 5, dtype=np.float16),
     images(1, 2, 1, 5, dtype=np.float16), **LOOSE[np.float16])
call("LRNGrad", images(1, 2, 1, 5), images(1, 2, 1, 7), images(1, 2, 1, 7))
call("LRNGrad", images(1, 2, 1, 5), images(1, 2, 1, 5), images(1, 2, 1, 5), depth_radius=-1)

# --- The best classes ---
ROWS = np.float32([[1, 2, 3], [3, 3, 1], [1, np.nan, 2], [1, 2, np.inf], [0.5, 0.25, 0.25]])
for index in (np.int32, np.int64):
    for k in (-1, 0, 1, 2, 5):
        call("InTopK", ROWS, index([1, 0, 0, 1, 2]), k=k)
        call("InTopKV2", ROWS, index([5, -1, 0, 2, 0]), index(k))
call("InTopKV2", ROWS, np.int32([1, 0, 0, 1, 2]), np.int32([1]))
call("InTopK", ROWS, np.int32([1, 0]), k=1)
call("InTopK", ROWS[0], np.int32([1, 0, 0]), k=1)
call("InTopK", ROWS, np.int32([[1, 0, 0, 1, 2]]), k=1)

# --- Sampled classes ---

LABELS = np.int64([[3, 7], [1, 3], [9, 9], [0, 4]])
for sampled in ([3, 5, 1], [9, 3, 9, 2], [3, 3, 3], [6], []):
    call("ComputeAccidentalHits", LABELS, np.int64(sampled), num_true=2)
call("ComputeAccidentalHits", LABELS[:0], np.int64([3]), num_true=2)
call("ComputeAccidentalHits", np.int64([[-1], [2**40]]), np.int64([2**40, -1]), num_true=1)
call("ComputeAccidentalHits", LABELS, np.int64([3]), num_true=1)
call("ComputeAccidentalHits", LABELS[0], np.int64([3]), num_true=2)
call("ComputeAccidentalHits", LABELS, np.int64([[3]]), num_true=2)

# --- Orders of dimensions ---
for index in (np.int32, np.int64):
    call("DataFormatDimMap", index([[0, 1, 2], [3, -1, -4]]))
    call("DataFormatVecPermute", index([10, 11, 12, 13]))
    call("DataFormatVecPermute", index([[11, 12], [1, 2], [3, 4], [5, 6]]))
call("DataFormatDimMap", np.int32([4, -5, 9]))
call("DataFormatDimMap", np.int32(3))
call("DataFormatDimMap", np.int32([0, 1, 2, 4, -5]), src_format="NDHWC", dst_format="NCDHW")
call("DataFormatDimMap", np.int32([0, 1, 2]), src_format="abc", dst_format="cab")
call("DataFormatDimMap", np.int32([0, 1, 2]), src_format="abcd", dst_format="cabx")
call("DataFormatDimMap", np.int32([0, 1, 2]), src_format="abcd", dst_format="dcab")
for x in ([11, 12], [11, 12, 13], [[11, 12], [1, 2]], [[1, 2, 3]] * 4, 5):
    call("DataFormatVecPermute", np.int32(x))
call("DataFormatVecPermute", np.int32([10, 11, 12, 13]), src_format="HWNC", dst_format="NHWC")
call("DataFormatVecPermute", np.int32([10, 11]), src_format="NHWC", dst_format="NCWH")
call("DataFormatVecPermute", np.int32([10, 11, 12]), src_format="NDHWC", dst_format="NCWDH")
call("DataFormatVecPermute", np.int32([10, 11, 12, 13, 14]), src_format="NDHWC", dst_format="NCDHW")
call("DataFormatVecPermute", np.int32([10, 11, 12, 13]), dst_format="NCHX")
call("DataFormatVecPermute", np.int32([10, 11, 12, 13]), dst_format="NCH")

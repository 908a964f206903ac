#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on random parts and orders, and of what stands beside them: the same seeds, the same numbers."""
import numpy as np
import tensorflow as tf
from answers import call, story

F = np.float32
I = np.int32
raw = tf.raw_ops

# --- Normal numbers within bounds: by normal, uniform and exponential numbers, and turned round ---
BOUNDS = [(0, 1, -2, 2), (0, 1, -0.5, 0.5), (0, 1, 3, 5), (0, 1, 3, np.inf), (0, 1, -np.inf, -3), (5, 2, -1, 1),
          (-4, 0.5, -4.2, np.inf), (1, 3, 0.9, 1.1)]
for dtype in (np.float32, np.float64, np.float16):
    for bounds in BOUNDS:
        call("ParameterizedTruncatedNormal", I([7, 3]), *map(dtype, bounds), seed=3, seed2=5)
        call("StatelessParameterizedTruncatedNormal", I([5, 3]), I([3, 5]), *map(dtype, bounds))
for bounds in BOUNDS[:3]:
    call("ParameterizedTruncatedNormal", np.int64([250]), *map(F, bounds), seed=1, seed2=2)
several = F([0, 1, -2]), F([1, 2, 0.5]), F([-1, -np.inf, 0]), F([1, 0, 2])
call("ParameterizedTruncatedNormal", I([3, 5]), *several, seed=1, seed2=2)
call("ParameterizedTruncatedNormal", I([3]), *several, seed=1, seed2=2)
call("ParameterizedTruncatedNormal", I([3, 2]), F([0]), several[1], F(-1), F([2]), seed=1, seed2=2)
call("ParameterizedTruncatedNormal", I([3, 2]), F([0]), F(1), F([-1]), F(2), seed=1, seed2=2)
call("StatelessParameterizedTruncatedNormal", I([4, 3]), np.int64([9, 8]), *several)
call("StatelessParameterizedTruncatedNormal", I([4, 2, 3]), np.int64([9, 8]), F([[0], [10]]), several[1], F(-1), F(30))
for op, seeds in (("ParameterizedTruncatedNormal", []), ("StatelessParameterizedTruncatedNormal", [I([1, 2])])):
    attrs = {} if seeds else {"seed": 1}
    call(op, I([2]), *seeds, F(0), F(-1), F(0), F(1), **attrs)
    call(op, I([2]), *seeds, F(0), F(1), F(1), F(1), **attrs)
    call(op, I([2]), *seeds, F(0), F(1), F(-np.inf), F(np.inf), **attrs)
    call(op, I([4]), *seeds, F([0, 1]), F(1), F(-1), F(1), **attrs)
    call(op, I([0]), *seeds, F(0), F(1), F(-1), F(1), **attrs)
    call(op, I(2), *seeds, F(0), F(1), F(-1), F(1), **attrs)
call("ParameterizedTruncatedNormal", I([]), F(0), F(1), F(-1), F(1), seed=1)
call("ParameterizedTruncatedNormal", I([2]), F([[0]]), F(1), F(-1), F(1), seed=1)
call("StatelessParameterizedTruncatedNormal", I([2]), I([1, 2, 3]), F(0), F(1), F(-1), F(1))

# --- Orders ---
for dtype in (np.int32, np.uint32, np.int64, np.uint64):
    for last in (0, 1, 9, 1000, 2**20 + 1, 2**31 - 1):
        call("RandomIndexShuffle", np.arange(min(last + 1, 10), dtype=dtype), np.array([1, 2, 3], dtype), dtype(last))
for last in (2**40, 2**62 + 3, 2**63 - 1):
    call("RandomIndexShuffle", np.int64([0, 5, last]), np.uint32([5, 6, 7]), np.int64(last))
call("RandomIndexShuffle", I(4), I([1, 2, 3]), I(9))
call("RandomIndexShuffle", I(4), I([-1, -2, 3]), I(9), rounds=8)
call("RandomIndexShuffle", I(4), np.int64([-1, 2**40, 3]), I(9))
call("RandomIndexShuffle", I([4, 5]), I([[1, 2, 3], [4, 5, 6]]), I([9, 8]))
call("RandomIndexShuffle", I(4), I([[1, 2, 3], [4, 5, 6]]), I(9))
call("RandomIndexShuffle", I([4, 5]), I([1, 2]), I([9, 8]))
call("RandomIndexShuffle", I([4, 5]), I([1, 2, 3]), I([9, 8, 7]))

# --- Parts of images ---
BOXES = F([[[0.1, 0.2, 0.6, 0.7], [0.5, 0.5, 1, 1]]])
NONE = np.zeros([1, 0, 4], F)
for dtype in (np.int32, np.uint8, np.int64):
    for seed in range(6):
        size = np.array([100, 120, 3], dtype)
        call("SampleDistortedBoundingBox", size, BOXES, seed=seed, seed2=7)
        call("SampleDistortedBoundingBoxV2", size, BOXES, F(0.5), seed=seed, seed2=7)
        call("StatelessSampleDistortedBoundingBox", size, BOXES, F(0.9), I([seed, 1]))
for size in ([3, 5, 1], [1, 1, 1], [0, 4, 1], [1000, 7, 3], [4096, 4096, 3]):
    for areas in ([0.05, 1.0], [0.9, 1.0], [0.5, 0.5]):
        for ratios in ([0.75, 1.33], [0.1, 10.0]):
            call("StatelessSampleDistortedBoundingBox", I(size), NONE, F(0.1), I([3, 4]), area_range=areas,
                 aspect_ratio_range=ratios, use_image_if_no_bounding_boxes=True)
            call("StatelessSampleDistortedBoundingBox", I(size), BOXES, F(0), I([5, 4]), area_range=areas,
                 aspect_ratio_range=ratios, max_attempts=3)
S = "StatelessSampleDistortedBoundingBox"
call(S, I([9, 9, 3]), NONE, F(0.1), I([3, 4]))
call(S, I([9, 9, 3]), BOXES + 0.5, F(0.1), I([3, 4]))
call(S, I([9, 9, 3]), BOXES, F(-0.1), I([3, 4]))
call(S, I([-9, 9, 3]), BOXES, F(0.1), I([3, 4]))
call(S, I([9, 9]), BOXES, F(0.1), I([3, 4]))
call(S, I([9, 9, 3]), BOXES[0], F(0.1), I([3, 4]))
call(S, I([9, 9, 3]), BOXES, F([0.1]), I([3, 4]))
call(S, I([9, 9, 3]), BOXES, F(0.1), I([3]))
for attrs in ({"area_range": [0.0, 1.0]}, {"area_range": [0.5, 1.5]}, {"area_range": [0.5]}, {"max_attempts": 0},
              {"aspect_ratio_range": [-1.0, 1.0]}):
    call(S, I([9, 9, 3]), BOXES, F(0.1), I([3, 4]), **attrs)
call("SampleDistortedBoundingBox", I([9, 9, 3]), BOXES, seed=1, min_object_covered=-1.0)

# --- IsotonicRegression ---
for dtype, out in ((np.float32, tf.float32), (np.float64, tf.float64), (np.float16, tf.float16), (np.int8, tf.float32),
                   (np.int16, tf.float32), (np.int32, tf.float64), (np.int64, tf.float64),
                   (tf.bfloat16.as_numpy_dtype, tf.bfloat16)):
    numbers = np.array([[3, 1, 2, 5, -1, -1], [6, 5, 4, 3, 2, 1], [1, 2, 3, 4, 5, 7]]).astype(dtype)
    call("IsotonicRegression", numbers, output_dtype=out)
for shape in ([], [1], [0], [2, 0], [2, 2, 3]):
    call("IsotonicRegression", np.arange(np.prod(shape, dtype=int), dtype=F).reshape(shape), output_dtype=tf.float32)
call("IsotonicRegression", F([1, np.nan, 3, np.inf, -np.inf, 2]), output_dtype=tf.float32)

# --- ApproxTopK, ParallelConcat, RefIdentity ---
for dtype in (np.float32, np.float16, tf.bfloat16.as_numpy_dtype):
    call("ApproxTopK", np.array([[3, 1, 2, 5, -1], [0, 0, 7, 7, 1]]).astype(dtype), k=3, shapes_known=True)
call("ApproxTopK", F([3, 1]), k=0, shapes_known=True)
call("ApproxTopK", F([3, 1, np.nan, 2]), k=2, recall_target=0.5, shapes_known=True)
for value in (F([[1, 2]]), np.array([["a", "b"]]), np.zeros([1, 0], I), np.int8([1])):
    call("ParallelConcat", [value, value, value], shape=[3, *value.shape[1:]], shapes_known=True)


def through_identity(x):
    variable = raw.VariableV2(shape=[2], dtype=tf.float32)
    first = raw.Assign(ref=variable, value=x(F([1, 2])))
    same = raw.RefIdentity(input=first)
    more = raw.AssignAdd(ref=same, value=x(F([10, 20])))
    with tf.control_dependencies([more]):
        return [tf.identity(raw.RefIdentity(input=variable))]


story("RefIdentity", through_identity)

# --- RandomIndexShuffle takes no negative numbers ---
call("RandomIndexShuffle", I(-100), I([1, 2, 3]), I(-1))
call("RandomIndexShuffle", np.int64([0, 1]), I([1, 2, 3]), np.int64(-100))

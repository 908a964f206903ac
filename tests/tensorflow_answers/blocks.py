#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on blocks: of space, of a slice that is replaced, patches; Gather and Fingerprint."""
import numpy as np

from answers import call
from values import F, I, L, NUMBERS, REALS, count, texts

# Blocks of space.
for dtype in REALS:
    call("SpaceToBatchND", count(1, 3, dtype=dtype), I([2]), I([[1, 0]]), shapes_known=True)
    call("BatchToSpaceND", count(2, 2, dtype=dtype), I([2]), I([[1, 0]]), shapes_known=True)
for blocks, pads in [([2], [[0, 0]]), ([2], [[1, 1]]), ([2, 3], [[0, 0], [1, 1]]), ([1, 2], [[0, 0], [1, 2]]),
                     ([2], [[1, 0]]), ([0], [[0, 0]]), ([2], [[-1, 1]]), ([], np.zeros([0, 2])),
                     ([3], [[5, 6]])]:
    call("SpaceToBatchND", count(1, 4, 4), L(blocks), I(pads), shapes_known=True)
    call("BatchToSpaceND", count(4, 2, 2), I(blocks), L(pads), shapes_known=True)
call("SpaceToBatchND", count(2, 2, 2, 2), I([2, 2]), I([[0, 0], [0, 0]]), shapes_known=True)
call("SpaceToBatchND", np.zeros([0, 4], F), I([2]), I([[0, 0]]), shapes_known=True)
call("BatchToSpaceND", count(4, 1, 1, 2), I([2, 2]), I([[0, 0], [0, 0]]), shapes_known=True)
call("BatchToSpaceND", count(2, 2), I([2]), I([[2, 2]]), shapes_known=True)
call("BatchToSpaceND", count(2, 2), I([2]), I([[3, 2]]), shapes_known=True)
call("BatchToSpaceND", count(3, 1), I([2]), I([[0, 0]]), shapes_known=True)
call("BatchToSpaceND", np.zeros([0, 2], F), I([2]), I([[1, 0]]), shapes_known=True)
for pads in [[[0, 0], [0, 0]], [[1, 1], [0, 2]], [[1, 0], [0, 0]]]:
    call("SpaceToBatch", count(1, 2, 2, 2), I(pads), block_size=2)
    call("BatchToSpace", count(4, 2, 1, 1), I(pads), block_size=2)
call("SpaceToBatch", count(4, 4), I([[0, 0], [0, 0]]), block_size=2)
for dtype in NUMBERS + [np.bool_]:
    call("DepthToSpace", count(1, 1, 1, 4, dtype=dtype), block_size=2)
    call("SpaceToDepth", count(1, 2, 2, 1, dtype=dtype), block_size=2)
call("DepthToSpace", count(2, 1, 2, 8), block_size=2)
call("DepthToSpace", count(1, 1, 1, 9), block_size=3)
call("DepthToSpace", count(1, 1, 1, 6), block_size=2)
call("DepthToSpace", count(4), block_size=2)
call("DepthToSpace", texts("a", "b", "c", "d").reshape(1, 1, 1, 4), block_size=2)
call("SpaceToDepth", count(2, 2, 4, 2), block_size=2)
call("SpaceToDepth", count(1, 3, 2, 1), block_size=2)
call("SpaceToDepth", np.zeros([0, 2, 2, 1], F), block_size=2)

# A slice that is replaced or stands alone.
def slices(shape, begin, end, strides, value, **masks):
    call("StridedSliceGrad", I(shape), I(begin), I(end), I(strides), F(value), **masks)
    call("TensorStridedSliceUpdate", count(*shape), L(begin), L(end), L(strides), F(value), **masks)


slices([4], [1], [3], [1], [5, 6])
slices([4], [3], [0], [-2], [5, 6])
slices([4], [1], [3], [1], [5])
slices([4], [1], [3], [1], 5)
slices([4], [1], [3], [1], [5, 6, 7])
slices([4], [1], [3], [1], 5, shrink_axis_mask=1)
slices([4], [3], [1], [1], [])
slices([4], [0], [4], [0], [5])
slices([4], [5], [6], [1], 5, shrink_axis_mask=1)
slices([3, 4], [0, 1], [0, 3], [1, 2], [[5, 6]], begin_mask=1, end_mask=3)
slices([3, 2], [1], [3], [1], [[7, 8], [9, 10]])
slices([3, 2], [1], [3], [1], [7, 8])
slices([3, 2], [0, 1], [0, 2], [1, 1], [[7], [8], [9]], ellipsis_mask=1)
slices([4], [0, 1], [0, 3], [1, 1], [[5, 6]], new_axis_mask=1)
slices([2, 2, 2], [1, 0, 0], [2, 2, 1], [1, -1, 1], [[5], [6]], begin_mask=2, end_mask=2,
       shrink_axis_mask=1)
slices([0, 2], [0], [1], [1], np.zeros([0, 2]))
call("StridedSliceGrad", I([[4]]), I([1]), I([3]), I([1]), F([5, 6]))
call("StridedSliceGrad", I([4]), I([1, 2]), I([3]), I([1]), F([5, 6]))
for dtype in NUMBERS + [np.bool_]:
    call("StridedSliceGrad", I([3]), I([1]), I([3]), I([1]), count(2, dtype=dtype))
    call("TensorStridedSliceUpdate", np.zeros([3], dtype), I([1]), I([3]), I([1]), count(2, dtype=dtype))
call("TensorStridedSliceUpdate", texts("a", "b", "c"), I([1]), I([3]), I([1]), texts("x"))
call("TensorStridedSliceUpdate", count(3), I([1]), I([3]), I([-2]), count(2))  # nothing
call("StridedSliceGrad", I([3]), I([1]), I([2]), I([1]), texts("x"))

# Patches.
for padding in ["SAME", "VALID"]:
    for size, stride, rate in [((2, 2), (1, 1), (1, 1)), ((2, 3), (2, 1), (1, 1)), ((2, 2), (1, 2), (2, 2)),
                               ((1, 1), (2, 2), (1, 1)), ((4, 4), (1, 1), (1, 1))]:
        call("ExtractImagePatches", count(1, 3, 4, 1), ksizes=[1, *size, 1], strides=[1, *stride, 1],
             rates=[1, *rate, 1], padding=padding)
    call("ExtractImagePatches", count(2, 2, 2, 2), ksizes=[1, 2, 2, 1], strides=[1, 1, 1, 1],
         rates=[1, 1, 1, 1], padding=padding)
    call("ExtractVolumePatches", count(1, 2, 2, 3, 1), ksizes=[1, 2, 1, 2, 1], strides=[1, 1, 2, 1, 1],
         padding=padding)
    call("ExtractVolumePatches", count(1, 2, 2, 2, 2), ksizes=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1],
         padding=padding)
for dtype in REALS:
    call("ExtractImagePatches", count(1, 2, 2, 1, dtype=dtype), ksizes=[1, 2, 2, 1],
         strides=[1, 2, 2, 1], rates=[1, 1, 1, 1], padding="VALID")
call("ExtractImagePatches", count(2, 2), ksizes=[1, 2, 2, 1], strides=[1, 2, 2, 1], rates=[1, 1, 1, 1],
     padding="VALID")
call("ExtractImagePatches", np.zeros([0, 2, 2, 1], F), ksizes=[1, 2, 2, 1], strides=[1, 2, 2, 1],
     rates=[1, 1, 1, 1], padding="VALID")

for height, size, stride in [(1, 3, 1), (2, 3, 1), (1, 4, 3), (1, 2, 2)]:
    call("ExtractImagePatches", count(1, height, 3, 1), ksizes=[1, size, 1, 1],
         strides=[1, stride, 1, 1], rates=[1, 1, 1, 1], padding="VALID")

# Gather of version 1, and fingerprints.
for dtype in NUMBERS + [np.bool_]:
    call("Gather", count(3, dtype=dtype), I([2, 0]))
call("Gather", count(3, 2), L([[2], [0]]))
call("Gather", count(3, 2), I(1))
call("Gather", count(3), I([3]))
call("Gather", F(3), I([0]))
call("Gather", texts("a", "b"), I([1, 1, 0]))
METHOD = np.array(b"farmhash64", dtype=object)
for data in [F([1, 2]), count(2, 3), np.zeros([2, 0], F), count(2, 20, dtype=np.float64), F(1),
             np.bool_([True, False]), np.complex64([1 + 2j]), texts("abc", "d"), texts("", "a" * 100),
             texts("a", "b", "c", "d").reshape(2, 2), np.zeros([0, 2], F)]:
    call("Fingerprint", data, METHOD)
call("Fingerprint", F([1]), np.array(b"md5", dtype=object))
call("Fingerprint", F([1]), np.array([b"farmhash64"], dtype=object))

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that every program has, among them each kind of tensor and an error of each kind."""
import numpy as np
from answers import call

call("AddV2", np.float32([[1, 2], [3, 4]]), np.float32([10, 20]))
call("AddV2", np.int8([127]), np.int8([1]))
call("AddV2", np.complex64([1 + 2j]), np.complex64([3 - 1j]))
call("Add", np.array([b"a\xff"], object), np.array([b"b", b""], object))
call("AddV2", np.zeros([0, 3], np.float64), np.float64([1, 2, 3]))
call("AddV2", np.float32([np.nan, np.inf, -np.inf]), np.float32([1]))
call("AddV2", np.float32([1, 2]), np.float32([1, 2, 3]))
call("Equal", np.array([True, False]), np.array([True, True]))
call("AddN", [np.int32([1]), np.int32([2]), np.int32([3])])
call("Split", np.int32(0), np.float16([1, 2, 3, 4]), num_split=2)
call("Split", np.int32(0), np.float16([1, 2, 3]), num_split=2)
call("Reshape", np.arange(6, dtype=np.int64), np.int32([2, -1]))
call("Reshape", np.arange(6, dtype=np.int64), np.int32([4, -1]))
call("GatherV2", np.float32([1, 2, 3]), np.int32([2, 0]), np.int32(0))
call("GatherV2", np.float32([1, 2, 3]), np.int32([3]), np.int32(0))
call("StringToNumber", np.array([b"1.5", b"-2e3"], object))
call("StringToNumber", np.array([b"x"], object))
call("Softmax", np.float64([[1, 2], [3, 5]]))

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms, of whole tensors and of frames."""
import numpy as np
from openvino import opset7, opset9, opset15, opset16
from openvino import opset13 as ov

from answers import op, param

RANDOM = np.random.RandomState(11)


def const(value, t=np.int64):
    return ov.constant(np.array(value, t))


def whole(shape):
    return RANDOM.randint(-9, 10, shape).astype(np.float32)


# Complex to complex: axes in any order, lengthened and cut.
for make in (opset7.dft, opset7.idft):
    for shape, axes, sizes in (([4, 3, 2], [0], None), ([4, 3, 2], [0, 1], None),
                               ([2, 4, 3, 2], [2, -2], [5, 3]), ([4, 3, 2], [-1, 0], [-1, 2]),
                               ([1, 17, 2], [1], [13])):
        x = param("x", shape)
        args = [] if sizes is None else [const(sizes)]
        op(make(x, const(axes), *args), {"x": whole(shape)}, 1e-4, 1e-4, dynamic=True)
# Real to complex, and back. (OpenVINO's IRDFT is wrong where it lengthens: that is not asked.)
for shape, axes, sizes in (([4, 6], [1], None), ([4, 5], [0], None), ([4, 5], [1, 0], None),
                           ([2, 4, 5], [0, 2], [2, 5]), ([3, 8], [-1], [5]), ([9], [0], [4])):
    x = param("x", shape)
    args = [] if sizes is None else [const(sizes)]
    op(opset9.rdft(x, const(axes), *args), {"x": whole(shape)}, 1e-4, 1e-4, dynamic=True)
for shape, axes, sizes in (([4, 4, 2], [1], None), ([4, 5, 2], [0], None), ([4, 5, 2], [1, 0], None),
                           ([2, 4, 5, 2], [0, 2], [2, 7]), ([3, 4, 2], [-1], [5]),
                           ([3, 4, 2], [0, 1], [2, 7])):
    x = param("x", shape)
    args = [] if sizes is None else [const(sizes)]
    op(opset9.irdft(x, const(axes), *args), {"x": whole(shape)}, 1e-4, 1e-4, dynamic=True)

# Frames.
for transposes in (True, False):
    for window, size, step in ([8], 8, 4), ([5], 8, 3), ([6], 7, 5):
        x, w = param("x", [2, 30]), param("w", window)
        op(opset15.stft(x, w, const(size), const(step), transposes),
           {"x": whole([2, 30]), "w": np.hanning(window[0] + 2)[1:-1].astype(np.float32)}, 1e-4,
           1e-4, dynamic=size == 8)
for center in (True, False):
    for normalized in (True, False):
        for length in (None, 10, 40):
            x, w = param("x", [2, 5, 6, 2]), param("w", [6])
            args = [] if length is None else [const(length)]
            op(opset16.istft(x, w, const(8), const(3), center, normalized, *args),
               {"x": whole([2, 5, 6, 2]), "w": np.hanning(8)[1:-1].astype(np.float32)}, 1e-3, 1e-3,
               dynamic=length is None, oracle="cpu")
x, w = param("x", [5, 3, 2]), param("w", [8])
op(opset16.istft(x, w, const(8), const(4), False, False),
   {"x": whole([5, 3, 2]), "w": np.ones(8, np.float32)}, 1e-3, 1e-3, oracle="cpu")

# Of nothing.
op(opset9.rdft(param("n", [2, 0, 1]), const([1])), {"n": np.zeros([2, 0, 1], np.float32)},
   dynamic=True, oracle="cpu")
op(opset9.irdft(param("n", [0, 3, 2]), const([1])), {"n": np.zeros([0, 3, 2], np.float32)},
   dynamic=True, oracle="cpu")

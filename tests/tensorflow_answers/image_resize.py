# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that resize and transform images."""
import numpy as np
from answers import call

random = np.random.RandomState(7)


def pixels(*shape, dtype=np.float32, scale=1.0):
    return (random.randint(0, 17, shape) / 16 * scale).astype(dtype)


def size(*values):
    return np.int32(values)


RULES = [{}, {"align_corners": True}, {"half_pixel_centers": True}]

# --- Resizes ---
for op in ["ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic"]:
    for rule in RULES:
        call(op, pixels(1, 3, 4, 2), size(5, 7), **rule)
        call(op, pixels(1, 5, 6, 1), size(2, 3), **rule)
        call(op, pixels(2, 2, 2, 1), size(1, 1), **rule)
        call(op, pixels(1, 1, 1, 2), size(3, 2), **rule)
        call(op, pixels(1, 3, 3, 1), size(3, 3), **rule)
    call(op, np.float32([[[[np.nan], [1]], [[np.inf], [2]]]]), size(3, 3), half_pixel_centers=True)
    call(op, pixels(0, 2, 2, 1), size(3, 3))
    call(op, pixels(1, 2, 2, 0), size(3, 3))
    call(op, pixels(1, 0, 2, 1), size(3, 3))
    call(op, pixels(1, 2, 2, 1), size(0, 3))
    call(op, pixels(1, 2, 2, 1), size(-1, 3))
    call(op, pixels(1, 2, 2, 1), size(3))
    call(op, pixels(2, 2, 1), size(3, 3))
    call(op, pixels(1, 2, 2, 1), size(3, 3), align_corners=True, half_pixel_centers=True)
for rule in [{}, {"align_corners": True}]:
    call("ResizeArea", pixels(1, 3, 4, 2), size(5, 7), **rule)
    call("ResizeArea", pixels(1, 5, 7, 1), size(2, 3), **rule)
    call("ResizeArea", pixels(2, 4, 4, 1), size(2, 2), **rule)
    call("ResizeArea", pixels(1, 2, 2, 1), size(1, 5), **rule)
call("ResizeArea", pixels(0, 2, 2, 1), size(3, 3))
call("ResizeArea", pixels(1, 2, 0, 1), size(3, 3))
call("ResizeArea", pixels(1, 2, 2, 1), size(3, 0))
TYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.float16, np.float64]
for op in ["ResizeBilinear", "ResizeNearestNeighbor", "ResizeBicubic", "ResizeArea"]:
    for dtype in TYPES:
        call(op, pixels(1, 2, 3, 1, dtype=dtype, scale=100), size(3, 2))
for rule in RULES:
    call("ResizeBilinearGrad", pixels(1, 5, 4, 2), pixels(1, 3, 3, 2), **rule)
    call("ResizeBilinearGrad", pixels(1, 2, 2, 1), pixels(1, 4, 5, 1), **rule)
    call("ResizeBicubicGrad", pixels(1, 5, 4, 2), pixels(1, 3, 3, 2), rtol=1e-5, **rule)
    call("ResizeBicubicGrad", pixels(1, 2, 2, 1), pixels(1, 4, 5, 1), rtol=1e-5, atol=1e-6, **rule)
    call("ResizeNearestNeighborGrad", pixels(1, 5, 4, 2), size(3, 3), **rule)
    call("ResizeNearestNeighborGrad", pixels(1, 2, 2, 1), size(4, 5), **rule)
for dtype in [np.float16, np.float64]:
    call("ResizeBilinearGrad", pixels(1, 4, 3, 1), pixels(1, 2, 2, 1, dtype=dtype))
    call("ResizeNearestNeighborGrad", pixels(1, 4, 3, 1, dtype=dtype), size(2, 2))
call("ResizeBicubicGrad", pixels(1, 4, 3, 1), pixels(1, 2, 2, 1, dtype=np.float64), rtol=1e-5)
for dtype in [np.uint8, np.int8, np.int32]:
    call("ResizeNearestNeighborGrad", pixels(1, 4, 4, 1, dtype=dtype, scale=127), size(2, 2))
call("ResizeNearestNeighborGrad", pixels(1, 0, 4, 1), size(2, 2))
call("ResizeNearestNeighborGrad", pixels(1, 2, 4, 1), size(0, 2))
call("ResizeBilinearGrad", pixels(1, 2, 4, 1), pixels(2, 2, 1))

# --- Resampling ---
KERNELS = ["lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic"]
for kernel in KERNELS + ["mitchellcubic"]:
    for antialias in [True, False]:
        call("ScaleAndTranslate", pixels(1, 5, 4, 1), size(3, 6), np.float32([0.6, 1.5]),
             np.float32([0, 0]), kernel_type=kernel, antialias=antialias, rtol=1e-5, atol=1e-6)
    call("ScaleAndTranslateGrad", pixels(1, 3, 6, 1), pixels(1, 5, 4, 1), np.float32([0.6, 1.5]),
         np.float32([0.5, -1]), kernel_type=kernel, rtol=1e-5, atol=1e-6)
for dtype in TYPES:
    call("ScaleAndTranslate", pixels(1, 2, 2, 1, dtype=dtype, scale=100), size(3, 3),
         np.float32([1.5, 1.5]), np.float32([0.25, -3]), rtol=1e-5, atol=1e-5)
call("ScaleAndTranslate", pixels(1, 2, 2, 1), size(2, 2), np.float32([0, 1]), np.float32([0, 0]))
call("ScaleAndTranslate", pixels(1, 2, 2, 1), size(2, 2), np.float32([1, -1]), np.float32([0, 0]))
call("ScaleAndTranslate", pixels(1, 2, 2, 1), size(2, 0), np.float32([1, 1]), np.float32([0, 0]))
call("ScaleAndTranslate", pixels(1, 2, 2, 1), size(2, 2), np.float32([1]), np.float32([0, 0]))
call("ScaleAndTranslate", pixels(1, 2, 2, 1), size(2, 2), np.float32([1, 1]), np.float32([0, 0]),
     kernel_type="none")
for mode in ["CONSTANT", "REFLECT", "WRAP", "NEAREST"]:
    for interpolation in ["NEAREST", "BILINEAR"]:
        turn = np.float32([[0.8, -0.6, 1.3, 0.6, 0.8, -2.1, 0, 0]])
        call("ImageProjectiveTransformV3", pixels(1, 3, 4, 1), turn, size(4, 4), np.float32(0.5),
             interpolation=interpolation, fill_mode=mode, rtol=1e-5, atol=1e-6)
        call("ImageProjectiveTransformV2", pixels(2, 3, 2, 1),
             np.float32([[1, 0, -9.3, 0, 1, 11.6, 0, 0], [3, 0, -2, 0, 3, -2, 0.1, -0.2]]), size(3, 4),
             interpolation=interpolation, fill_mode=mode, rtol=1e-5, atol=1e-6)
        call("ImageProjectiveTransformV3", pixels(1, 1, 1, 1), turn, size(2, 2), np.float32(0.5),
             interpolation=interpolation, fill_mode=mode)
for dtype in [np.uint8, np.int32, np.int64, np.float16, np.float64]:
    call("ImageProjectiveTransformV3", pixels(1, 2, 2, 2, dtype=dtype, scale=100),
         np.float32([[1, 0, 0.5, 0, 1, -0.5, 0, 0]]), size(3, 3), np.float32(7),
         interpolation="BILINEAR")
call("ImageProjectiveTransformV3", pixels(1, 2, 2, 1, dtype=np.uint8, scale=100),
     np.float32([[1, 0, 5, 0, 1, 0, 0, 0]]), size(1, 1), np.float32(300), interpolation="NEAREST")
call("ImageProjectiveTransformV3", pixels(1, 2, 2, 1), np.float32([[1, 0, 0, 0, 1, 0, -1, 0]]),
     size(2, 2), np.float32(3), interpolation="NEAREST")
call("ImageProjectiveTransformV3", pixels(1, 2, 2, 1), np.float32([[1, 0, 0, 0, 1, 0, -1]]),
     size(2, 2), np.float32(3), interpolation="NEAREST")
call("ImageProjectiveTransformV3", pixels(1, 2, 2, 1), np.float32([[1, 0, 0, 0, 1, 0, 0, 0]] * 2),
     size(2, 2), np.float32(3), interpolation="NEAREST")
call("ImageProjectiveTransformV2", pixels(1, 2, 2, 1), np.float32([[1, 0, 0, 0, 1, 0, 0, 0]]),
     size(2, 0), interpolation="NEAREST")

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on images."""
import struct

import numpy as np
from answers import call

random = np.random.RandomState(7)


def pixels(*shape, dtype=np.float32, scale=1.0):
    return (random.randint(0, 17, shape) / 16 * scale).astype(dtype)


def size(*values):
    return np.int32(values)


TYPES = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.float16, np.float64]

# --- Colours ---
COLORS = np.float32([[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]],
                     [[1, 0, 1], [0, 0, 0], [0.2, 0.4, 0.6], [0.9, 0.3, 0.3], [-1, 2, 0.5]]])
for dtype in [np.float16, np.float32, np.float64]:
    near = {"rtol": 4e-3, "atol": 1e-3} if dtype is np.float16 else {"rtol": 1e-6, "atol": 1e-6}
    call("RGBToHSV", COLORS.astype(dtype), **near)
    call("HSVToRGB", COLORS.astype(dtype), **near)
call("RGBToHSV", pixels(2, 3), rtol=1e-6)
call("HSVToRGB", pixels(3))
call("RGBToHSV", pixels(2, 4))
call("HSVToRGB", np.float32(1))
call("RGBToHSV", np.float32([[np.inf, 1, 2], [0, 0, 0]]))
for delta in [0, 0.3, -0.45, 1.75, -7.2]:
    call("AdjustHue", COLORS, np.float32(delta), rtol=1e-5, atol=1e-5)
for scale in [0, 0.5, 1, 3, -1]:
    call("AdjustSaturation", COLORS, np.float32(scale), rtol=1e-6, atol=1e-6)
    call("AdjustContrastv2", COLORS, np.float32(scale), rtol=1e-5, atol=1e-6)
call("AdjustHue", np.float32([[[np.nan, 1, 2], [1, np.nan, 2], [np.inf, 1, 2]]]), np.float32(0.3))
call("AdjustContrastv2", pixels(2, 2, 3, 2), np.float32(1.5), rtol=1e-5, atol=1e-6)
call("AdjustContrastv2", pixels(0, 2, 3, 2), np.float32(1.5))
for op in ["AdjustHue", "AdjustSaturation", "AdjustContrastv2"]:
    call(op, pixels(2, 3), np.float32(1))
    call(op, pixels(1, 2, 3), np.float32([1]))
call("AdjustHue", pixels(1, 2, 4), np.float32(1))
for dtype in [np.float16, np.float32]:
    boxes = np.float32([[[0, 0, 1, 1], [0.3, 0.2, 0.7, 1.5], [-1, -1, 0.5, 0.4]]])
    call("DrawBoundingBoxes", pixels(1, 4, 4, 1, dtype=dtype), boxes)
    call("DrawBoundingBoxesV2", pixels(1, 4, 3, 3, dtype=dtype), boxes, pixels(2, 3))
call("DrawBoundingBoxes", pixels(1, 3, 3, 4), np.float32([[[0.9, 0.9, 0.1, 0.1], [2, 2, 3, 3]]]))
call("DrawBoundingBoxes", pixels(1, 3, 3, 2), np.float32([[[0, 0, 1, 1]]]))
call("DrawBoundingBoxes", pixels(1, 3, 3, 1), np.zeros([1, 0, 4], np.float32))
call("DrawBoundingBoxesV2", pixels(1, 3, 3, 3), np.float32([[[0, 0, 1, 1]]]), pixels(1, 2))
call("DrawBoundingBoxesV2", pixels(1, 3, 3, 1), np.float32([[[0, 0, 1, 1]]]), pixels(0, 3))

# --- Crops ---
BOXES = np.float32([[0, 0, 1, 1], [0.1, 0.2, 0.8, 0.6], [0.7, 0.9, 0.1, -0.2]])
for method in ["bilinear", "nearest"]:
    call("CropAndResize", pixels(2, 4, 5, 1), BOXES, np.int32([0, 1, 1]), size(3, 2), method=method,
         extrapolation_value=-1.0, rtol=1e-5)
    call("CropAndResize", pixels(1, 3, 3, 2), BOXES, np.int32([0, 0, 0]), size(1, 1), method=method)
    call("CropAndResizeGradImage", pixels(3, 3, 2, 1), BOXES, np.int32([0, 1, 1]),
         size(2, 4, 5, 1), T=np.float32, method=method, rtol=1e-5, atol=1e-6)
    for dtype in [np.float16, np.float64]:
        call("CropAndResizeGradImage", pixels(3, 1, 1, 1), BOXES, np.int32([0, 0, 0]),
             size(1, 2, 2, 1), T=dtype, method=method, rtol=2e-3)
for dtype in TYPES:
    call("CropAndResize", pixels(1, 2, 3, 1, dtype=dtype, scale=100), BOXES[:2], np.int32([0, 0]),
         size(2, 2), rtol=1e-5)
    call("CropAndResizeGradBoxes", pixels(2, 2, 2, 1), pixels(1, 3, 3, 1, dtype=dtype, scale=100),
         BOXES[:2], np.int32([0, 0]), rtol=1e-4, atol=1e-4)
call("CropAndResizeGradBoxes", pixels(3, 3, 1, 2), pixels(2, 3, 4, 2), BOXES, np.int32([0, 1, 1]),
     rtol=1e-4, atol=1e-5)
NO_BOXES = np.zeros([0, 4], np.float32)
call("CropAndResize", pixels(1, 2, 2, 1), NO_BOXES, np.zeros([0], np.int32), size(2, 2))
call("CropAndResize", pixels(1, 2, 2, 1), BOXES, np.int32([0, 0, 1]), size(2, 2))
call("CropAndResize", pixels(1, 2, 2, 1), BOXES, np.int32([0, 0]), size(2, 2))
call("CropAndResize", pixels(1, 2, 2, 1), BOXES * np.float32(np.nan), np.int32([0, 0, 0]),
     size(2, 2))
call("CropAndResize", pixels(1, 2, 2, 1), BOXES, np.int32([0, 0, 0]), size(0, 2))
call("CropAndResize", pixels(1, 0, 2, 1), BOXES, np.int32([0, 0, 0]), size(2, 2))
call("CropAndResizeGradImage", pixels(2, 2, 2, 1), BOXES, np.int32([0, 0, 0]), size(1, 2, 2, 1),
     T=np.float32)

# --- Choosing boxes ---
CORNERS = np.float32([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11],
                      [1, 11.1, 0, 10.1], [0, 100, 1, 101]])
SCORES = np.float32([0.9, 0.75, 0.6, 0.95, 0.5, 0.3])
HALF = [CORNERS.astype(np.float16), SCORES.astype(np.float16)]


def numbers(dtype, *values):
    return [dtype(v) for v in values]


for most in [0, 1, 3, 30]:
    most = np.int32(most)
    call("NonMaxSuppression", CORNERS, SCORES, most)
    call("NonMaxSuppressionV2", CORNERS, SCORES, most, np.float32(0.5))
    call("NonMaxSuppressionV3", CORNERS, SCORES, most, np.float32(0.85), np.float32(0.4))
    for pad in [True, False]:
        call("NonMaxSuppressionV4", CORNERS, SCORES, most, *numbers(np.float32, 0.5, 0.4),
             pad_to_max_output_size=pad)
        call("NonMaxSuppressionV5", CORNERS, SCORES, most, *numbers(np.float32, 0.5, 0.2, 0.5),
             pad_to_max_output_size=pad, rtol=1e-5)
    call("NonMaxSuppressionV5", CORNERS, SCORES, most, *numbers(np.float32, 0.5, 0.2, 0))
    call("NonMaxSuppressionV5", *HALF, most, *numbers(np.float16, 0.5, 0.2, 0.5), rtol=4e-3)
call("NonMaxSuppressionV2", *HALF, np.int32(3), np.float16(0.5))
call("NonMaxSuppressionV3", *HALF, np.int32(3), *numbers(np.float16, 0.5, 0.4))
call("NonMaxSuppressionV4", *HALF, np.int32(3), *numbers(np.float16, 0.5, 0.4))
call("NonMaxSuppressionV3", CORNERS, np.float32([1] * 6), np.int32(9), *numbers(np.float32, 1, 0))
call("NonMaxSuppressionV3", CORNERS, np.float32([np.nan, 1, np.inf, -np.inf, 2, 0]), np.int32(9),
     *numbers(np.float32, 0.5, -np.inf))
call("NonMaxSuppressionV4", NO_BOXES, SCORES[:0], np.int32(3), *numbers(np.float32, 0.5, 0),
     pad_to_max_output_size=True)
call("NonMaxSuppressionV3", CORNERS, SCORES, np.int32(-1), *numbers(np.float32, 0.5, 0))
call("NonMaxSuppressionV3", CORNERS, SCORES, np.int32(3), *numbers(np.float32, 1.5, 0))
call("NonMaxSuppressionV3", CORNERS, SCORES[:3], np.int32(3), *numbers(np.float32, 0.5, 0))
call("NonMaxSuppressionV3", CORNERS[:, :3], SCORES, np.int32(3), *numbers(np.float32, 0.5, 0))
call("NonMaxSuppressionV5", CORNERS, SCORES, np.int32(3), *numbers(np.float32, 0.5, 0, -1))
OVERLAPS = pixels(4, 4)
call("NonMaxSuppressionWithOverlaps", OVERLAPS, SCORES[:4], np.int32(3),
     *numbers(np.float32, 0.5, 0.1))
call("NonMaxSuppressionWithOverlaps", OVERLAPS, SCORES[:4], np.int32(3),
     *numbers(np.float32, 5, 0.7))
call("NonMaxSuppressionWithOverlaps", OVERLAPS, SCORES[:3], np.int32(3),
     *numbers(np.float32, 0.5, 0.7))
SETS = CORNERS[None, :, None, :]
CLASSES = pixels(1, 6, 2)
for settings in [{}, {"pad_per_class": True}, {"clip_boxes": False}]:
    call("CombinedNonMaxSuppression", SETS, CLASSES, np.int32(2), np.int32(5),
         *numbers(np.float32, 0.5, 0.1), **settings)
    call("CombinedNonMaxSuppression", np.tile(SETS, [2, 1, 2, 1]), np.tile(CLASSES, [2, 1, 1]),
         np.int32(9), np.int32(3), *numbers(np.float32, 0.5, 0.1), **settings)
call("CombinedNonMaxSuppression", SETS * 30, np.ones([1, 6, 2], np.float32), np.int32(9),
     np.int32(12), *numbers(np.float32, 0.5, 0.1))
call("CombinedNonMaxSuppression", SETS, CLASSES, np.int32(0), np.int32(5),
     *numbers(np.float32, 0.5, 0.1))
call("CombinedNonMaxSuppression", SETS, CLASSES, np.int32(1), np.int32(0),
     *numbers(np.float32, 0.5, 0.1))
call("CombinedNonMaxSuppression", np.tile(SETS, [1, 1, 3, 1]), CLASSES, np.int32(1), np.int32(1),
     *numbers(np.float32, 0.5, 0.1))
call("CombinedNonMaxSuppression", SETS, CLASSES, np.int32(1), np.int32(1),
     *numbers(np.float32, -0.5, 0.1))

# --- Files ---


def bmp(width=3, height=2, bits=24, more=0, offset=54):
    size = abs(height) * ((width * (bits // 8) + 3) // 4 * 4) % 1000 + more
    header = struct.pack("<2sIHHI", b"BM", 54 + size, 0, 0, offset)
    header += struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, 0, size, 0, 0, 0, 0)
    return np.array(header + bytes(range(1, 256))[:size], object)


for bits in [8, 24, 32]:
    call("DecodeBmp", bmp(bits=bits))
    call("DecodeBmp", bmp(bits=bits, height=-2))
    for channels in [1, 3, 4]:
        call("DecodeBmp", bmp(bits=bits, width=2), channels=channels)
    call("DecodeBmp", bmp(bits=bits, width=4, height=1))
    call("DecodeBmp", bmp(bits=bits, more=1))
    call("DecodeBmp", bmp(bits=bits, more=-1))
for settings in [{"bits": 16}, {"bits": 1}, {"width": 0}, {"width": -3}, {"height": 0}, {"height": 90},
                 {"width": 2**31 - 1}, {"height": -2**31}, {"offset": 200}, {"offset": 2**32 - 1},
                 {"bits": 65535}]:
    call("DecodeBmp", bmp(**settings))
call("DecodeBmp", np.array(b"", object))
call("DecodeBmp", np.array(b"BM" + bytes(20), object))
call("DecodeBmp", np.array(b"\x89PNG" + bytes(60), object))
call("DecodeBmp", np.array([b"BM"], object))

# Glimpses; those with noise differ in each run.
GLIMPSED = np.arange(2 * 4 * 5 * 2, dtype=np.float32).reshape(2, 4, 5, 2)
for version in ("ExtractGlimpse", "ExtractGlimpseV2"):
    for centered in (False, True):
        for normalized in (False, True):
            how = {"centered": centered, "normalized": normalized, "uniform_noise": False, "noise": "zero"}
            for window in ([3, 2], [1, 1], [6, 7], [0, 2]):
                for offsets in ([[0, 0], [0.5, -0.6]], [[1.2, 1.7], [-1, -1]], [[-0.3, 0.25], [2, 40]],
                                [[np.nan, 0], [0, 1e30]]):
                    call(version, GLIMPSED, np.int32(window), np.float32(offsets), **how)
    zeros = {"uniform_noise": False, "noise": "zero"}
    call(version, GLIMPSED, np.int32([4, 5]), np.zeros([2, 2], np.float32), noise="other", uniform_noise=False)
    for window, offsets in (([2, -1], [2, 2]), ([2, 2, 2], [2, 2]), ([2, 2], [1, 2]), ([2, 2], [2, 3]), ([2, 2], [2])):
        call(version, GLIMPSED, np.int32(window), np.zeros(offsets, np.float32), **zeros)
    call(version, GLIMPSED[0], np.int32([2, 2]), np.zeros([4, 2], np.float32), **zeros)
    call(version, GLIMPSED[:0], np.int32([2, 2]), np.zeros([0, 2], np.float32), **zeros)
    call(version, GLIMPSED[:, :0], np.int32([2, 2]), np.zeros([2, 2], np.float32), **zeros)
    call(version, GLIMPSED[..., :0], np.int32([2, 2]), np.zeros([2, 2], np.float32), **zeros)

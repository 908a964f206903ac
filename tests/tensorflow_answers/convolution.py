#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Convolutions and their gradients."""
import numpy as np

from answers import call
from small_numbers import FLOATS, LOOSE, some


# --- Convolutions ---
def conv(image, kernel, dtype=np.float32, strides=(1, 1), padding="SAME", **attrs):
    call("Conv2D", some(image, dtype), some(kernel, dtype), padding=padding,
         strides=[1, *strides, 1], **LOOSE.get(dtype, {}), **attrs)


for dtype in FLOATS + (np.int32,):
    conv([1, 3, 3, 2], [2, 2, 2, 2], dtype)
for padding in ("SAME", "VALID"):
    for strides in ((1, 1), (2, 2), (1, 3), (3, 2)):
        conv([1, 5, 4, 2], [3, 2, 2, 2], strides=strides, padding=padding)
conv([2, 3, 3, 3], [1, 1, 3, 4])
conv([2, 4, 3, 2], [1, 1, 2, 3], strides=(2, 2))
conv([1, 3, 3, 2], [1, 1, 2, 2], padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 0, 2, 0, 0])
conv([1, 6, 6, 1], [2, 2, 1, 2], dilations=[1, 2, 3, 1])
conv([1, 6, 6, 1], [3, 3, 1, 1], dilations=[1, 2, 2, 1], padding="VALID")
conv([1, 6, 6, 1], [3, 3, 1, 1], dilations=[1, 2, 2, 1], strides=(2, 2))
conv([1, 3, 3, 4], [2, 2, 2, 4])  # two groups
conv([1, 3, 3, 4], [2, 2, 1, 4], padding="VALID")  # four
conv([1, 3, 3, 4], [1, 1, 2, 2])
conv([1, 3, 3, 2], [2, 2, 2, 2], padding="EXPLICIT", explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0],
     strides=(2, 1))
conv([0, 3, 3, 2], [2, 2, 2, 2])
conv([1, 0, 3, 2], [2, 2, 2, 2])
conv([1, 3, 3, 2], [2, 2, 2, 0])
conv([1, 3, 3, 2], [0, 2, 2, 2])
conv([1, 3, 3, 2], [2, 2, 3, 2])
conv([1, 3, 3, 4], [2, 2, 2, 3])
conv([1, 3, 3], [2, 2, 2, 2])
conv([1, 3, 3, 2], [2, 2, 2])
call("Conv2D", some([1, 3, 3, 2]), some([2, 2, 2, 2]), padding="SAME", strides=[2, 1, 1, 1])
call("Conv2D", some([1, 3, 3, 2]), some([2, 2, 2, 2]), padding="SAME", strides=[1, 1, 1, 2])
call("Conv2D", some([1, 3, 3, 2]), some([2, 2, 2, 2]), padding="SAME", strides=[1, 1, 1, 1],
     dilations=[2, 1, 1, 1])

for dtype in FLOATS:
    call("Conv3D", some([1, 2, 3, 2, 2], dtype), some([2, 2, 1, 2, 2], dtype), padding="SAME",
         strides=[1] * 5, **LOOSE.get(dtype, {}))
call("Conv3D", some([1, 3, 3, 3, 1]), some([2, 2, 2, 1, 2]), padding="VALID", strides=[1, 1, 2, 1, 1])
call("Conv3D", some([1, 3, 3, 3, 1]), some([1, 1, 1, 1, 2]), padding="VALID", strides=[1] * 5)
call("Conv3D", some([1, 3, 3, 3, 1]), some([2, 2, 2, 1, 2]), padding="SAME", strides=[2, 1, 1, 1, 1])

SIZES = np.int32
for dtype in FLOATS + (np.int32,):
    call("Conv2DBackpropInput", SIZES([1, 3, 3, 2]), some([2, 2, 2, 2], dtype),
         some([1, 3, 3, 2], dtype), padding="SAME", strides=[1] * 4, **LOOSE.get(dtype, {}))
for strides, rows, columns in (((1, 1), 4, 3), ((2, 2), 2, 2), ((2, 3), 2, 1)):
    call("Conv2DBackpropInput", SIZES([2, 4, 3, 1]), some([3, 2, 1, 2]),
         some([2, rows, columns, 2]), padding="SAME", strides=[1, *strides, 1])
    call("Conv2DBackpropFilter", some([2, 4, 3, 1]), SIZES([3, 2, 1, 2]),
         some([2, rows, columns, 2]), padding="SAME", strides=[1, *strides, 1])
call("Conv2DBackpropInput", SIZES([1, 5, 5, 1]), some([2, 2, 1, 2]), some([1, 2, 2, 2]),
     padding="VALID", strides=[1, 2, 2, 1])
call("Conv2DBackpropInput", SIZES([1, 4, 4, 1]), some([1, 1, 1, 2]), some([1, 2, 2, 2]),
     padding="VALID", strides=[1, 2, 2, 1])
call("Conv2DBackpropInput", SIZES([1, 2, 2, 1]), some([2, 2, 1, 2]), some([1, 4, 2, 2]),
     padding="EXPLICIT", explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0], strides=[1] * 4)
call("Conv2DBackpropInput", SIZES([3, 3]), some([1, 1, 2, 2]), some([1, 3, 3, 2]), padding="SAME",
     strides=[1] * 4)
call("Conv2DBackpropInput", SIZES([3, 0]), some([1, 1, 2, 2]), some([1, 3, 3, 2]), padding="SAME",
     strides=[1] * 4)
call("Conv2DBackpropInput", SIZES([1, 3, 4, 2]), some([1, 1, 2, 2]), some([1, 3, 3, 2]),
     padding="SAME", strides=[1] * 4)
call("Conv2DBackpropInput", SIZES([1, 3, 3, 2]), some([0, 1, 2, 2]), some([1, 3, 3, 2]),
     padding="SAME", strides=[1] * 4)
call("Conv2DBackpropInput", SIZES([1, 3, 3, 2]), some([1, 1, 2, 2]), some([1, 3, 3, 2]),
     padding="SAME", strides=[1, 1, 1, 2])
for dtype in FLOATS:
    call("Conv2DBackpropFilter", some([1, 3, 3, 2], dtype), SIZES([2, 2, 2, 2]),
         some([1, 3, 3, 2], dtype), padding="SAME", strides=[1] * 4, **LOOSE.get(dtype, {}))
call("Conv2DBackpropFilter", some([2, 3, 3, 2]), SIZES([1, 1, 2, 3]), some([2, 3, 3, 3]),
     padding="VALID", strides=[1] * 4)
call("Conv2DBackpropFilter", some([1, 2, 2, 1]), SIZES([2, 2, 1, 2]), some([1, 4, 2, 2]),
     padding="EXPLICIT", explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0], strides=[1] * 4)
call("Conv2DBackpropFilter", some([0, 3, 3, 2]), SIZES([2, 2, 2, 2]), some([0, 3, 3, 2]),
     padding="SAME", strides=[1] * 4)
call("Conv2DBackpropFilter", some([1, 3, 3, 2]), SIZES([2, 2, 2, 2]), some([1, 3, 2, 2]),
     padding="SAME", strides=[1] * 4)
for dtype in FLOATS:
    loose = LOOSE.get(dtype, {})
    call("Conv3DBackpropInputV2", SIZES([1, 2, 3, 2, 1]), some([2, 2, 1, 1, 2], dtype),
         some([1, 2, 3, 2, 2], dtype), padding="SAME", strides=[1] * 5, **loose)
    call("Conv3DBackpropFilterV2", some([1, 2, 3, 2, 1], dtype), SIZES([2, 2, 1, 1, 2]),
         some([1, 2, 3, 2, 2], dtype), padding="SAME", strides=[1] * 5, **loose)
call("Conv3DBackpropInputV2", np.int64([1, 3, 3, 3, 1]), some([2, 2, 2, 1, 2]),
     some([1, 2, 1, 2, 2]), padding="VALID", strides=[1, 1, 2, 1, 1])
call("Conv3DBackpropFilterV2", some([1, 3, 3, 3, 1]), SIZES([2, 2, 2, 1, 2]),
     some([1, 2, 1, 2, 2]), padding="VALID", strides=[1, 1, 2, 1, 1])


def depthwise(image, kernel, dtype=np.float32, strides=1, padding="SAME", **attrs):
    call("DepthwiseConv2dNative", some(image, dtype), some(kernel, dtype), padding=padding,
         strides=[1, strides, strides, 1], **LOOSE.get(dtype, {}), **attrs)


for dtype in FLOATS:
    depthwise([1, 3, 3, 2], [2, 2, 2, 1], dtype)
depthwise([1, 3, 3, 2], [2, 2, 2, 3])
depthwise([2, 4, 3, 3], [3, 3, 3, 1], strides=2)
depthwise([2, 4, 3, 3], [3, 2, 3, 1], padding="VALID")
depthwise([1, 3, 3, 1], [2, 2, 1, 2], padding="EXPLICIT",
          explicit_paddings=[0, 0, 1, 0, 1, 1, 0, 0])
depthwise([0, 3, 3, 2], [2, 2, 2, 1])
depthwise([1, 3, 3, 2], [2, 2, 3, 1])
depthwise([1, 2, 2, 19], [2, 1, 19, 1])
for dtype in FLOATS:
    loose = LOOSE.get(dtype, {})
    call("DepthwiseConv2dNativeBackpropInput", SIZES([1, 3, 3, 2]), some([2, 2, 2, 2], dtype),
         some([1, 3, 3, 4], dtype), padding="SAME", strides=[1] * 4, **loose)
    call("DepthwiseConv2dNativeBackpropFilter", some([1, 3, 3, 2], dtype), SIZES([2, 2, 2, 2]),
         some([1, 3, 3, 4], dtype), padding="SAME", strides=[1] * 4, **loose)
call("DepthwiseConv2dNativeBackpropInput", SIZES([1, 5, 4, 2]), some([3, 2, 2, 1]),
     some([1, 2, 2, 2]), padding="VALID", strides=[1, 2, 2, 1])
call("DepthwiseConv2dNativeBackpropFilter", some([1, 5, 4, 2]), SIZES([3, 2, 2, 1]),
     some([1, 2, 2, 2]), padding="VALID", strides=[1, 2, 2, 1])
call("DepthwiseConv2dNativeBackpropFilter", some([1, 5, 4, 2]), SIZES([3, 2, 2, 1]),
     some([1, 2, 3, 2]), padding="VALID", strides=[1, 2, 2, 1])
call("Conv2DBackpropFilter", some([1, 2, 2, 2]), SIZES([1, 1, 2, 2]), some([1, 2, 2, 2]),
     padding="SAME", strides=[1, 1, 1, 2])

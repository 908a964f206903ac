# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Images and files that calls share."""
import numpy as np

random = np.random.RandomState(3)


def text(value):
    return np.array(value, object)


def picture(height, width, channels, dtype=np.uint8):
    """Slopes and a few dots: what compresses well and shows a wrong pixel."""
    y, x, c = np.mgrid[:height, :width, :channels]
    values = (x * 37 + y * 11 + c * 60) % 200 + random.randint(0, 9, (height, width, channels))
    return (values * (257 if dtype == np.uint16 else 1)).astype(dtype)

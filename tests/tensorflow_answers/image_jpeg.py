# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that decode and encode JPEG files."""
import numpy as np
import tensorflow as tf
from answers import call
from pictures import picture, text


def jpeg(height, width, channels, **settings):
    """With short tables."""
    return tf.io.encode_jpeg(picture(height, width, channels), optimize_size=True,
                            **settings).numpy()


JPEGS = [jpeg(9, 17, 3, quality=70), jpeg(9, 9, 3, quality=70, chroma_downsampling=False),
         jpeg(9, 17, 3, quality=40, progressive=True)]
GREY = jpeg(9, 10, 1, quality=60)


def printed(file, adobe):
    """A CMYK file, of an RGB one: each of its scan's components once more, for black."""
    marker = b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0" + bytes([adobe])
    return file[:2] + marker + file[2:]


ACCURATE = {"dct_method": "INTEGER_ACCURATE"}
for file in JPEGS + [GREY]:
    for settings in [{}, {"channels": 1}, {"channels": 3, **ACCURATE}]:
        call("DecodeJpeg", text(file), **settings)
    call("ExtractJpegShape", text(file))
for settings in [{}, {"ratio": 2}, {"ratio": 4}, {"ratio": 8}, {"ratio": 2, **ACCURATE}]:
    call("DecodeJpeg", text(JPEGS[0]), fancy_upscaling=False, **settings)
    call("DecodeJpeg", text(JPEGS[0]), **settings)
call("ExtractJpegShape", text(GREY), output_type=tf.int64)
call("DecodeJpeg", text(printed(JPEGS[1], 0)))
call("DecodeJpeg", text(printed(JPEGS[1], 1)))
for op, settings in [("DecodePng", {"dtype": tf.uint16}), ("DecodeGif", {}), ("DecodeBmp", {}),
                     ("DecodeImage", {"dtype": tf.uint16}), ("DecodeImage", {"dtype": tf.float32}),
                     ("DecodeImage", {"channels": 4})]:
    call(op, text(GREY), **settings)
for window in [[0, 0, 9, 17], [3, 5, 5, 6], [7, 14, 2, 3], [8, 8, 1, 1], [0, 0, 11, 18],
               [-1, 0, 3, 3], [0, 0, 0, 3], [2, 17, 1, 2]]:
    call("DecodeAndCropJpeg", text(JPEGS[0]), np.int32(window))
call("DecodeAndCropJpeg", text(JPEGS[1]), np.int32([7, 6, 3, 3]))
call("DecodeAndCropJpeg", text(JPEGS[2]), np.int32([3, 5, 2, 4]), channels=1, ratio=2)
call("DecodeAndCropJpeg", text(JPEGS[0]), np.int32([3, 5, 4, 6]), fancy_upscaling=False)
for window in [[0, 0, 1], [[0, 0, 1, 1]]]:
    call("DecodeAndCropJpeg", text(GREY), np.int32(window))
RECOVERS = {"try_recover_truncated": True}
for file in [JPEGS[0], JPEGS[2]]:
    for missing in [2, 40, 150, len(file) - 100]:
        for settings in [{}, RECOVERS, {"acceptable_fraction": 0.3}]:
            call("DecodeJpeg", text(file[:-missing]), **settings)
call("DecodeJpeg", text(GREY[:2]), **RECOVERS)
call("DecodeAndCropJpeg", text(JPEGS[1][:-150]), np.int32([1, 2, 6, 3]))
call("DecodeAndCropJpeg", text(JPEGS[1][:-50]), np.int32([1, 2, 9, 3]), **RECOVERS)
call("ExtractJpegShape", text(GREY[:100]))
call("ExtractJpegShape", text(b"abc"))
call("ExtractJpegShape", text([GREY]))
for settings in [{"channels": 4}, {"ratio": 3}, {"dct_method": "FLOAT"}, {"ratio": 0}]:
    call("DecodeJpeg", text(GREY), **settings)
call("DecodeJpeg", text(GREY.replace(b"\xff\xc4", b"\xff\xcf")))
call("DecodeJpeg", text(GREY.replace(b"\0\x09\0\x0a", b"\xff\xff\xff\xff")))
call("DecodeJpeg", text(GREY.replace(b"\0\x09\0\x0a", b"\0\0\0\0")))
for settings in [{}, {"quality": 5}, {"progressive": True}, {"optimize_size": True},
                 {"chroma_downsampling": False, "density_unit": "cm", "x_density": 7, "y_density": 70000},
                 {"xmp_metadata": "<x/>"}, {"format": "rgb"}, {"format": "grayscale"},
                 {"quality": 101}, {"quality": -1}]:
    call("EncodeJpeg", picture(9, 5, 3), **settings)
call("EncodeJpeg", picture(9, 5, 1), format="rgb")
call("EncodeJpeg", picture(9, 5, 1), format="grayscale")
for shape in [[2, 2], [2, 2, 2], [2, 2, 4], [1, 2, 2, 3]]:
    call("EncodeJpeg", np.zeros(shape, np.uint8))
for quality in [0, 30, 100, 101, -5]:
    call("EncodeJpegVariableQuality", picture(4, 4, 3), np.int32(quality))
call("EncodeJpegVariableQuality", picture(4, 4, 3), np.int32([3]))

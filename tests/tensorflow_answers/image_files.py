# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops that decode and encode PNG, GIF and BMP files."""
import struct
import zlib

import numpy as np
import tensorflow as tf
from answers import call
from pictures import picture, text


# --- PNG ---
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, bits, color, rows, *chunks, interlace=0):
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlace)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks) +
            chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


PALETTE = chunk(b"PLTE", bytes([0, 0, 0, 255, 0, 0, 0, 250, 1, 9, 8, 7]))
SEEN = chunk(b"tRNS", bytes([255, 0, 100]))
INDICES = png(5, 2, 2, 3, b"\0\x1b\xc0\0\xe4\0", PALETTE)
PNGS = [
    INDICES,
    png(5, 2, 2, 3, b"\0\x1b\xc0\0\xe4\0", PALETTE, SEEN),
    png(9, 2, 1, 0, b"\0\xa5\x80\0\x3c\0"),
    png(3, 1, 4, 0, b"\0\x1a\xf0"),
    png(3, 1, 4, 0, b"\0\x1a\xf0", chunk(b"tRNS", b"\0\x0a")),
    png(2, 2, 8, 0, b"\0\1\2\2\3\4", chunk(b"tRNS", b"\0\2")),
    png(2, 1, 8, 4, b"\0\1\2\3\4"),
    png(2, 1, 16, 4, b"\0\1\2\3\4\5\6\7\x88"),
    png(2, 1, 8, 2, b"\0" + bytes(range(100, 106)), chunk(b"tRNS", b"\0\x64\0\x65\0\x66")),
    png(2, 1, 16, 2, b"\0" + bytes(range(100, 112))),
    png(2, 1, 8, 6, b"\0" + bytes(range(100, 108)), chunk(b"gAMA", struct.pack(">I", 45455))),
    png(2, 1, 16, 6, b"\0" + bytes(range(100, 116))),
    png(3, 3, 8, 0, b"\0\1\0\2\0\3\0\4\5\0\6\0\7\x08\x09"[:13] + b"\0\0", interlace=1),
    png(1, 1, 8, 0, b"\0\5", chunk(b"tEXt", b"k\0v"), chunk(b"pHYs", bytes(9)),
        chunk(b"zTXt", b"bad")),
]
for file in PNGS:
    for channels in [0, 1, 3, 4]:
        call("DecodePng", text(file), channels=channels)
    for channels in [0, 1]:
        call("DecodePng", text(file), channels=channels, dtype=tf.uint16)
    call("DecodeImage", text(file), dtype=tf.float32)
for op in ["DecodeJpeg", "DecodeGif", "DecodeBmp", "DecodeImage"]:
    call(op, text(INDICES))
call("DecodeAndCropJpeg", text(INDICES), np.int32([0, 0, 1, 1]))
SMALL = png(2, 2, 8, 0, b"\0\1\2\0\3\4")
for file in [SMALL[:-20], SMALL[:40], SMALL[:8], SMALL.replace(b"IDAT", b"IDAS"), SMALL[:-1],
             png(2, 2, 8, 0, b"\0\1\2\0\3"), png(2, 2, 8, 0, b"\7\1\2\0\3\4"), png(0, 2, 8, 0, b""),
             png(2**31 - 1, 2, 8, 0, b"\0"), png(10**6, 10**6, 8, 0, b"\0"), png(2, 2, 3, 0, b"\0"),
             png(2, 2, 8, 3, b"\0\1\2\0\3\4"), png(2, 2, 8, 0, b"\0\1\2\0\3\4", interlace=9),
             SMALL[:-30] + b"\0" + SMALL[-29:], b"", b"abc", b"RIFF"]:
    call("DecodePng", text(file))
call("DecodePng", text([SMALL]))
call("DecodePng", text(SMALL), channels=2)
for dtype in [np.uint8, np.uint16]:
    for channels in [1, 2, 3, 4]:
        call("EncodePng", picture(2, 3, channels, dtype))
    for compression in [0, 1, 9]:
        call("EncodePng", picture(3, 4, 1, dtype), compression=compression)
call("EncodePng", picture(2, 4, 3).reshape(2, 2, 1, 2, 3))
call("EncodePng", np.zeros([0, 2, 2, 1], np.uint8))
for shape in [[2, 2], [2, 2, 5], [2, 2, 0]]:
    call("EncodePng", np.zeros(shape, np.uint8))
call("EncodePng", np.zeros([2, 2, 1], np.uint8), compression=10)


# --- GIF ---
def lzw(pixels, bits):
    """The pixels' codes, cleared before they would grow."""
    clear, value, length = 1 << bits, 0, 0
    codes = [code for i, p in enumerate(pixels)
             for code in ([clear, p] if i % max(clear - 2, 1) == 0 else [p])]
    for code in codes + [clear + 1]:
        value |= code << length
        length += bits + 1
    return value.to_bytes((length + 7) // 8, "little")


def color_map(colors):
    return bytes(sum(colors, ()))


def frame(width, height, pixels, left=0, top=0, colors=(), interlaced=False):
    flags = (0x80 | (len(colors).bit_length() - 2) if colors else 0) | (0x40 if interlaced else 0)
    data = lzw(pixels, 2)
    return (b"," + struct.pack("<HHHHB", left, top, width, height, flags) + color_map(colors) +
            bytes([2, len(data)]) + data + b"\0")


def control(transparent):
    return b"!\xf9\x04\1\5\0" + bytes([transparent]) + b"\0"


COLORS = ((0, 0, 0), (255, 0, 0), (0, 255, 0), (1, 2, 3))


def gif(*blocks, width=3, height=2, colors=COLORS, end=b";"):
    flags = 0x80 | (len(colors).bit_length() - 2) if colors else 0
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, flags, 0, 0) + color_map(colors) +
            b"".join(blocks) + end)


FIRST = frame(3, 2, [0, 1, 2, 3, 2, 1])
PART = frame(2, 1, [1, 1], left=1, top=1)
MORE = b"!\xff\x03abc\x02de\0"
for file in [gif(FIRST), gif(FIRST, PART), gif(control(2), FIRST, control(1), frame(3, 2, [1, 1, 3, 3, 1, 1])),
             gif(PART, FIRST), gif(FIRST, width=10, height=10),
             gif(FIRST, frame(3, 2, [0, 1, 2, 3, 2, 1], left=2, top=1)), gif(FIRST, colors=()),
             gif(frame(3, 2, [0, 1, 2, 3, 2, 1], colors=COLORS), colors=()),
             gif(FIRST, colors=COLORS[:2]), gif(FIRST, end=b""), gif(FIRST, PART[:-5], end=b""),
             gif(FIRST[:-5], end=b""), gif(FIRST, end=b",\0\0"), gif(FIRST, frame(3, 2, [1, 2])),
             gif(frame(0, 2, [])), gif(FIRST, frame(0, 2, [])), gif(FIRST, b"x", FIRST),
             gif(frame(1, 9, [0, 1, 2, 3, 0, 1, 2, 3, 0], interlaced=True)), gif(),
             gif(MORE, FIRST, b"!\xfe\0"), gif(b"!\xf9\x03\1\0\0\0", FIRST),
             gif(control(1), control(2), FIRST), gif(FIRST, frame(1, 1, [1], left=100, top=100)),
             gif(FIRST)[:11], gif(FIRST)[:20], b"GIF8", gif(FIRST).replace(b"GIF89a", b"GIF87a"),
             gif(FIRST).replace(b"\2\5", b"\x0c\5")]:
    call("DecodeGif", text(file))
    call("DecodeImage", text(file), expand_animations=False)
for op, settings in [("DecodeImage", {}), ("DecodeImage", {"dtype": tf.uint16, "channels": 3}),
                     ("DecodeImage", {"dtype": tf.float32}), ("DecodeImage", {"channels": 1}),
                     ("DecodePng", {}), ("DecodeJpeg", {}), ("DecodeBmp", {})]:
    call(op, text(gif(FIRST)), **settings)
    call(op, text(gif(FIRST, PART)), **settings)

# --- BMP ---
BMP = struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 54 + 12, 0, 0, 54, 40, 3, 1, 1, 24, 0, 12, 0, 0, 0,
                  0) + bytes(range(0, 240, 20))
for settings in [{}, {"dtype": tf.uint16}, {"dtype": tf.float32, "channels": 4}, {"channels": 1}]:
    call("DecodeImage", text(BMP), **settings)
for op in ["DecodePng", "DecodeJpeg", "DecodeGif"]:
    call(op, text(BMP))
call("DecodeAndCropJpeg", text(BMP), np.int32([0, 0, 1, 1]))

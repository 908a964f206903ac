# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Characters of Unicode in texts of several encodings."""
import numpy as np
import tensorflow as tf
from answers import call


def texts(*values):
    return np.array(values, object)


NONE = np.zeros([0], object)

BROKEN = texts(b"a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", b"\xff\xfeA", b"\xe2\x82", b"\xe2\x82A", b"\0\x1f\n\xc2\x80",
               b"\xef\xbb\xbfA", b"\xed\xa0\x80", b"\xef\xbf\xbd", b"\xf0\x9f\x98", b"")
for errors in (b"strict", b"replace", b"ignore"):
    for controls in (False, True):
        for text in ([BROKEN] if errors != b"strict" else BROKEN[:, None]):
            rules = dict(errors=errors, replacement_char=63, replace_control_characters=controls)
            call("UnicodeDecodeWithOffsets", text, input_encoding=b"UTF-8", **rules)
            call("UnicodeTranscode", text, input_encoding=b"UTF-8", output_encoding=b"UTF-8", **rules)
UTF16 = texts(b"\0a\0b", b"a\0b\0", b"\xfe\xff\0a\0b", b"\xff\xfea\0b\0", b"\0", b"\0\0\0", b"\xd8\x3d\xde\x00", b"\xd8\x3d\0a",
              b"\xde\x00\0a", b"\x3d\xd8\x00\xde", b"\xd8\x3d", b"\xd8\x3d\xde", b"\xd8\x3d\xd8\x3d\xde\x00", b"\xfe\xff", b"\xfe")
UTF32 = texts(b"\0", b"\0\0\0", b"\0\0\0a", b"a\0\0\0", b"\0\0\xfe\xff\0\0\0a", b"\xff\xfe\0\0a\0\0\0", b"\0\x11\0\0\0\0\0b",
              b"\0\0\xd8\0", b"\0\0\0a\0\0", b"\0\0\xfe\xff", b"\0\0\xfe")
# TensorFlow looks for a mark in the first text of a tensor only.
for text in UTF16:
    call("UnicodeDecodeWithOffsets", texts(text), input_encoding=b"UTF-16")
for text in UTF32:
    call("UnicodeDecodeWithOffsets", texts(text), input_encoding=b"UTF-32")
for encoding in (b"UTF-16BE", b"UTF-16-LE", b"utf_16be", b"UTF16_LittleEndian"):
    call("UnicodeDecodeWithOffsets", UTF16, input_encoding=encoding)
for encoding in (b"UTF-32-BE", b"UTF-32LE"):
    call("UnicodeDecodeWithOffsets", UTF32, input_encoding=encoding)
for encoding in (b"latin1", b"ISO_8859-1:1987", b"US-ASCII", b"ascii", b"cp819"):
    call("UnicodeDecode", texts(b"a\x80\xff", b""), input_encoding=encoding, Tsplits=tf.int32)
call("UnicodeDecode", np.array([[b"ab", b"c"]], object), input_encoding=b"utf8")
call("UnicodeDecode", np.array(b"ab", object), input_encoding=b"UTF-8")
call("UnicodeDecode", NONE, input_encoding=b"UTF-8")
for code in (-1, 0x110000):
    call("UnicodeDecode", texts(b"a"), input_encoding=b"UTF-8", replacement_char=code)
    call("UnicodeEncode", np.int32([97]), np.int64([0, 1]), output_encoding=b"UTF-8", replacement_char=code)
for encoding in (b"UTF-8", b"UTF-16-BE", b"UTF-32-BE"):
    for code in (0xd800, 0xfffe, 0x1f600, 0):
        call("UnicodeTranscode", texts(b"a\xe2\x82\xac\xf0\x9f\x98\x80\xff"), input_encoding=b"UTF-8", output_encoding=encoding,
             replacement_char=code)
    call("UnicodeTranscode", texts(b"a\xe9"), input_encoding=b"latin1", output_encoding=encoding)
    for errors in (b"strict", b"replace", b"ignore"):
        call("UnicodeEncode", np.int32([97, 0x20ac, 0x1f600, 0, 0xfffe]), np.int64([0, 2, 2, 5]), output_encoding=encoding,
             errors=errors)
        for code in (-1, 0x110000, 0xd800, 0xdc00, 2**31 - 1):
            call("UnicodeEncode", np.int32([97, code, 98]), np.int32([0, 3]), output_encoding=encoding, errors=errors,
                 replacement_char=63)
for splits in ([0, 2], [1, 1], [0, 1, 0], [0, 0], [], [0], [-1, 1], [[0, 1]]):
    call("UnicodeEncode", np.int32([97]), np.int64(splits), output_encoding=b"UTF-8")
call("UnicodeEncode", np.int32([]), np.int64([0, 0]), output_encoding=b"UTF-8")
call("UnicodeEncode", np.int32([[97]]), np.int64([0, 1]), output_encoding=b"UTF-8")
call("UnicodeScript", np.int32([-1, 0, 65, 0x3b1, 0x410, 0x4e00, 0x3042, 0x1f600, 0x10ffff, 0x110000, 2**31 - 1, 0xd800, 0x10ec0,
                                0x10eff, 0xac00, 0x5d0]))
call("UnicodeScript", np.int32([[65], [-(2**31)]]))

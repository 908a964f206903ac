# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Parsing: raw bytes, records of comma-separated values, tensors in messages."""
import gzip
import zlib

import numpy as np
import tensorflow as tf
from answers import call


def texts(*values):
    return np.array(values, object)


NONE = np.zeros([0], object)

# --- Raw bytes ---
BYTES = bytes(range(60, 76))
for dtype in (tf.half, tf.float32, tf.float64, tf.int32, tf.uint16, tf.uint8, tf.int16, tf.int8, tf.int64, tf.complex64,
              tf.complex128, tf.bfloat16):
    for little_endian in (True, False):
        call("DecodeRaw", texts(BYTES, BYTES[::-1]), out_type=dtype, little_endian=little_endian)
        if dtype not in (tf.half, tf.complex64, tf.complex128):
            call("DecodePaddedRaw", texts(b"abcdefghij", b"", b"abc"), np.int32(8), out_type=dtype, little_endian=little_endian)
call("DecodeRaw", texts(b"\0\1\2"), out_type=tf.bool)
call("DecodeRaw", np.array(b"abcd", object), out_type=tf.int16)
call("DecodeRaw", texts(b"abcd", b"efgh").reshape(2, 1), out_type=tf.int32)
for value in (texts(b"abcd", b"efg"), texts(b"abc", b"efg"), NONE, texts(b"", b""), np.array(b"", object)):
    call("DecodeRaw", value, out_type=tf.int16)
for length in (4, 3, 0, -2, 2):
    call("DecodePaddedRaw", texts(b"ab", b"a"), np.int32(length), out_type=tf.int16)
call("DecodePaddedRaw", texts(b"ab", b"a"), np.int32([2]), out_type=tf.int16)
call("DecodePaddedRaw", NONE, np.int32(2), out_type=tf.int16)

# --- Comma-separated values ---
FIVE = [np.float32([0]), np.float64([0]), np.int32([0]), np.int64([0]), texts(b"")]
call("DecodeCSV", texts(b"1.5,2.5,3,4,five", b"-1e3,inf,-7,9223372036854775807,\"a,\"\"b\"\"\"", b",,,,"), FIVE)
call("DecodeCSV", texts(b"1,2,3,4,5\n", b"\r\n1,2,3,4,5", b" 1 , 2 , 3 , 4 , 5 ").reshape(3, 1), FIVE)
call("DecodeCSV", np.array(b"1,2,3,4,\"x\ny\"", object), FIVE)
for record in (b"1", b"1,2,3", b"a,b", b"1,\"b", b"1,\"b\"c", b"1,b\"c", b"1,b\nc", b"", b"\n", b"1,\"b\"\"", b"1,", b"1,\"\"", b",b",
               b"1\n,b", b"\"1\",b", b"1,b\r", b"\"1\n\",b"):
    call("DecodeCSV", texts(record), [np.int32([]), texts(b"default")])
    call("DecodeCSV", texts(record), [np.int32(7), texts(b"default")], use_quote_delim=False)
    call("DecodeCSV", texts(record), [texts(b"default")], select_cols=[1])
call("DecodeCSV", texts(b"1;2", b"NA;2"), [np.int32([5]), np.int64([])], field_delim=b";", na_value=b"NA")
call("DecodeCSV", texts(b"1,2,3,4", b"5,6,7,"), [np.int32([0]), np.int64([9])], select_cols=[1, 3])
for columns in ([3, 1], [1, 1], [-1, 1], [0], [0, 9]):
    call("DecodeCSV", texts(b"1,2,3,4"), [np.int32([0]), np.int64([9])], select_cols=columns)
for delimiter in (b"", b";;", b"\t"):
    call("DecodeCSV", texts(b"1\t2"), [np.int32([0]), np.int32([0])], field_delim=delimiter)
for number in (b"2147483648", b"1.5", b"0x10", b"+3", b"1e2", b"nan"):
    for default in (np.int32([0]), np.float32([0])):
        call("DecodeCSV", texts(number), [default])
call("DecodeCSV", NONE, [np.int32([0])])

# --- Tensors in messages ---
for value in (np.float32([[1, 2], [3, 4]]), np.int8(5), np.zeros([0, 3], np.int64), texts(b"a", b"", b"\0\xff"), np.array([False, True]),
              np.complex64([1 + 2j]), np.float16([0.5]), np.uint64([2**64 - 1])):
    call("SerializeTensor", value)
    proto = tf.make_tensor_proto(value).SerializeToString()
    call("ParseTensor", np.array(proto, object), out_type=tf.as_dtype("string" if value.dtype == object else value.dtype))
    call("ParseTensor", np.array(proto, object), out_type=tf.int16)
for proto in (b"", b"garbage", b"\x08\x01\x22\x03abc"):
    call("ParseTensor", np.array(proto, object), out_type=tf.float32)
call("ParseTensor", texts(b""), out_type=tf.float32)

# --- Compressed strings ---
TEXT = b"hello world, " * 9
ZLIB, GZIP = zlib.compress(TEXT), gzip.compress(TEXT, mtime=0)
for compression in ("", "ZLIB", "GZIP", "SNAPPY"):
    call("DecodeCompressed", texts(ZLIB, zlib.compress(b"")), compression_type=compression)
    call("DecodeCompressed", np.array([[GZIP]], object), compression_type=compression)
    call("DecodeCompressed", np.array(b"", object), compression_type=compression)
    call("DecodeCompressed", texts(b"abc"), compression_type=compression)
    call("DecodeCompressed", NONE, compression_type=compression)
for damaged in (ZLIB[:-1], ZLIB[:-9], ZLIB[:2], ZLIB + b"abc", ZLIB + ZLIB, ZLIB[:8] + b"xx" + ZLIB[10:], ZLIB[:-4] + b"abcd"):
    call("DecodeCompressed", texts(damaged), compression_type="ZLIB")
for damaged in (GZIP + GZIP, GZIP + b"abc", GZIP[:-3], GZIP[:-12], GZIP[:4] + b"\xff" * 8 + GZIP[12:]):
    call("DecodeCompressed", texts(damaged), compression_type="GZIP")

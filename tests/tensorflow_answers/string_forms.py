# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Strings made of others: of numbers, by templates, joins, n-grams."""
import numpy as np
import tensorflow as tf
from answers import call


def texts(*values):
    return np.array(values, object)


NONE = np.zeros([0], object)
MATRIX = texts(b"a", b"b", b"c", b"d").reshape(2, 2)

# --- Numbers as text, templates ---
FLOATS = [1.5, -0.0, np.nan, np.inf, -np.inf, 1e10, 1e-10, 123456.789, 2.5, 0.1]
FORMS = ({}, dict(precision=2), dict(scientific=True), dict(shortest=True), dict(width=12), dict(width=12, fill=b"0"),
         dict(precision=3, shortest=True, width=9, fill=b"+"), dict(precision=0, fill=b"#"), dict(fill=b"-", width=8),
         dict(fill=b" "), dict(precision=20), dict(precision=30, scientific=True), dict(precision=0), dict(width=-5, precision=-7))
for form in FORMS:
    call("AsString", np.float32(FLOATS), **form)
    call("AsString", np.float64(FLOATS), **form)
call("AsString", np.float16(FLOATS[:5]))
call("AsString", tf.constant([1.5, -2.25], tf.bfloat16).numpy(), precision=1)
for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
    extremes = np.array([np.iinfo(dtype).min, 0, 5, np.iinfo(dtype).max], dtype)
    for form in ({}, dict(width=6, fill=b"0"), dict(fill=b"+"), dict(fill=b"-", width=5), dict(fill=b"#"), dict(fill=b" ", width=7)):
        call("AsString", extremes, **form)
for form in ({}, dict(width=7, fill=b"0")):
    call("AsString", np.array([[True], [False]]), **form)
call("AsString", np.complex64([1 + 2j, -3.5j]), precision=1, width=6)
call("AsString", np.complex128([1 + 2j, complex(0, np.nan)]), shortest=True)
for form in ({}, dict(width=6), dict(width=6, fill=b"0"), dict(width=6, fill=b"-"), dict(precision=1), dict(scientific=True)):
    call("AsString", texts(b"abc", b"a\0b", b"\xff\xfe", b"longer than that"), **form)
for form in (dict(precision=1), dict(scientific=True), dict(shortest=True)):
    call("AsString", np.int32([1]), **form)
    call("AsString", np.array([True]), **form)
for form in (dict(shortest=True, scientific=True), dict(fill=b"ab"), dict(fill=b"x")):
    call("AsString", np.float32([1]), **form)
call("AsString", np.zeros([0, 2], np.float32))
for summarize in (-1, 0, 1, 2, 3):
    call("StringFormat", [np.float32([1, 1 / 3, 1e10, 123456789, -0.0]), texts(b"a\"b", b"\xff\n", b"'\\", b"d")],
         template=b"x %s y %s", summarize=summarize)
    call("StringFormat", [np.arange(12, dtype=np.int64).reshape(2, 3, 2)], template=b"{}!", placeholder=b"{}", summarize=summarize)
call("StringFormat", [np.float64([0.1, 1e-7, 123456789, 1e15, 1e17, 12345678901234567, np.nan, -np.inf, 1 / 3]), np.float16(1 / 3),
                      np.int8(-3), np.array(True), np.uint64(2**64 - 1)], template=b"%s,%s,%s,%s,%s", summarize=-1)
call("StringFormat", [], template=b"no")
call("StringFormat", [np.zeros([0], np.float32)], template=b"<%s>")

# --- Joins ---
for dims in (0, 1, [0, 1], [1, 0], [], [-1], [-2], [-1, -2], 2, -3, [0, 0], [0, -2]):
    for keep_dims in (False, True):
        call("ReduceJoin", MATRIX, np.array(dims, np.int32), keep_dims=keep_dims, separator=b".")
CUBE = np.array([b"%d" % i for i in range(12)], object).reshape(2, 3, 2)
for dims in ([0, 2], [2, 0], [1], [1, 2, 0]):
    call("ReduceJoin", CUBE, np.array(dims, np.int32), separator=b",")
call("ReduceJoin", np.zeros([0, 2], object), np.int32(0), separator=b",")
call("ReduceJoin", np.zeros([0, 2], object), np.int32(1), separator=b",")
call("ReduceJoin", np.array(b"s", object), np.int32([]))
call("ReduceJoin", np.array(b"s", object), np.int32(0))
call("UnsortedSegmentJoin", texts(b"a", b"b", b"c", b"d"), np.int32([0, 2, 0, 2]), np.int32(4), separator=b":")
call("UnsortedSegmentJoin", texts(b"", b"", b"c"), np.int64([0, 0, 1]), np.int64(2), separator=b":")
call("UnsortedSegmentJoin", MATRIX, np.int64([1, 1]), np.int32(2), separator=b":")
call("UnsortedSegmentJoin", MATRIX, np.int32([[1, 0], [1, 1]]), np.int64(2))
for ids, count in (([-1, 1], 2), ([2, 1], 2), ([2], 2), (0, 2), ([0, 0], -2), ([0, 0], [2]), ([0, 0], 0), ([[[0]]], 2)):
    call("UnsortedSegmentJoin", MATRIX, np.int32(ids), np.int32(count))
call("UnsortedSegmentJoin", NONE, np.zeros([0], np.int32), np.int32(2))

# --- n-grams ---
TOKENS, SPLITS = texts(b"aa", b"b", b"", b"dd"), np.int64([0, 3, 3, 4])
for pad_width in (-1, 0, 1, 5):
    for short in (False, True):
        for widths in ([2], [1, 3], [3, 2], [5], [7]):
            call("StringNGrams", TOKENS, SPLITS, separator=b"|", ngram_widths=widths, left_pad=b"LP", right_pad=b"R",
                 pad_width=pad_width, preserve_short_sequences=short)
call("StringNGrams", TOKENS, np.int32(SPLITS), separator=b"", ngram_widths=[2], left_pad=b"", right_pad=b"", pad_width=-1,
     preserve_short_sequences=False)
for widths, pad_width in (([], 1), ([], -1), ([0], 0), ([2000000000], -1), ([-3], 0)):
    call("StringNGrams", TOKENS, SPLITS, separator=b"|", ngram_widths=widths, left_pad=b"L", right_pad=b"R",
         pad_width=pad_width, preserve_short_sequences=True)
for splits in ([0, 3, 2, 4], [1, 4], [0, 3], [0, 5], [0, 5, 4], [-1, 4], [4]):
    call("StringNGrams", TOKENS, np.int64(splits), separator=b"|", ngram_widths=[1], left_pad=b"", right_pad=b"",
         pad_width=0, preserve_short_sequences=False)
call("StringNGrams", TOKENS, np.int64([]), separator=b"|", ngram_widths=[1], left_pad=b"", right_pad=b"", pad_width=0,
     preserve_short_sequences=False)
call("StringNGrams", NONE, np.int64([0, 0, 0]), separator=b"|", ngram_widths=[2], left_pad=b"L", right_pad=b"R", pad_width=-1,
     preserve_short_sequences=True)

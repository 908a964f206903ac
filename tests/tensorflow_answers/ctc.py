# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on sequences of labels."""
import numpy as np
from answers import call

SCORES = np.log(np.float32([[[.6, .3, .1]], [[.1, .8, .1]], [[.2, .2, .6]], [[.5, .1, .4]]]))
BATCH = np.float32(np.cos(np.arange(6 * 2 * 4) * 1.7).reshape(6, 2, 4) * 3)
STEPS = np.int32([4])
NEAR = {"rtol": 1e-4, "atol": 1e-5}


def i64(values):
    return np.int64(values)


def texts(*values):
    return np.array(values, object)


for dtype in [np.float32, np.float64]:
    scores, batch = SCORES.astype(dtype), BATCH.astype(dtype)
    for settings in [{}, {"merge_repeated": True}, {"blank_index": 0}, {"blank_index": -2}]:
        call("CTCGreedyDecoder", scores, STEPS, rtol=1e-5, **settings)
        call("CTCGreedyDecoder", batch, np.int32([6, 3]), rtol=1e-5, **settings)
    for settings in [{"beam_width": 4, "top_paths": 2}, {"beam_width": 1, "top_paths": 1},
                     {"beam_width": 100, "top_paths": 3, "merge_repeated": False}]:
        call("CTCBeamSearchDecoder", scores, STEPS, **settings, **NEAR)
        call("CTCBeamSearchDecoder", batch, np.int32([6, 3]), **settings, **NEAR)
    for settings in [{}, {"preprocess_collapse_repeated": True}, {"ctc_merge_repeated": False}]:
        call("CTCLoss", scores, i64([[0, 0], [0, 1]]), np.int32([0, 1]), STEPS, **settings, **NEAR)
        call("CTCLoss", scores, i64([[0, 0], [0, 1]]), np.int32([1, 1]), STEPS, **settings, **NEAR)
        call("CTCLoss", batch, i64([[0, 0], [0, 1], [0, 2], [1, 0]]), np.int32([2, 0, 0, 1]),
             np.int32([6, 3]), **settings, **NEAR)
call("CTCGreedyDecoder", SCORES, np.int32([0]))
call("CTCGreedyDecoder", SCORES, np.int32([5]))
call("CTCGreedyDecoder", SCORES, np.int32([4, 4]))
call("CTCGreedyDecoder", SCORES, STEPS, blank_index=9)
call("CTCGreedyDecoder", SCORES[:0], np.int32([0]))
call("CTCGreedyDecoder", SCORES[:, :0], np.int32([]))
call("CTCGreedyDecoder", SCORES[:, 0], STEPS)
call("CTCGreedyDecoder", SCORES, np.int32(4))
call("CTCGreedyDecoder", SCORES * np.float32(np.nan), STEPS)
call("CTCBeamSearchDecoder", SCORES, STEPS, beam_width=1, top_paths=2)
call("CTCBeamSearchDecoder", SCORES, np.int32([0]), beam_width=3, top_paths=1)
call("CTCBeamSearchDecoder", SCORES, np.int32([0]), beam_width=3, top_paths=2)
call("CTCBeamSearchDecoder", SCORES, np.int32([5]), beam_width=3, top_paths=1)
call("CTCBeamSearchDecoder", SCORES[:, :, :1], STEPS, beam_width=3, top_paths=1)
call("CTCBeamSearchDecoder", SCORES * np.float32(np.nan), STEPS, beam_width=3, top_paths=1)


def loss(indices, labels, steps=4, **attrs):
    call("CTCLoss", SCORES, i64(indices), np.int32(labels), np.int32([steps]), **attrs)


loss([[0, 0], [0, 1], [0, 2]], [0, 1, 0], steps=2)
loss([[0, 0], [0, 1], [0, 2]], [0, 1, 0], steps=2, ignore_longer_outputs_than_inputs=True)
loss([[0, 0], [0, 1], [0, 2], [0, 3]], [1, 1, 1, 1], **NEAR)
loss(np.zeros([0, 2]), [])
loss([[0, 0], [0, 1]], [1, 2], **NEAR)
loss([[0, 0], [0, 1]], [2, 1])
loss([[0, 0]], [-1])
loss([[9, 0]], [1])
loss([[0, 1], [0, 0]], [0, 1])
loss([[0, 0]], [0], steps=5)
call("CTCLoss", SCORES[:0], i64([[0, 0]]), np.int32([0]), np.int32([0]))

HYPOTHESIS = i64([[0, 0], [1, 0], [1, 1]]), [1, 2, 3], i64([2, 2])
TRUTH = i64([[0, 0], [0, 1], [1, 1]]), [1, 5, 3], i64([2, 2])
NOTHING = np.zeros([0, 2], np.int64), np.int32([]), i64([2, 2])


def sequences(parts, dtype=np.int32):
    return [parts[0], np.array(parts[1]).astype(dtype), parts[2]]


for dtype in [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
              np.float16, np.float32, np.float64, np.complex64, np.complex128, np.bool_]:
    call("EditDistance", *sequences(HYPOTHESIS, dtype), *sequences(TRUTH, dtype))
call("EditDistance", HYPOTHESIS[0], texts(b"a", b"b", b"c"), i64([2, 2]), TRUTH[0],
     texts(b"a", b"x", b"c"), i64([2, 2]), normalize=False)
for normalize in [True, False]:
    call("EditDistance", *sequences(HYPOTHESIS), *NOTHING, normalize=normalize)
    call("EditDistance", *NOTHING, *sequences(TRUTH), normalize=normalize)
    call("EditDistance", *NOTHING, *NOTHING, normalize=normalize)
    call("EditDistance", i64([[0, 0], [0, 1], [0, 2], [0, 3]]), np.int32([1, 2, 3, 4]), i64([1, 4]),
         i64([[0, 0], [0, 1], [0, 2]]), np.int32([2, 3, 5]), i64([1, 3]), normalize=normalize)
call("EditDistance", *sequences(HYPOTHESIS), i64([[0, 0]]), np.int32([1]), i64([3, 2]))
call("EditDistance", i64([[2, 0]]), np.int32([1]), i64([3, 2]), *sequences(TRUTH))
call("EditDistance", i64([[0, 0, 0]]), np.int32([1]), i64([2, 1, 2]), i64([[1, 0, 0]]), np.int32([2]),
     i64([2, 1, 3]))
call("EditDistance", i64([[0]]), np.int32([1]), i64([2]), i64([[0]]), np.int32([2]), i64([3]))
call("EditDistance", i64([[0]]), np.int32([1]), i64([2]), *sequences(TRUTH))

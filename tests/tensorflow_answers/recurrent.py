#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Cells of recurrent networks."""
import numpy as np

from answers import call
from small_numbers import some, whole

LOOSE = dict(rtol=4e-3, atol=4e-3)
NEAR = dict(rtol=2e-5, atol=1e-6)


def part(shape, dtype=np.float32):
    """Eighths between 0 and 1, as gates are."""
    return (whole(shape, np.int32, 1, 8) / 8).astype(dtype)


def weights(inputs, cells, dtype=np.float32):
    """w, wci, wcf, wco, b."""
    return [some([inputs + cells, 4 * cells], dtype)] + [some([cells], dtype) for _ in range(3)] + [
        some([4 * cells], dtype)]


def states(batch, cells, dtype=np.float32):
    return [some([batch, cells], dtype), some([batch, cells], dtype)]


for attrs in (dict(), dict(use_peephole=True), dict(cell_clip=0.5, forget_bias=0.25),
              dict(cell_clip=-1.0, use_peephole=True)):
    call("LSTMBlockCell", some([2, 2]), *states(2, 3), *weights(2, 3), **attrs, **NEAR)
call("LSTMBlockCell", some([1, 2], np.float16), *states(1, 2, np.float16), *weights(2, 2, np.float16),
     use_peephole=True, **LOOSE)
call("LSTMBlockCell", some([1, 2]), *states(2, 2), *weights(2, 2))
call("LSTMBlockCell", some([1, 2]), *states(1, 2), *weights(3, 2))
for peephole in (False, True):
    call("LSTMBlockCellGrad", some([2, 2]), *states(2, 3), *weights(2, 3),
         *[part([2, 3]) for _ in range(6)], *states(2, 3), use_peephole=peephole, **NEAR)
call("LSTMBlockCellGrad", some([1, 2], np.float16), *states(1, 2, np.float16),
     *weights(2, 2, np.float16), *[part([1, 2], np.float16) for _ in range(6)],
     *states(1, 2, np.float16), use_peephole=True, **LOOSE)

for op in ("BlockLSTM", "BlockLSTMV2"):
    for attrs in (dict(), dict(use_peephole=True, cell_clip=0.5)):
        call(op, np.int64(3), some([3, 2, 2]), *states(2, 2), *weights(2, 2), **attrs, **NEAR)
    call(op, np.int64(2), some([2, 1, 2], np.float16), *states(1, 2, np.float16),
         *weights(2, 2, np.float16), **LOOSE)
    call(op, np.int64([3]), some([3, 2, 2]), *states(2, 2), *weights(2, 2))
    call(op, np.int64(3), some([3, 2, 2]), *states(2, 2), *weights(3, 2))
for op in ("BlockLSTMGrad", "BlockLSTMGradV2"):
    for peephole in (False, True):
        call(op, np.int64(3), some([3, 2, 2]), *states(2, 2), *weights(2, 2),
             *[part([3, 2, 2]) for _ in range(7)], some([3, 2, 2]), some([3, 2, 2]),
             use_peephole=peephole, rtol=2e-5, atol=1e-5)
    call(op, np.int64(2), some([2, 1, 2], np.float16), *states(1, 2, np.float16),
         *weights(2, 2, np.float16), *[part([2, 1, 2], np.float16) for _ in range(7)],
         some([2, 1, 2], np.float16), some([2, 1, 2], np.float16), use_peephole=True, rtol=1e-2,
         atol=2e-2)


def gru(inputs, cells):
    return [some([inputs + cells, 2 * cells]), some([inputs + cells, cells]), some([2 * cells]),
            some([cells])]


for batch, inputs, cells in ((2, 2, 3), (1, 3, 1)):
    call("GRUBlockCell", some([batch, inputs]), some([batch, cells]), *gru(inputs, cells), **NEAR)
    call("GRUBlockCellGrad", some([batch, inputs]), some([batch, cells]), *gru(inputs, cells),
         *[part([batch, cells]) for _ in range(3)], some([batch, cells]), rtol=2e-5, atol=1e-6)
call("GRUBlockCell", some([2, 2]), some([1, 3]), *gru(2, 3))
call("GRUBlockCell", some([2, 2]), some([2, 3]), *gru(3, 3))

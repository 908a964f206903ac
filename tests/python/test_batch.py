# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Batches over data sets."""

import itertools
import threading

import numpy as np
import pytest

import opgraft


def items(count, sequences):
    return [{"x": np.float32([i]), "who": i % sequences} for i in range(count)]


def sums(count, sequences):
    """What the summator gives: each sequence is the sum of what it had before, twice, and x."""
    totals, outs = [0] * sequences, []
    for i in range(count):
        outs.append(2 * totals[i % sequences] + i)
        totals[i % sequences] += i
    return outs


def test_each_item_is_a_sequence_of_its_own(model):
    outs = opgraft.run_batch(model, ({"x": [float(i)]} for i in range(1000)), num_workers=4, chunk=64)
    assert [y["out"].item() for y in outs] == list(range(1000))


@pytest.mark.parametrize("max_open", [1, 3, 100])
def test_sequences_keep_their_order_and_state(model, max_open):
    outs = opgraft.run_batch(model, items(300, 7), sequence_key="who", num_workers=4, chunk=20,
                             max_open=max_open)
    assert [y["out"].item() for y in outs] == sums(300, 7)
    by_function = opgraft.run_batch(model, ({"x": [float(i)]} for i in range(10)),
                                    sequence_key=lambda item: item["x"][0] % 2)
    assert [y["out"].item() for y in by_function] == sums(10, 2)


def test_a_batch_that_was_broken_off_goes_on(model, tmp_path):
    path = tmp_path / "batch.state"
    outs = opgraft.run_batch(model, items(100, 3), sequence_key="who", chunk=10, state_file=path)
    first = [y["out"].item() for y in itertools.islice(outs, 45)]
    outs.close()
    rest = opgraft.run_batch(model, items(100, 3), sequence_key="who", chunk=10, state_file=path)
    assert first[:40] + [y["out"].item() for y in rest] == sums(100, 3)
    assert list(opgraft.run_batch(model, items(100, 3), sequence_key="who", state_file=path)) == []


def test_memory_is_bounded_by_the_chunk(model):
    taken = []

    def endless():
        for i in itertools.count():
            taken.append(i)
            yield {"x": [float(i)]}

    outs = opgraft.run_batch(model, endless(), chunk=16)
    assert [next(outs)["out"].item() for _ in range(20)] == list(range(20))
    assert len(taken) == 32
    outs.close()


def test_errors_tell_the_item(model):
    data = [{"x": [1.0]}] * 5 + [{"x": [1.0, 2.0]}]
    with pytest.raises(opgraft.InvalidArgumentError) as error:
        list(opgraft.run_batch(model, data))
    assert error.value.__notes__ == ["item 5 of the data set"]
    with pytest.raises(KeyError):
        list(opgraft.run_batch(model, data, sequence_key="nobody"))
    with pytest.raises(ValueError, match="chunk"):
        opgraft.run_batch(model, data, chunk=0)
    assert threading.active_count() < 20

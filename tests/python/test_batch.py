# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Batches over data sets."""

import itertools
import os
import signal
import threading
import time

import numpy as np
import pytest

import opgraft
from opgraft import _core


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


def test_a_state_file_is_written_whole_only_now_and_then(model, tmp_path, monkeypatch):
    path = tmp_path / "batch.state"
    sizes = []

    def write(name, contents, write=_core.write_file):
        sizes.append(len(contents))
        write(name, contents)

    monkeypatch.setattr(_core, "write_file", write)
    outs = opgraft.run_batch(model, items(2000, 1000), sequence_key="who", chunk=10, state_file=path)
    assert [y["out"].item() for y in outs] == sums(2000, 1000)
    assert 5 < len(sizes) < 20  # of 200 chunks
    assert path.stat().st_size < 2.1 * sizes[-1]


@pytest.mark.parametrize("broken", [b"", b'{"done": 90, "sta'])
def test_a_line_that_was_not_written_to_its_end_does_not_count(model, tmp_path, broken):
    path = tmp_path / "batch.state"
    outs = opgraft.run_batch(model, items(100, 3), sequence_key="who", chunk=10, state_file=path)
    first = [y["out"].item() for y in itertools.islice(outs, 75)]
    outs.close()
    with open(path, "ab") as f:
        f.write(broken)
    rest = opgraft.run_batch(model, items(100, 3), sequence_key="who", chunk=10, state_file=path)
    assert first[:70] + [y["out"].item() for y in rest] == sums(100, 3)


def test_keys_that_a_state_file_keeps(model, tmp_path):
    def keyed(key):
        return [{"x": [1.0], "who": key}, {"x": [2.0], "who": key}]

    def run(items, **arguments):
        return [y["out"].item() for y in opgraft.run_batch(model, items, sequence_key="who", **arguments)]

    path = tmp_path / "batch.state"
    assert run(keyed(np.int64(7)), state_file=path) == [1, 4]
    assert run(keyed(("a", 1))) == [1, 4]
    with pytest.raises(TypeError, match="item 0 of the data set: .* not tuple"):
        run(keyed(("a", 1)), state_file=tmp_path / "other.state")


@pytest.mark.parametrize("contents", ["", "garbage", "[]", "3", "{}", '{"done": 1, "states": {"a": "b"}}',
                                      '{"done": "x", "states": {}}', '{"done": 1, "states": 2}'])
def test_a_state_file_that_is_none(model, tmp_path, contents):
    path = tmp_path / "other.json"
    path.write_text(contents)
    with pytest.raises(opgraft.DataLossError, match="other.json.* Remove it"):
        list(opgraft.run_batch(model, items(3, 1), sequence_key="who", state_file=path))
    assert path.read_text() == contents


@pytest.mark.parametrize("key", [None, "who"])
def test_ctrl_c_ends_a_batch_of_long_runs(spin, key):
    data = [{"n": 2**62, **({"who": i} if key else {})} for i in range(6)]
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(opgraft.run_batch(spin, data, sequence_key=key, num_workers=2))
    assert time.monotonic() - began < 5
    assert spin(n=3)["y"] == 3


def test_an_item_without_its_key(model):
    data = [*items(3, 1), {"x": [1.0]}]
    with pytest.raises(KeyError, match="item 3 of the data set has no 'who'"):
        list(opgraft.run_batch(model, data, sequence_key="who"))


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

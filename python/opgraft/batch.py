# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Many runs over a data set, on all cores."""

from __future__ import annotations

import base64
import itertools
import json
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from opgraft.model import Model
from opgraft.progress import Bar
from opgraft.request import Request

_Item = Tuple[int, Dict[str, Any]]  # place in the data set, feeds


class _Sequences:
    """A request for each sequence; of those that were not used for long only the state is kept."""

    def __init__(self, model: Model, max_open: int):
        self._model = model
        self._max_open = max_open
        self._open: "OrderedDict[Any, Request]" = OrderedDict()
        self._states: Dict[Any, bytes] = {}

    def take(self, key: Any) -> Request:
        if key in self._open:
            self._open.move_to_end(key)
            return self._open[key]
        request = self._model.request()
        if key in self._states:
            request.load(self._states.pop(key))
        self._open[key] = request
        return request

    def close_some(self) -> None:
        """Between runs."""
        while len(self._open) > self._max_open:
            key, request = self._open.popitem(last=False)
            self._states[key] = request.save()
            request.close()

    def save(self) -> Dict[str, str]:
        states = {**self._states, **{key: request.save() for key, request in self._open.items()}}
        return {json.dumps(key): base64.b64encode(state).decode() for key, state in states.items()}

    def load(self, states: Dict[str, str]) -> None:
        self._states = {json.loads(key): base64.b64decode(state) for key, state in states.items()}


def _read(path: Any, sequences: _Sequences) -> int:
    if path is None or not os.path.exists(path):
        return 0
    with open(path, encoding="utf-8") as f:
        saved = json.load(f)
    sequences.load(saved["states"])
    return int(saved["done"])


def _write(path: Any, done: int, sequences: _Sequences) -> None:
    beside = f"{os.fsdecode(path)}.new"
    with open(beside, "w", encoding="utf-8") as f:
        json.dump({"done": done, "states": sequences.save()}, f)
        f.flush()
        os.fsync(f.fileno())
    os.replace(beside, path)


def run_batch(model: Model, dataset: Iterable[Dict[str, Any]], *,
              sequence_key: Union[None, str, Callable[[Dict[str, Any]], Any]] = None,
              num_workers: Optional[int] = None, chunk: int = 256, max_open: int = 1024,
              state_file: Any = None) -> Iterator[Dict[str, Any]]:
    """Runs a model on each item of a data set; the results, in the items' order.

    dataset: dicts of feeds, any iterable; `chunk` of them are in memory at a time.
    sequence_key: the name of what tells an item's sequence, which is no feed, or a function of the
        item. Items of one sequence run in order, in one request. Without it each item is one.
    num_workers: threads, by default as many as there are cores.
    max_open: sequences with a request of their own; of the others only the state is in memory.
    state_file: is written after each chunk, when its results were taken. A run that finds one goes on
        behind that chunk, with the state of all sequences. Their keys are then str or int.

    An error of an item ends the batch and tells the item's place.
    """
    if chunk < 1:
        raise ValueError(f"chunk is {chunk}; it must be at least 1")
    return _run_batch(model, dataset, sequence_key, num_workers or os.cpu_count() or 1, chunk, max_open,
                      state_file)


def _run_batch(model: Model, dataset: Any, sequence_key: Any, num_workers: int, chunk: int,
               max_open: int, state_file: Any) -> Iterator[Dict[str, Any]]:
    sequences = _Sequences(model, max_open)
    done = _read(state_file, sequences)
    total = len(dataset) if hasattr(dataset, "__len__") else None
    items = enumerate(dataset)
    next(itertools.islice(items, done, done), None)
    with ThreadPoolExecutor(num_workers) as pool, Bar(total, done) as bar:
        while True:
            part = list(itertools.islice(items, chunk))
            if not part:
                return
            yield from _run_chunk(model, part, sequence_key, sequences, pool, bar)
            done += len(part)
            sequences.close_some()
            if state_file is not None:
                _write(state_file, done, sequences)


def _run_chunk(model: Model, part: List[_Item], sequence_key: Any, sequences: _Sequences,
               pool: ThreadPoolExecutor, bar: Bar) -> List[Dict[str, Any]]:
    groups: "OrderedDict[Any, List[_Item]]" = OrderedDict()
    for place, item in part:
        if sequence_key is None:
            groups[place] = [(place, item)]
            continue
        key = sequence_key(item) if callable(sequence_key) else item[sequence_key]
        feeds = {name: value for name, value in item.items() if name != sequence_key}
        groups.setdefault(key, []).append((place, feeds))
    first = part[0][0]
    results: List[Any] = [None] * len(part)

    def run(request: Any, group: List[_Item]) -> None:
        for place, feeds in group:
            try:
                results[place - first] = model(feeds) if request is None else request.run(feeds)
            except Exception as error:
                error.add_note(f"item {place} of the data set")
                raise
            bar.count()

    requests = [None if sequence_key is None else sequences.take(key) for key in groups]
    for _ in pool.map(run, requests, groups.values()):
        pass
    return results

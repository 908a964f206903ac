# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Many runs over a data set, on all cores."""

from __future__ import annotations

import base64
import itertools
import json
import operator
import os
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple, Union

from opgraft import _core, errors
from opgraft.model import Model
from opgraft.progress import Bar
from opgraft.request import Request

_Item = Tuple[int, Dict[str, Any]]  # place in the data set, feeds


class _Sequences:
    """A request for each sequence; of those that were not used for long only the state is kept."""

    def __init__(self, model: Model, max_open: int, are_kept: bool):
        self.are_kept = are_kept  # in a file
        self._model = model
        self._max_open = max_open
        self._open: "OrderedDict[Any, Request]" = OrderedDict()
        self._states: Dict[Any, bytes] = {}
        self._changed: Dict[Any, None] = {}  # since the last save
        self._spare: List[Request] = []

    def take(self, key: Any) -> Request:
        if self.are_kept:
            self._changed[key] = None
        if key in self._open:
            self._open.move_to_end(key)
            return self._open[key]
        request = self._model.request()
        if key in self._states:
            request.load(self._states.pop(key))
        self._open[key] = request
        return request

    def take_unset(self) -> Request:
        """For a sequence of one item; any thread may call this."""
        try:
            return self._spare.pop()
        except IndexError:
            return self._model.request()

    def give_back(self, request: Request) -> None:
        request.reset()
        self._spare.append(request)

    def close_some(self) -> None:
        """Between runs."""
        while len(self._open) > self._max_open:
            key, request = self._open.popitem(last=False)
            self._states[key] = request.save()
            request.close()

    def save_changed(self) -> Dict[str, str]:
        """The states of those that were taken since the last time, as JSON can have them."""
        changed, self._changed = self._changed, {}
        return self._save(changed)

    def save_all(self) -> Dict[str, str]:
        self._changed = {}
        return self._save([*self._states, *self._open])

    def _save(self, keys: Iterable[Any]) -> Dict[str, str]:
        states = ((key, self._open[key].save() if key in self._open else self._states[key]) for key in keys)
        return {json.dumps(key): base64.b64encode(state).decode() for key, state in states}

    def load(self, states: Dict[str, str]) -> None:
        for key, state in states.items():
            self._states[json.loads(key)] = base64.b64decode(state)


class _StateFile:
    """How far a batch is, in lines of JSON: the first has all states, each further one what a chunk
    changed. It is written whole when the further ones have grown as large as the first. A last line
    that was not written to its end does not count.
    """

    def __init__(self, path: Any):
        self._path = os.fsdecode(path)
        self._room = 0  # for further lines

    def read(self, sequences: _Sequences) -> int:
        """How many items are done."""
        done = 0
        if not os.path.exists(self._path):
            return done
        try:
            with open(self._path, encoding="utf-8") as f:
                lines = f.read().split("\n")
            for line in lines[:-1] or lines:
                saved = json.loads(line)
                sequences.load(saved["states"])
                done = int(saved["done"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise errors.DataLossError(f"'{self._path}' is not a state file of run_batch. Remove it to "
                                       "begin anew") from None
        return done

    def write(self, done: int, sequences: _Sequences) -> None:
        if self._room > 0:
            line = _line(done, sequences.save_changed())
            self._room -= len(line)
            with open(self._path, "ab") as f:
                f.write(line)
                f.flush()
                os.fsync(f.fileno())
        else:
            line = _line(done, sequences.save_all())
            self._room = len(line)
            _core.write_file(self._path, line)


def _line(done: int, states: Dict[str, str]) -> bytes:
    return json.dumps({"done": done, "states": states}).encode() + b"\n"


def _key_in_file(key: Any, place: int) -> Union[str, int]:
    """What JSON gives back as it was; NumPy's integers are integers."""
    if isinstance(key, str):
        return key
    try:
        return operator.index(key)
    except TypeError:
        raise TypeError(f"item {place} of the data set: with a state_file a sequence's key is a str or an "
                        f"int, not {type(key).__name__}") from None


def run_batch(model: Model, dataset: Iterable[Dict[str, Any]], *,
              sequence_key: Union[None, str, Callable[[Dict[str, Any]], Any]] = None,
              num_workers: Optional[int] = None, chunk: int = 256, max_open: int = 1024,
              state_file: Any = None) -> Iterator[Dict[str, Any]]:
    """Runs a model on each item of a data set; the results, in the items' order.

    dataset: dicts of feeds, any iterable; `chunk` of them are in memory at a time.
    sequence_key: the name of what tells an item's sequence, which is no feed, or a function of the
        item. Items of one sequence run in order, in one request. Without it each item is one.
    num_workers: threads, by default as many as there are cores.
    max_open: sequences with a request of their own; of the others only the state is in memory, to the
        end of the batch.
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
    sequences = _Sequences(model, max_open, are_kept=state_file is not None)
    file = None if state_file is None else _StateFile(state_file)
    done = 0 if file is None else file.read(sequences)
    total = len(dataset) if hasattr(dataset, "__len__") else None
    items = enumerate(dataset)
    next(itertools.islice(items, done, done), None)
    with ThreadPoolExecutor(num_workers) as pool, Bar(total, done) as bar:
        while True:
            part = list(itertools.islice(items, chunk))
            if not part:
                return
            yield from _run_chunk(part, sequence_key, sequences, pool, bar)
            done += len(part)
            sequences.close_some()
            if file is not None:
                file.write(done, sequences)


def _run_chunk(part: List[_Item], sequence_key: Any, sequences: _Sequences,
               pool: ThreadPoolExecutor, bar: Bar) -> List[Dict[str, Any]]:
    groups: "OrderedDict[Any, List[_Item]]" = OrderedDict()
    for place, item in part:
        if sequence_key is None:
            groups[place] = [(place, item)]
            continue
        if not callable(sequence_key) and sequence_key not in item:
            raise KeyError(f"item {place} of the data set has no '{sequence_key}', the sequence_key")
        key = sequence_key(item) if callable(sequence_key) else item[sequence_key]
        if sequences.are_kept:
            key = _key_in_file(key, place)
        feeds = {name: value for name, value in item.items() if name != sequence_key}
        groups.setdefault(key, []).append((place, feeds))
    first = part[0][0]
    results: List[Any] = [None] * len(part)
    stopped = threading.Event()
    running: Set[Request] = set()

    def run(kept: Optional[Request], group: List[_Item]) -> None:
        request = sequences.take_unset() if kept is None else kept
        running.add(request)
        try:
            for place, feeds in group:
                if not stopped.is_set():
                    results[place - first] = _run_item(request, place, feeds)
                    bar.count()
        finally:
            running.discard(request)
            if kept is None:
                sequences.give_back(request)

    requests = [None if sequence_key is None else sequences.take(key) for key in groups]
    futures = [pool.submit(run, request, group) for request, group in zip(requests, groups.values())]
    try:
        for future in futures:
            future.result()
    except BaseException:  # Ctrl-C too: the pool waits for the runs that go on
        stopped.set()
        while wait(futures, timeout=0.02).not_done:  # a run that has not begun is not cancelled
            for request in list(running):
                request.cancel()
        raise
    return results


def _run_item(request: Request, place: int, feeds: Dict[str, Any]) -> Dict[str, Any]:
    try:
        return request.run(feeds)
    except Exception as error:
        error.add_note(f"item {place} of the data set")
        raise

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops that run at once: a graph of one op, compiled once for each kind of call."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Dict, List, Tuple

from opgraft import _core, execute

_MAX_CALLS = 1000
_ANY_SHAPE = ("shape", "shape", None)


class _Call:
    """One op with its attrs and dtypes: what runs it, and idle requests to run it in."""

    def __init__(self, op: str, values: List[Any], attrs: List[Any]):
        draft = _core.Draft()
        where = f"{op} {execute.caller()}"
        number = 0

        def placeholder(tensor: Any) -> Tuple[int, int]:
            nonlocal number
            number += 1
            dtype = ("dtype", "type", tensor.dtype_number)
            return draft.add(where, "Placeholder", f"input_{number}", [], [dtype, _ANY_SHAPE]), 0

        ends: List[Any] = [[placeholder(t) for t in value] if isinstance(value, list) else
                           placeholder(value) for value in values]
        node = draft.add(where, op, op.replace(">", "_"), ends, attrs)
        name = draft.name(node)
        fetches = [f"{name}:{port}" for port in range(len(draft.outputs(node)))]
        feeds = [f"input_{i + 1}:0" for i in range(number)]
        row = ("", feeds, fetches, feeds, fetches, [] if fetches else [name], None)
        self.model = _core.compile(draft.build(), [row], 1, None, [])
        self.idle: List[Any] = []

    def run(self, tensors: List[Any]) -> List[Any]:
        try:
            request = self.idle.pop()
        except IndexError:  # none, or another thread was faster
            request = _core.Request(self.model)
        try:
            return _core.run_tensors(request, tensors)
        finally:
            self.idle.append(request)


_calls: "OrderedDict[Any, _Call]" = OrderedDict()


def forget() -> None:
    """After a fork, or when kernels have changed."""
    _calls.clear()


def _key(value: Any) -> Any:
    if isinstance(value, _core.Tensor):
        return value.numpy().tobytes(), value.shape, value.dtype_number
    return tuple(map(_key, value)) if isinstance(value, list) else (type(value), value)


def run(op: str, spec: Any, values: List[Any], attrs: List[Any]) -> Any:
    """The outputs of an op, as execute.apply_op gives them."""
    types = tuple(tuple(t.dtype_number for t in value) if isinstance(value, list) else
                  value.dtype_number for value in values)
    key = (op, types, tuple((name, _key(value)) for name, _, value in attrs), _core.generation())
    call = _calls.get(key)
    if call is None:
        call = _calls[key] = _Call(op, values, attrs)
        if len(_calls) > _MAX_CALLS:
            _calls.popitem(last=False)
    flat = [t for value in values for t in (value if isinstance(value, list) else [value])]
    outputs = call.run(flat)
    if not spec.outputs:
        return None
    named: Dict[str, Any] = {name: value for name, _, value in attrs}
    return execute.grouped(spec, named, execute.list_lengths(spec, values), outputs)

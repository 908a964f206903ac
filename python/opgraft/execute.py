# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What the functions of opgraft.ops, and those that `opgraft gen python` writes, call.

An op runs at once, or becomes a node of the graph that is being built.
"""

from __future__ import annotations

import functools
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from opgraft import _core, dtypes, errors

_OPAQUE = (dtypes.resource, dtypes.variant)


class _Arg(NamedTuple):
    name: str
    type: int
    type_attr: str
    number_attr: str
    type_list_attr: str
    is_ref: bool

    @property
    def is_list(self) -> bool:
        return bool(self.number_attr or self.type_list_attr)


class _Spec(NamedTuple):
    inputs: List[_Arg]
    outputs: List[_Arg]
    attr_types: Dict[str, str]
    type_defaults: Dict[str, Optional[int]]
    allowed: Dict[str, List[int]]
    is_stateful: bool


@functools.lru_cache(maxsize=None)
def _spec(op: str) -> _Spec:
    inputs, outputs, attrs, is_stateful, _ = _core.op_spec(op)
    return _Spec([_Arg(*row) for row in inputs], [_Arg(*row) for row in outputs],
                 {name: kind for name, kind, _, _ in attrs},
                 {name: default for name, _, default, _ in attrs},
                 {name: allowed for name, _, _, allowed in attrs}, is_stateful)


def forget_specs() -> None:
    """After a library was loaded: what was not found may be there now."""
    _spec.cache_clear()


def caller() -> str:
    """"at my.py:12": the first line outside of this package that leads here."""
    frame: Any = sys._getframe(1)
    while frame is not None and (frame.f_globals.get("__name__", "").split(".")[0] == "opgraft" or
                                 "_execute" in frame.f_globals):
        frame = frame.f_back
    return f"at {frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else "at ?"


# --- Values ---


def dtype_of(value: Any) -> Optional[dtypes.DType]:
    """The dtype of what has one; None of Python's lists and numbers."""
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        return None
    try:
        return dtypes.as_dtype(dtype)
    except TypeError:
        return None


class _Binding:
    """The values of an op's inputs, with the attrs that follow from them."""

    def __init__(self, op: str, spec: _Spec, given: List[Any], attrs: Dict[str, Any]):
        if len(given) != len(spec.inputs):
            raise errors.InvalidArgumentError(
                f"{op} has {len(spec.inputs)} inputs, not {len(given)}")
        self.op = op
        self.spec = spec
        self.types: Dict[str, int] = {
            name: int(dtypes.as_dtype(value)) for name, value in attrs.items()
            if value is not None and spec.attr_types.get(name) == "type"}
        values = [self._listed(arg, value) for arg, value in zip(spec.inputs, given)]
        # What has a dtype says it for what has none: of the inputs, whichever comes first.
        for arg, value in zip(spec.inputs, values):
            for item in value if arg.is_list else [value]:
                dtype = dtype_of(item)
                if dtype is not None and arg.type_attr:
                    self.types.setdefault(arg.type_attr, int(dtype))
        self.values = [self._converted(arg, value) for arg, value in zip(spec.inputs, values)]

    def _listed(self, arg: _Arg, value: Any) -> Any:
        if not arg.is_list:
            return value_of(value)
        if isinstance(value, (list, tuple)):
            return [value_of(item) for item in value]
        raise errors.InvalidArgumentError(
            f"{self.op}: '{arg.name}' is a list of tensors, not {type(value).__name__}: put it in []")

    def _converted(self, arg: _Arg, value: Any) -> Any:
        if arg.is_list:
            return [self._tensor(arg, item) for item in value]
        return self._tensor(arg, value)

    def _tensor(self, arg: _Arg, value: Any) -> Any:
        wanted = arg.type or self.types.get(arg.type_attr, 0)
        if is_symbolic(value):
            return value
        if wanted > 100:
            raise errors.InvalidArgumentError(f"{self.op}: '{arg.name}' is a reference to a variable")
        if not wanted and arg.type_attr and dtype_of(value) is None:
            wanted = self._default_type(arg, value)
        if isinstance(value, _core.Tensor):
            return value
        tensor = _core.make_tensor(value, wanted, arg.name)
        if arg.type_attr:
            self.types.setdefault(arg.type_attr, tensor.dtype_number)
        return tensor

    def _default_type(self, arg: _Arg, value: Any) -> int:
        """Of numbers of Python's: float32 and int32, or what the op has in their place."""
        default = self.spec.type_defaults.get(arg.type_attr)
        allowed = self.spec.allowed.get(arg.type_attr) or []
        found = _core.make_tensor(value, 0, arg.name).dtype_number
        if not allowed or found in allowed:
            return 0
        if default:
            return default
        kind = dtypes.of_number(found)
        like = [n for n in allowed if n in ((9, 1, 2) if kind.is_integer else (2, 19, 14))]
        return like[0] if like else allowed[0]


# --- Attrs ---


def _shape(value: Any) -> Any:
    if value is None or hasattr(value, "as_list"):
        return None if value is None else tuple(value.as_list())
    if isinstance(value, (int, np.integer)):
        return (int(value),)
    return tuple(None if size is None or size == -1 else int(size) for size in value)


def _number(kind: str, value: Any) -> Any:
    """A value of an attr of type int, float or bool. TypeError for what is none: "False" is no bool."""
    if isinstance(value, (str, bytes)):
        raise TypeError
    if kind == "bool":
        if not isinstance(value, (int, np.bool_, np.integer)) or value not in (0, 1):
            raise TypeError
        return bool(value)
    if kind == "int":
        if isinstance(value, (float, np.floating)) and not value.is_integer():
            raise TypeError
        return int(value)
    return float(value)


def _attr(name: str, kind: str, value: Any) -> Any:
    """The value as the extension takes it. TypeError if it is of another kind."""
    if kind.startswith("list("):
        if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
            raise TypeError(f"attr '{name}' is a {kind}, not {value!r}")
        return [_attr(name, kind[5:-1], item) for item in value]
    try:
        if kind == "type":
            return int(dtypes.as_dtype(value))
        if kind == "shape":
            return _shape(value)
        if kind == "tensor":
            return value if isinstance(value, _core.Tensor) else _core.make_tensor(value, 0, name)
        if kind in ("string", "func"):
            if not isinstance(value, (str, bytes)):
                raise TypeError
            return value
        return _number(kind, value)
    except (TypeError, ValueError):
        raise TypeError(f"attr '{name}' is of type {kind}, not {value!r}") from None


def _attrs(op: str, spec: _Spec, given: Dict[str, Any]) -> List[Tuple[str, str, Any]]:
    made = []
    for name, value in given.items():
        if value is None and spec.attr_types.get(name) != "shape":
            continue
        if name not in spec.attr_types:
            raise errors.NotFoundError(f"{op} has no attr '{name}'")
        made.append((name, spec.attr_types[name], _attr(name, spec.attr_types[name], value)))
    return made


# --- Calls ---


def value_of(value: Any) -> Any:
    """The value itself, or that of a variable of a graph."""
    return value.value if getattr(value, "_is_variable", False) else value


def is_symbolic(value: Any) -> bool:
    """A value of a graph under construction?"""
    return getattr(value, "_is_symbolic", False)


def apply_op(op: str, inputs: List[Any], attrs: Dict[str, Any], name: Optional[str] = None) -> Any:
    """Runs an op, or adds a node to the graph that is being built.

    inputs: one entry for each input of the OpDef, a list for a list input. attrs: those that do not
    follow from the inputs; None is the op's default. Returns a list with an entry for each output, a
    list for a list output; the operation, of an op without outputs.
    """
    from opgraft import graph

    spec = _spec(op)
    binding = _Binding(op, spec, inputs, attrs)
    made = _attrs(op, spec, attrs)
    # A type that only values without dtype could tell, or nothing: of an empty list.
    for attr, number in binding.types.items():
        if attr not in attrs and any(arg.type_attr == attr and arg.number_attr and not value
                                     for arg, value in zip(spec.inputs, binding.values)):
            made.append((attr, "type", number))
    current = graph.current()
    if current is not None:
        return current._add_op(op, spec, binding.values, made, name)
    flat = [item for value in binding.values for item in (value if isinstance(value, list) else [value])]
    if any(is_symbolic(item) for item in flat):
        raise errors.FailedPreconditionError(
            f"{op} was given a value of a graph outside of its `with graph:`")
    from opgraft import eager
    return eager.run(op, spec, binding.values, made)


def grouped(spec: _Spec, attrs: Dict[str, Any], lists: Dict[str, int], flat: List[Any]) -> List[Any]:
    """The outputs by the OpDef: lists where it has lists. `lists`: lengths by attr."""
    made: List[Any] = []
    position = 0
    for arg in spec.outputs:
        attr = arg.number_attr or arg.type_list_attr
        if not attr:
            made.append(flat[position])
            position += 1
            continue
        value = attrs.get(attr)
        if value is None:
            length = lists.get(attr, len(flat) - position - (len(spec.outputs) - len(made) - 1))
        else:
            length = len(value) if isinstance(value, (list, tuple)) else int(value)
        made.append(flat[position:position + length])
        position += length
    return made


def list_lengths(spec: _Spec, values: List[Any]) -> Dict[str, int]:
    """The lengths of list inputs, by the attr that has them."""
    return {arg.number_attr or arg.type_list_attr: len(value)
            for arg, value in zip(spec.inputs, values) if arg.is_list}


def make_tensor(text: str, name: str) -> Any:
    """The tensor of a TensorProto in text format, the default of parameter `name`."""
    return _core.parse_tensor(text, name)

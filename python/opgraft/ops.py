# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""A function for every op that is registered, with TensorFlow's name, signature and docstring.

    from opgraft import ops
    ops.add_v2([1, 2], 3)       # runs at once: a Tensor

Inside of `with graph:` they add nodes. `help(ops.conv2d)` shows what one takes. They are made when they
are first used.
"""

from __future__ import annotations

import __future__
import types
from typing import Any, Dict, Iterable, List, Optional

from opgraft import _core

_functions: Dict[str, Any] = {}  # by op
_ops: Dict[str, str] = {}  # function -> op


def _namespace() -> Dict[str, Any]:
    import collections
    from typing import Annotated, Any as AnyType, List as ListType, TypeVar

    from opgraft import dtypes, execute
    return {"__name__": "opgraft.ops", "_collections": collections, "Annotated": Annotated,
            "Any": AnyType, "List": ListType, "TypeVar": TypeVar, "_dtypes": dtypes,
            "_execute": execute}


def function_of(op: str) -> Any:
    """The function of an op. NotFoundError with the nearest name."""
    if op not in _functions:
        name, source = _core.function_of(op)
        namespace = _namespace()
        code = compile(source, f"<opgraft.ops.{name}>", "exec",
                       flags=__future__.annotations.compiler_flag, dont_inherit=True)
        exec(code, namespace)  # pylint: disable=exec-used
        _functions[op] = namespace[name]
    return _functions[op]


def _names() -> Dict[str, str]:
    if not _ops:
        _ops.update(_core.op_functions())
    return _ops


def _forget() -> None:
    """After a library was loaded."""
    _ops.clear()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    names = _names()
    # TensorFlow's functions that would hide one of Python's have an underscore in front or behind.
    for plain in (name, name.strip("_")):
        if plain in names:
            function = function_of(names[plain])
            globals()[name] = function
            return function
    raise AttributeError(f"there is no op '{name}'" + _core.nearest_hint(name, list(names)) +
                         ". Is it a custom op? opgraft.load_op_library(path)")


def __dir__() -> List[str]:
    return sorted(_names())


def module_of(name: str, ops: Iterable[str], doc: Optional[str] = None) -> types.ModuleType:
    """A module of the functions of some ops, as load_op_library gives."""
    module = types.ModuleType(name, doc)
    for op in ops:
        function = function_of(op)
        setattr(module, function.__name__, function)
        setattr(module, function.__name__.lstrip("_"), function)
    return module

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops and kernels in Python, for trying out.

    opgraft.register_op("Halve", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double}"])

    @opgraft.kernel("Halve")
    def halve(x):
        return x / 2

    opgraft.ops.halve([3.0])        # [1.5]
"""

from __future__ import annotations

import inspect
import sys
from typing import Any, Callable, List, Sequence, Tuple, TypeVar

from opgraft import _core, dtypes, eager, execute, ops

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _place() -> Tuple[str, int]:
    frame: Any = sys._getframe(2)
    return str(frame.f_code.co_filename), int(frame.f_lineno)


def register_op(name: str, inputs: Sequence[str] = (), outputs: Sequence[str] = (),
                attrs: Sequence[str] = (), doc: str = "", is_stateful: bool = False) -> Any:
    """Registers an op by TensorFlow's specs: "x: T", "T: {float, double}". Returns its function.

    InvalidArgumentError shows with a caret what is wrong. The same op once more is harmless, another
    one of that name is an error.
    """
    for what, specs in (("inputs", inputs), ("outputs", outputs), ("attrs", attrs)):
        if isinstance(specs, str):
            raise TypeError(f"{what} is a list of specs: {what}=[{specs!r}]")
    file, line = _place()
    _core.register_op(name, list(inputs), list(outputs), list(attrs), doc, is_stateful, file, line)
    execute.forget_specs()
    ops._forget()
    return ops.function_of(name)


def _dtypes(value: Any) -> List[int]:
    values = value if isinstance(value, (list, tuple, set)) else [value]
    return [int(dtypes.as_dtype(item)) for item in values]


def kernel(op: str, **constraints: Any) -> Callable[[_Function], _Function]:
    """Makes the function that follows the op's kernel: arrays in, an array or a list of them out.

    constraints: dtypes by type attr, one or a list: `@opgraft.kernel("Halve", T=[np.float32])`. Arguments
    that are called as attrs of the op get them. The arrays given cannot be written. A function for the
    same op and constraints replaces the one before.
    """
    file, line = _place()
    attr_types = execute._spec(op).attr_types

    def register(function: _Function) -> _Function:
        parameters = list(inspect.signature(function).parameters)
        rows = [(attr, _dtypes(value)) for attr, value in sorted(constraints.items())]
        _core.register_kernel(op, rows, function, [p for p in parameters if p in attr_types], file, line)
        eager.forget()
        return function
    return register

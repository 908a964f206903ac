# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, under TensorFlow's names.

An error tells the node and the op that it is about, where there is one, and what to do:

    try:
        request.run(x=a)
    except opgraft.OpError as error:
        print(error.node, error.op, error.hint)
"""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple, Type

_OP = r"([A-Z_][\w>]*)"
_QUOTED = r"'((?:[^'\\]|\\.)*)'"
# Where a message names a node, and often its op: of a run, of a file, of an OpenVINO IR.
_PLACE = re.compile(rf"\{{\{{node ([^}}]*)\}}\}}(?: =)?(?: {_OP}[\[:(])?|"
                    rf"node {_QUOTED}(?: \({_OP}\))?|"
                    rf"layer \d+ {_QUOTED} \({_OP}, opset\d+\)")
_EAGER = re.compile(rf"{_OP} at .+:\d+: ")  # an op that was called in Python, and where
_NEAREST = re.compile(r"[Nn]earest: '?([^'\n.;,]+)'?")
# A part of a message that says what to do.
_ADVICE = re.compile(
    r"(?:^|[.;:,?] |\n)((?:add|any tensor can|call|cast|choose|compare|compile|convert|feed(?! ')|give|import|"
    r"install|it must|load|make|name|put|register|rename|reshape|restart|return|round|set|start|use|"
    r"write)\b.*?)(?:[.;](?= |$)|$)", re.I | re.M)

# What the library says of the command and of C++, as a program in Python has it.
_IN_PYTHON = [(re.compile(pattern), text) for pattern, text in (
    (r"--load FILE or LoadLibrary\(FILE\)(; linked statically, it needs alwayslink\s*"
     r"\(-Wl,--whole-archive\))?", "opgraft.load_op_library(path)"),
    (r"--load ITS_LIBRARY\.so", "opgraft.load_op_library(path)"),
    (r" without a kernel: add REGISTER_KERNEL_BUILDER\(Name\(\"(\w+)\"\)\.Device\(DEVICE_CPU\), \.\.\.\), "
     r"or link the file that has it \(alwayslink\)",
     r' without a kernel. Register one: @opgraft.kernel("\1"), or REGISTER_KERNEL_BUILDER in C++'),
    (r": is its library loaded, or did the linker drop it \(alwayslink\)\?",
     ". Load its library: opgraft.load_op_library(path)"),
    (r", unless RunOptions::allow_files or --allow-files name the folder",
     ". Name the folder: run(allow_files=[folder])"),
    (r"RunOptions::(max_steps|max_bytes)", r"run(\1=...)"),
    (r"RunOptions::check", "run(check=True)"),
)]


class OpError(Exception):
    """The base of all errors of the library."""

    code = 2

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message

    def _places(self) -> List[Tuple[str, Optional[str]]]:
        """The nodes that the message names, with their ops where it tells them."""
        groups = (found.groups() for found in _PLACE.finditer(self.message))
        return [(run if run is not None else file if file is not None else layer, op or file_op or type_)
                for run, op, file, file_op, layer, type_ in groups]

    @property
    def node(self) -> Optional[str]:
        """The name of the node that failed; None if it was none."""
        places = self._places()
        return places[0][0] if places else None

    @property
    def op(self) -> Optional[str]:
        """The op of that node."""
        for node, op in self._places():
            if op is not None and node == self.node:
                return op
        eager = _EAGER.match(self.message)
        return eager.group(1) if eager else None

    @property
    def hint(self) -> str:
        """What to do: the nearest name, or what the message advises; '' if it advises nothing."""
        found = _NEAREST.search(self.message)
        if found:
            return f"nearest: '{found.group(1)}'"
        advice = _ADVICE.search(self.message)
        return advice.group(1) if advice else ""


class CancelledError(OpError):
    """A run that was ended by cancel(), or by Ctrl-C."""

    code = 1


class UnknownError(OpError):
    """An error of no other kind."""


class InvalidArgumentError(OpError, ValueError):
    """A wrong file, attr, shape, dtype or feed."""

    code = 3


class DeadlineExceededError(OpError):
    """A run that was not done in time."""

    code = 4


class NotFoundError(OpError, LookupError):
    """A name or a file that does not exist."""

    code = 5


class AlreadyExistsError(OpError):
    """Something that is there already."""

    code = 6


class PermissionDeniedError(OpError):
    """A file that a kernel may not open; see run(allow_files=[...])."""

    code = 7


class ResourceExhaustedError(OpError, MemoryError):
    """A limit, or the machine's memory."""

    code = 8


class FailedPreconditionError(OpError):
    """A request that is busy or closed, or state that is not there."""

    code = 9


class AbortedError(OpError):
    """Something else was faster."""

    code = 10


class OutOfRangeError(OpError, IndexError):
    """An index beyond the end."""

    code = 11


class UnimplementedError(OpError, NotImplementedError):
    """What is not there yet."""

    code = 12


class InternalError(OpError, RuntimeError):
    """A kernel's fault."""

    code = 13


class UnavailableError(OpError):
    """What may be there later."""

    code = 14


class DataLossError(OpError):
    """A damaged file."""

    code = 15


class UnauthenticatedError(OpError):
    """Who asks is not known."""

    code = 16


_CLASSES: Dict[int, Type[OpError]] = {
    error.code: error
    for error in (
        CancelledError, UnknownError, InvalidArgumentError, DeadlineExceededError, NotFoundError,
        AlreadyExistsError, PermissionDeniedError, ResourceExhaustedError, FailedPreconditionError,
        AbortedError, OutOfRangeError, UnimplementedError, InternalError, UnavailableError,
        DataLossError, UnauthenticatedError,
    )
}


def make_error(code: int, message: str) -> OpError:
    """The exception of a status of the library."""
    for pattern, text in _IN_PYTHON:
        message = pattern.sub(text, message)
    return _CLASSES.get(code, UnknownError)(message)

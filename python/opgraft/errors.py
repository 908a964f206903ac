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
from typing import Dict, Optional, Type

_NODE = re.compile(r"\{\{node ([^}]*)\}\} ?([A-Za-z_][\w>]*)?")
_NODE_OF_FILE = re.compile(r"node '((?:[^'\\]|\\.)*)' \(([A-Za-z_][\w>]*)\)")
_NEAREST = re.compile(r"[Nn]earest: '?([^'\n.;,]+)'?")


class OpError(Exception):
    """The base of all errors of the library."""

    code = 2

    def __init__(self, message: str):
        super().__init__(message)
        self.message = message

    def _find(self, group: int) -> Optional[str]:
        found = _NODE.search(self.message) or _NODE_OF_FILE.search(self.message)
        return found.group(group) if found else None

    @property
    def node(self) -> Optional[str]:
        """The name of the node that failed; None if it was none."""
        return self._find(1)

    @property
    def op(self) -> Optional[str]:
        """The op of that node."""
        return self._find(2)

    @property
    def hint(self) -> str:
        """What to do: the nearest name, or the message's last sentence if it has several; or ''."""
        found = _NEAREST.search(self.message)
        if found:
            return f"nearest: '{found.group(1)}'"
        sentences = re.split(r"(?<=[.;:]) +", self.message.strip())
        return sentences[-1] if len(sentences) > 1 else ""


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
    return _CLASSES.get(code, UnknownError)(message)

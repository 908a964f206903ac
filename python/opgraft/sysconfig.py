# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What it takes to compile ops against this package, as tf.sysconfig tells it."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import List

from opgraft import errors

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def get_include() -> str:
    """The folder of the headers."""
    return os.path.join(_PACKAGE, "include")


def get_lib() -> str:
    """The folder of libopgraft.so.0."""
    return os.path.join(_PACKAGE, "lib")


def get_command() -> str:
    """The program `opgraft`."""
    command = os.path.join(_PACKAGE, "bin", "opgraft")
    if not os.path.exists(command):
        raise errors.NotFoundError(f"there is no '{command}': this package was not installed from a wheel")
    return command


def _flags(kind: str) -> List[str]:
    made = subprocess.run([get_command(), "flags", kind], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise errors.InternalError(made.stderr)
    return shlex.split(made.stdout)


def get_compile_flags() -> List[str]:
    """Options for compiling an op's source."""
    return _flags("--compile")


def get_link_flags() -> List[str]:
    """Options for linking it; they follow the objects."""
    return _flags("--link")

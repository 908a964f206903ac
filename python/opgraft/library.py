# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Op libraries."""

from __future__ import annotations

import os
import warnings
from typing import Any

from opgraft import _core, execute, ops


def load_op_library(path: Any) -> Any:
    """Loads a shared library of ops and kernels; a module of their functions, as TensorFlow's.

    NotFoundError for an absent file, InvalidArgumentError with what to do for one that cannot be used.
    """
    path = os.fsdecode(path)
    if os.path.exists(path) and os.sep not in path:
        path = os.path.join(".", path)  # a bare name would be searched for as dlopen does
    names, notes = _core.load_library(path)
    for note in notes:
        warnings.warn(f"{path}: {note}", stacklevel=2)
    execute.forget_specs()
    ops._forget()
    module = ops.module_of(os.path.splitext(os.path.basename(path))[0], names,
                           f"The ops of {path}: {', '.join(names)}.")
    module.__file__ = path
    return module

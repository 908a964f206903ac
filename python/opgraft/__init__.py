# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Opgraft: TensorFlow's way of registering ops, without TensorFlow.

    import numpy as np, opgraft

    model = opgraft.load("summator.pbtxt")       # a GraphDef, a SavedModel's folder or OpenVINO's IR
    request = model.request()                    # one sequence, with its state
    for y in request.stream(np.float32([v]) for v in (1, 2, 3)):
        print(y["out"])                          # [1.] [4.] [9.]
    print(request.states["sum"].value)           # [6.]
"""

from __future__ import annotations

import os as _os

# The extension lies beside libopgraft.so.0, which it and op libraries share.
__path__.append(_os.path.join(_os.path.dirname(__file__), "lib"))

from opgraft import _arrays, _core, dtypes, errors
from opgraft.dtypes import (
    DType, as_dtype, bfloat16, bool, complex64, complex128, double, float16, float32, float64, half,
    int8, int16, int32, int64, qint8, qint16, qint32, quint8, quint16, resource, string, uint8,
    uint16, uint32, uint64, variant)
from opgraft.errors import (
    AbortedError, AlreadyExistsError, CancelledError, DataLossError, DeadlineExceededError,
    FailedPreconditionError, InternalError, InvalidArgumentError, NotFoundError, OpError,
    OutOfRangeError, PermissionDeniedError, ResourceExhaustedError, UnauthenticatedError,
    UnavailableError, UnimplementedError, UnknownError)

_core.set_helper("make_error", errors.make_error)
_core.set_helper("as_array", _arrays.as_array)
_core.set_helper("folder_list", _arrays.folder_list)
_core.set_helper("foreign_dtype", dtypes.foreign_dtype)
_core.set_helper("number_of_foreign_dtype", dtypes.number_of_foreign_dtype)

from opgraft.model import Model, SignatureSpec, Specs, TensorSpec, load
from opgraft.request import Request, State, States

__version__: str = _core.VERSION

__all__ = [
    "AbortedError", "AlreadyExistsError", "CancelledError", "DType", "DataLossError",
    "DeadlineExceededError", "FailedPreconditionError", "InternalError", "InvalidArgumentError",
    "Model", "NotFoundError", "OpError", "OutOfRangeError", "PermissionDeniedError", "Request",
    "ResourceExhaustedError", "SignatureSpec", "Specs", "State", "States", "TensorSpec",
    "UnauthenticatedError", "UnavailableError", "UnimplementedError", "UnknownError",
    "as_dtype", "bfloat16", "bool", "complex128", "complex64", "double", "dtypes", "errors",
    "float16", "float32", "float64", "half", "int16", "int32", "int64", "int8", "load",
    "qint16", "qint32", "qint8", "quint16", "quint8", "resource", "string", "uint16", "uint32",
    "uint64", "uint8", "variant",
]

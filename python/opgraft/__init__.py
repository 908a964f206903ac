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
from typing import TYPE_CHECKING, Any

# The extension lies beside libopgraft.so.0, which it and op libraries share.
__path__.append(_os.path.join(_os.path.dirname(__file__), "lib"))

from opgraft import _arrays, _core, dtypes, errors
from opgraft.dtypes import (
    DType, as_dtype, bfloat16, bool, complex64, complex128, double, float4_e2m1fn, float8_e4m3b11fnuz,
    float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, float16, float32, float64, half, int2,
    int4, int8, int16, int32, int64, qint8, qint16, qint32, quint8, quint16, resource, string, u1, uint2,
    uint4, uint8, uint16, uint32, uint64, variant)
from opgraft.errors import (
    AbortedError, AlreadyExistsError, CancelledError, DataLossError, DeadlineExceededError,
    FailedPreconditionError, InternalError, InvalidArgumentError, NotFoundError, OpError,
    OutOfRangeError, PermissionDeniedError, ResourceExhaustedError, UnauthenticatedError,
    UnavailableError, UnimplementedError, UnknownError)

_core.set_helper("make_error", errors.make_error)
_core.set_helper("as_array", _arrays.as_array)
_core.set_helper("folder_list", _arrays.folder_list)
_core.set_helper("dtype_of_number", dtypes.of_number)
_core.set_helper("foreign_dtype", dtypes.foreign_dtype)
_core.set_helper("number_of_foreign_dtype", dtypes.number_of_foreign_dtype)

from opgraft.model import Model, Signature, SignatureSpec, Specs, TensorSpec, load
from opgraft.request import Request, State, States

# These use the extension's helpers when they are imported.
from opgraft import ops
from opgraft.control_flow import cond, while_loop
from opgraft.graph import (
    Graph, Operation, SymbolicTensor, Variable, constant, placeholder, variable)
from opgraft.library import load_op_library
from opgraft.session import Session
from opgraft.tensor import Tensor, convert_to_tensor

__version__: str = _core.VERSION

# Imported when they are used: a program that only runs a model does without.
_LAZY_MODULES = ("draw", "profile", "sysconfig", "test")
_LAZY = {"CompileError": "compile", "compile_op": "compile", "kernel": "custom",
         "kernels": "draw", "register_op": "custom", "run_batch": "batch"}

if TYPE_CHECKING:
    from opgraft import draw, profile, sysconfig, test
    from opgraft.batch import run_batch
    from opgraft.compile import CompileError, compile_op
    from opgraft.custom import kernel, register_op
    from opgraft.draw import kernels


def __getattr__(name: str) -> Any:
    import importlib
    import sys
    if name in _LAZY_MODULES:
        return importlib.import_module("opgraft." + name)
    if name in _LAZY:
        return getattr(importlib.import_module("opgraft." + _LAZY[name]), name)
    raise AttributeError(f"module 'opgraft' has no attribute '{name}'", name=name,
                         obj=sys.modules[__name__])


__all__ = [
    "AbortedError", "AlreadyExistsError", "CancelledError", "CompileError", "DType", "DataLossError",
    "DeadlineExceededError", "FailedPreconditionError", "Graph", "InternalError",
    "InvalidArgumentError", "Model", "NotFoundError", "OpError", "Operation", "OutOfRangeError",
    "PermissionDeniedError", "Request", "ResourceExhaustedError", "Session", "Signature",
    "SignatureSpec", "Specs", "State", "States", "SymbolicTensor", "Tensor", "TensorSpec",
    "UnauthenticatedError", "UnavailableError", "UnimplementedError", "UnknownError", "Variable",
    "as_dtype", "bfloat16", "bool", "compile_op", "complex128", "complex64", "cond", "constant",
    "convert_to_tensor", "double", "draw", "dtypes", "errors", "float16", "float32", "float4_e2m1fn",
    "float64", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
    "float8_e5m2fnuz", "half", "int16", "int2", "int32", "int4", "int64", "int8", "kernel", "kernels",
    "load", "load_op_library", "ops", "placeholder", "profile", "qint16", "qint32", "qint8", "quint16",
    "quint8", "register_op", "resource", "run_batch", "string", "sysconfig", "test", "u1", "uint16",
    "uint2", "uint32", "uint4", "uint64", "uint8", "variable", "variant", "while_loop",
]

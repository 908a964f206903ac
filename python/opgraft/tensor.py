# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""opgraft.Tensor: what an op that runs at once gives. It never changes."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from opgraft import _core, dtypes

Tensor = _core.Tensor
Tensor.__module__ = "opgraft"


def convert_to_tensor(value: Any, dtype: Any = None, name: str = "value") -> Any:
    """A Tensor of an array, a list, a number or strings; a value of a graph stays what it is."""
    if isinstance(value, Tensor) or getattr(value, "_is_symbolic", False):
        return value
    return _core.make_tensor(value, int(dtypes.as_dtype(dtype)) if dtype is not None else 0, name)


def _dtype(self: Any) -> dtypes.DType:
    return dtypes.of_number(self.dtype_number)


def _array(self: Any, dtype: Any = None, copy: Any = None) -> Any:
    array = self.numpy()
    if dtype is not None and array.dtype != dtype:
        return array.astype(dtype)
    return array.copy() if copy else array


def _dlpack(self: Any, **arguments: Any) -> Any:
    capsule = _core.to_dlpack(self)
    if capsule is not None:
        return capsule
    if self.dtype.size == 0 or self.dtype._bits is not None:
        raise BufferError(f"DLPack has no type for {self.dtype.name}: use .numpy()")
    return self.numpy().copy().__dlpack__(**arguments)  # NumPy hands no read-only memory over


def _repr(self: Any) -> str:
    return f"<opgraft.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={self.numpy()!r}>"


def _reduce(self: Any) -> Any:
    if self.dtype in (dtypes.resource, dtypes.variant):
        raise TypeError(f"a tensor of type {self.dtype.name} belongs to this process: it does not pickle")
    return convert_to_tensor, (self.numpy(), self.dtype_number)


def _set_shape(self: Any, shape: Any) -> None:
    """For TensorFlow's code: the shape is known."""


_METHODS = {
    "dtype": property(_dtype),
    "ndim": property(lambda self: len(self.shape)),
    "size": property(lambda self: self.numpy().size),
    "dtype_name": property(lambda self: self.dtype.name),
    "eval": lambda self, feed_dict=None, session=None: self.numpy(),
    "set_shape": _set_shape,
    "get_shape": lambda self: self.shape,
    "tolist": lambda self: self.numpy().tolist(),
    "item": lambda self, *index: self.numpy().item(*index),
    "__array__": _array,
    "__dlpack__": _dlpack,
    "__dlpack_device__": lambda self: (1, 0),  # the CPU
    "__array_priority__": 100,
    "__len__": lambda self: len(self.numpy()),
    "__iter__": lambda self: (convert_to_tensor(row) for row in np.atleast_1d(self.numpy())),
    "__bool__": lambda self: bool(self.numpy()),
    "__int__": lambda self: int(self.numpy()),
    "__float__": lambda self: float(self.numpy()),
    "__index__": lambda self: self.numpy().__index__(),
    "__getitem__": lambda self, key: convert_to_tensor(np.ascontiguousarray(self.numpy()[key])
                                                       .reshape(np.shape(self.numpy()[key]))),
    "__reduce__": _reduce,
    "__repr__": _repr,
    "__str__": lambda self: str(self.numpy()),
    "__format__": lambda self, spec: format(str(self), spec),
    "__hash__": lambda self: id(self),
}


def _binary(op: str, reverse: bool = False) -> Callable[[Any, Any], Any]:
    def call(self: Any, other: Any) -> Any:
        from opgraft import execute
        inputs = [other, self] if reverse else [self, other]
        return execute.apply_op(op, inputs, {})[0]
    return call


def _unary(op: str) -> Callable[[Any], Any]:
    def call(self: Any) -> Any:
        from opgraft import execute
        return execute.apply_op(op, [self], {})[0]
    return call


def _matmul(reverse: bool) -> Callable[[Any, Any], Any]:
    return _binary("BatchMatMulV2", reverse)


# Python's operators, as TensorFlow has them.
OPERATORS = {
    "__add__": _binary("AddV2"), "__radd__": _binary("AddV2", True),
    "__sub__": _binary("Sub"), "__rsub__": _binary("Sub", True),
    "__mul__": _binary("Mul"), "__rmul__": _binary("Mul", True),
    "__truediv__": _binary("RealDiv"), "__rtruediv__": _binary("RealDiv", True),
    "__floordiv__": _binary("FloorDiv"), "__rfloordiv__": _binary("FloorDiv", True),
    "__mod__": _binary("FloorMod"), "__rmod__": _binary("FloorMod", True),
    "__pow__": _binary("Pow"), "__rpow__": _binary("Pow", True),
    "__matmul__": _matmul(False), "__rmatmul__": _matmul(True),
    "__lt__": _binary("Less"), "__le__": _binary("LessEqual"),
    "__gt__": _binary("Greater"), "__ge__": _binary("GreaterEqual"),
    "__and__": _binary("LogicalAnd"), "__or__": _binary("LogicalOr"),
    "__eq__": _binary("Equal"), "__ne__": _binary("NotEqual"),
    "__neg__": _unary("Neg"), "__abs__": _unary("Abs"), "__invert__": _unary("LogicalNot"),
}

for _name, _method in {**_METHODS, **OPERATORS}.items():
    setattr(Tensor, _name, _method)

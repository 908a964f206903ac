# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The types of elements: opgraft.float32, opgraft.string, ..., with TensorFlow's names and numbers."""

from __future__ import annotations

import builtins
from typing import Any, Dict, List, Optional

import numpy as np

# name -> number, kind; of those that NumPy has not, the bits.
_TABLE = (
    ("float32", 1, "f", None), ("float64", 2, "f", None), ("int32", 3, "i", None),
    ("uint8", 4, "u", None), ("int16", 5, "i", None), ("int8", 6, "i", None),
    ("string", 7, "o", None), ("complex64", 8, "c", None), ("int64", 9, "i", None),
    ("bool", 10, "b", None), ("qint8", 11, "q", "int8"), ("quint8", 12, "q", "uint8"),
    ("qint32", 13, "q", "int32"), ("bfloat16", 14, "f", "uint16"), ("qint16", 15, "q", "int16"),
    ("quint16", 16, "q", "uint16"), ("uint16", 17, "u", None), ("complex128", 18, "c", None),
    ("float16", 19, "f", None), ("resource", 20, "o", None), ("variant", 21, "o", None),
    ("uint32", 22, "u", None), ("uint64", 23, "u", None), ("float8_e5m2", 24, "f", "uint8"),
    ("float8_e4m3fn", 25, "f", "uint8"), ("float8_e4m3fnuz", 26, "f", "uint8"),
    ("float8_e4m3b11fnuz", 27, "f", "uint8"), ("float8_e5m2fnuz", 28, "f", "uint8"),
    ("int4", 29, "i", "int8"), ("uint4", 30, "u", "uint8"), ("int2", 31, "i", "int8"),
    ("uint2", 32, "u", "uint8"), ("float4_e2m1fn", 33, "f", "uint8"), ("u1", 64, "u", "uint8"),
)
# As attrs and messages spell them.
_SYNONYMS = {"float": "float32", "double": "float64", "half": "float16"}


def _ml_dtypes() -> Any:
    try:
        import ml_dtypes  # type: ignore[import]
    except ImportError:
        return None
    return ml_dtypes


class DType:
    """A type of elements. Equal to its name and to NumPy's dtype: float32 == "float32" == np.float32."""

    __slots__ = ("name", "as_datatype_enum", "_kind", "_bits")

    def __init__(self, name: str, number: int, kind: str, bits: Optional[str]):
        self.name = name
        self.as_datatype_enum = number
        self._kind = kind
        self._bits = bits

    @property
    def as_numpy_dtype(self) -> Any:
        """NumPy's, ml_dtypes' where that is installed, else the bits: uint16 of bfloat16."""
        name: Any = object if self._kind == "o" else self.name
        if self._bits is not None:
            name = getattr(_ml_dtypes(), self.name, self._bits)
        return np.dtype(name)

    @property
    def base_dtype(self) -> "DType":
        return self

    @property
    def is_floating(self) -> builtins.bool:
        return self._kind == "f"

    @property
    def is_integer(self) -> builtins.bool:
        return self._kind in "iu"

    @property
    def is_unsigned(self) -> builtins.bool:
        return self._kind == "u"

    @property
    def is_complex(self) -> builtins.bool:
        return self._kind == "c"

    @property
    def is_bool(self) -> builtins.bool:
        return self._kind == "b"

    @property
    def is_quantized(self) -> builtins.bool:
        return self._kind == "q"

    @property
    def size(self) -> int:
        """Bytes of an element; 0 if it is an object."""
        return 0 if self._kind == "o" else int(self.as_numpy_dtype.itemsize)

    def __eq__(self, other: Any) -> builtins.bool:
        if isinstance(other, DType):
            return self.as_datatype_enum == other.as_datatype_enum
        try:
            return self is as_dtype(other)
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self.as_datatype_enum)

    def __int__(self) -> int:
        return self.as_datatype_enum

    def __repr__(self) -> str:
        return f"opgraft.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: '{self.name}'>"

    def __reduce__(self) -> Any:
        return as_dtype, (self.name,)


ALL: List[DType] = [DType(*row) for row in _TABLE]
_BY_NAME: Dict[str, DType] = {dtype.name: dtype for dtype in ALL}
_BY_NAME.update({name: _BY_NAME[of] for name, of in _SYNONYMS.items()})
_BY_NUMBER: Dict[int, DType] = {dtype.as_datatype_enum: dtype for dtype in ALL}

float16 = half = _BY_NAME["float16"]
float32 = _BY_NAME["float32"]
float64 = double = _BY_NAME["float64"]
bfloat16 = _BY_NAME["bfloat16"]
float8_e5m2 = _BY_NAME["float8_e5m2"]
float8_e4m3fn = _BY_NAME["float8_e4m3fn"]
float8_e4m3fnuz = _BY_NAME["float8_e4m3fnuz"]
float8_e4m3b11fnuz = _BY_NAME["float8_e4m3b11fnuz"]
float8_e5m2fnuz = _BY_NAME["float8_e5m2fnuz"]
float4_e2m1fn = _BY_NAME["float4_e2m1fn"]
int2 = _BY_NAME["int2"]
int4 = _BY_NAME["int4"]
int8 = _BY_NAME["int8"]
int16 = _BY_NAME["int16"]
int32 = _BY_NAME["int32"]
int64 = _BY_NAME["int64"]
u1 = _BY_NAME["u1"]
uint2 = _BY_NAME["uint2"]
uint4 = _BY_NAME["uint4"]
uint8 = _BY_NAME["uint8"]
uint16 = _BY_NAME["uint16"]
uint32 = _BY_NAME["uint32"]
uint64 = _BY_NAME["uint64"]
complex64 = _BY_NAME["complex64"]
complex128 = _BY_NAME["complex128"]
bool = _BY_NAME["bool"]  # pylint: disable=redefined-builtin
string = _BY_NAME["string"]
resource = _BY_NAME["resource"]
variant = _BY_NAME["variant"]
qint8 = _BY_NAME["qint8"]
qint16 = _BY_NAME["qint16"]
qint32 = _BY_NAME["qint32"]
quint8 = _BY_NAME["quint8"]
quint16 = _BY_NAME["quint16"]


def of_number(number: int) -> DType:
    """The type of a number of the enum; those of references are the types referred to."""
    return _BY_NUMBER[number - 100 if number > 100 else number]


def as_dtype(value: Any) -> DType:
    """A DType of its name, its number, NumPy's dtype, or a type of Python. TypeError if it is none."""
    if isinstance(value, DType):
        return value
    if isinstance(value, str) and value in _BY_NAME:
        return _BY_NAME[value]
    if isinstance(value, int) and value in _BY_NUMBER:
        return _BY_NUMBER[value]
    if value is str or value is bytes:
        return string
    if not isinstance(value, int):
        try:
            name = np.dtype(value).name
        except TypeError:
            name = ""
        if name.startswith(("str", "bytes", "object")) and name:
            return string
        if name in _BY_NAME:
            return _BY_NAME[name]
    from opgraft import _core
    raise TypeError(f"{value!r} is no dtype of a tensor" +
                    _core.nearest_hint(str(value), list(_BY_NAME)))


def foreign_dtype(number: int) -> Any:
    """NumPy's dtype of a number whose type NumPy has not."""
    return of_number(number).as_numpy_dtype


def number_of_foreign_dtype(scalar_type: Any) -> int:
    """The number of a type of another package's, 0 if there is none."""
    dtype = _BY_NAME.get(getattr(scalar_type, "__name__", ""))
    return dtype.as_datatype_enum if dtype else 0

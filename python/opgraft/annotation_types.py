# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Names of dtypes for type checkers: `Annotated[Any, Float32]` in the functions of ops."""

from __future__ import annotations


class _DType:
    """Stands for a dtype in annotations; never made."""


class BFloat16(_DType):
    pass


class Bool(_DType):
    pass


class Complex128(_DType):
    pass


class Complex64(_DType):
    pass


class Float16(_DType):
    pass


class Half(_DType):
    pass


class Float32(_DType):
    pass


class Float64(_DType):
    pass


class Float8e4m3b11fnuz(_DType):
    pass


class Float8e4m3fn(_DType):
    pass


class Float8e4m3fnuz(_DType):
    pass


class Float8e5m2(_DType):
    pass


class Float8e5m2fnuz(_DType):
    pass


class Float4e2m1fn(_DType):
    pass


class Int16(_DType):
    pass


class Int2(_DType):
    pass


class Int32(_DType):
    pass


class Int4(_DType):
    pass


class Int64(_DType):
    pass


class Int8(_DType):
    pass


class QInt16(_DType):
    pass


class QInt32(_DType):
    pass


class QInt8(_DType):
    pass


class QUInt16(_DType):
    pass


class QUInt8(_DType):
    pass


class Resource(_DType):
    pass


class String(_DType):
    pass


class U1(_DType):
    pass


class UInt16(_DType):
    pass


class UInt2(_DType):
    pass


class UInt32(_DType):
    pass


class UInt4(_DType):
    pass


class UInt64(_DType):
    pass


class UInt8(_DType):
    pass


class Variant(_DType):
    pass

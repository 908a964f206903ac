# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The slow way from what people give to arrays: lists, numbers, strings, strided arrays."""

from __future__ import annotations

import math
import numbers
import os
import re
from typing import Any, List, Tuple

import numpy as np

from opgraft import _core, dtypes, errors

_STRING = dtypes.string.as_datatype_enum


def _refuse(name: str, what: str, wanted: Any, fix: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(f"'{name}' is {what}, {wanted.name} is wanted. {fix}")


def _asarray(value: Any, name: str) -> Any:
    if isinstance(value, np.ma.MaskedArray):
        raise errors.InvalidArgumentError(
            f"'{name}' is a masked array: a tensor has no mask. Give {name}.filled(value)")
    try:
        return np.asarray(value)
    except ValueError:
        raise errors.InvalidArgumentError(f"'{name}' is no array: its rows differ in length") from None


def _strings(value: Any, name: str) -> Any:
    array = _asarray(value, name)
    if array.dtype.kind in "UST":
        array = array.astype(object)
    elif array.dtype.kind != "O":
        raise _refuse(name, str(array.dtype), dtypes.string,
                      "Give str or bytes: np.array(['a', 'b'], dtype=object)")
    return np.ascontiguousarray(array).reshape(array.shape)


def _to_bits(array: Any, wanted: Any, name: str) -> Any:
    """Numbers as floats that NumPy has not."""
    if wanted is not dtypes.bfloat16:
        raise _refuse(name, "made of numbers", wanted,
                      f"Install ml_dtypes, or give the bits as an array of {wanted._bits}")
    with np.errstate(over="ignore"):
        floats = array.astype(np.float32)
    bits = floats.view(np.uint32).astype(np.uint64)
    # To the nearest, ties to even; the payload of a NaN is cut off.
    bits = np.where(np.isnan(floats), bits | 0x400000, bits + 0x7FFF + (bits >> 16 & 1))
    return (bits >> 16).astype(np.uint16)


def _range(wanted: Any, target: Any) -> Tuple[int, int]:
    """What integers of a type may be; those of less than 8 bits have 8 in memory."""
    narrow = re.fullmatch("(u|int|uint)([124])", wanted.name)
    if narrow is None:
        return int(np.iinfo(target).min), int(np.iinfo(target).max)
    values = 2 ** int(narrow.group(2))
    return (0, values - 1) if wanted.is_unsigned else (-values // 2, values // 2 - 1)


def _no_array(name: str, wanted: Any) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(
        f"'{name}' is no array of numbers: there is an object in it; {wanted.name} is wanted")


def _is_whole(number: Any) -> bool:
    return isinstance(number, numbers.Integral) or (math.isfinite(number) and number == int(number))


def _integers(value: Any, array: Any, wanted: Any, name: str) -> Any:
    """Numbers as integers. NumPy makes floats, or objects, of lists with large ones."""
    whole = array if array.dtype.kind in "biu" else np.array(value, dtype=object)
    if whole.dtype == object:
        if array.dtype.kind in "OV" and not all(isinstance(item, numbers.Real) for item in whole.flat):
            raise _no_array(name, wanted)
        if array.dtype.kind == "c" or not all(_is_whole(item) for item in whole.flat):
            raise _refuse(name, "not made of integers", wanted, "Round it first")
        whole = np.array([int(item) for item in whole.flat], dtype=object).reshape(whole.shape)
    target = wanted.as_numpy_dtype
    least, greatest = _range(wanted, target)
    # As Python's: NumPy compares uint64 with what is signed as floats.
    if whole.size and not (least <= int(whole.min()) and int(whole.max()) <= greatest):
        raise _refuse(name, "beyond the range", wanted, f"{wanted.name} holds {least} to {greatest}")
    return whole.astype(np.uint64 if least == 0 else np.int64).astype(target)


def _numbers(value: Any, array: Any, wanted: Any, name: str) -> Any:
    """What Python's numbers, which have no dtype, become. Nothing is lost but digits of floats."""
    if array.dtype.kind in "UST":
        raise _refuse(name, "made of strings", wanted, "Give numbers")
    if wanted.is_integer or wanted.is_quantized:
        return _integers(value, array, wanted, name)
    if array.dtype.kind in "OV":
        raise _no_array(name, wanted)
    target = wanted.as_numpy_dtype
    if wanted.is_floating and target.kind in "iu":
        return _to_bits(array, wanted, name)
    with np.errstate(all="ignore"):
        result = array.astype(target)
    if wanted.is_bool and not (result == array).all():
        raise _refuse(name, "not made of 0 and 1", wanted, "Compare it: value != 0")
    return result


def _wrong_dtype(array: Any, wanted: Any, name: str) -> errors.InvalidArgumentError:
    if wanted.as_datatype_enum in (20, 21):
        return _refuse(name, f"an array of {array.dtype}", wanted,
                       "Give the opgraft.Tensor that another op or run returned")
    return _refuse(name, f"{array.dtype.name}", wanted,
                   f"Convert it: {name}.astype(np.{wanted.as_numpy_dtype})")


def _of_dlpack(value: Any) -> Any:
    """What another library holds, as an array; as a Tensor if NumPy has not its type."""
    try:
        return np.asarray(value) if hasattr(value, "__array__") else np.from_dlpack(value)
    except (BufferError, RuntimeError, TypeError):
        tensor = _core.from_dlpack(value)
        if tensor is None:
            raise
        return tensor


def as_array(value: Any, number: int, name: str) -> Any:
    """An array in C order and this machine's byte order, of the dtype with this number (0: any)."""
    if number == _STRING:
        return _strings(value, name)
    wanted = dtypes.of_number(number) if number else None
    if hasattr(value, "__dlpack__") and not isinstance(value, (np.ndarray, _core.Tensor)):
        value = _of_dlpack(value)
        if isinstance(value, _core.Tensor):  # of a type that NumPy has not
            if wanted is not None and value.dtype_number != number:
                raise _wrong_dtype(value, wanted, name)
            return value
    array = _asarray(value, name)
    has_dtype = hasattr(value, "dtype")
    if array.dtype.kind in "USTO" and wanted is None:
        return _strings(value, name)
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("="))
    if wanted is not None and array.dtype != wanted.as_numpy_dtype:
        if wanted._bits is not None and array.dtype == np.dtype(wanted._bits):
            pass
        elif has_dtype or wanted.as_datatype_enum in (20, 21):
            raise _wrong_dtype(array, wanted, name)
        else:
            array = _numbers(value, array, wanted, name)
    elif wanted is None and not has_dtype:
        array = _default_type(array)
    return array.copy() if array.ndim == 0 else np.require(array, requirements=["C", "A"])


def _default_type(array: Any) -> Any:
    """Numbers of Python's are float32, and int32 where that holds them, as TensorFlow has it."""
    if array.dtype == np.float64:
        return array.astype(np.float32)
    if array.dtype == np.int64 and (not array.size or np.abs(array).max() < 2**31):
        return array.astype(np.int32)
    return array


def folder_list(folders: Any) -> List[str]:
    """The names of folders, or of one."""
    if isinstance(folders, (str, bytes, os.PathLike)):
        folders = [folders]
    return [os.fsdecode(folder) for folder in folders]

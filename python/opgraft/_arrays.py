# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The slow way from what people give to arrays: lists, numbers, strings, strided arrays."""

from __future__ import annotations

import os
from typing import Any, List

import numpy as np

from opgraft import dtypes, errors

_STRING = dtypes.string.as_datatype_enum


def _refuse(name: str, what: str, wanted: Any, fix: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(f"'{name}' is {what}, {wanted.name} is wanted. {fix}")


def _strings(value: Any, name: str) -> Any:
    array = np.asarray(value)
    if array.dtype.kind in "US":
        array = array.astype(object)
    elif array.dtype.kind != "O":
        raise _refuse(name, str(array.dtype), dtypes.string,
                      "Strings are str or bytes: np.array(['a', 'b'], dtype=object)")
    return np.ascontiguousarray(array).reshape(array.shape)


def _numbers(array: Any, wanted: Any, name: str) -> Any:
    """What Python's numbers, which have no dtype, become. Nothing is lost."""
    target = wanted.as_numpy_dtype
    if array.dtype.kind in "US":
        raise _refuse(name, "made of strings", wanted, "Numbers are wanted")
    if array.dtype == object or array.dtype.kind == "V":
        raise errors.InvalidArgumentError(
            f"'{name}' is no array of numbers: its rows differ in length, or there is an object in it; "
            f"{wanted.name} is wanted")
    with np.errstate(all="ignore"):
        result = array.astype(target)
    if target.kind not in "iub" or (result == array).all():
        return result
    if array.dtype.kind not in "iu":
        raise _refuse(name, "not made of integers", wanted, "Round it first")
    if target.kind == "b":
        raise _refuse(name, "made of integers", wanted, "Compare it: value != 0")
    raise _refuse(name, "beyond the range", wanted,
                  f"{target} holds {np.iinfo(target).min} to {np.iinfo(target).max}")


def _wrong_dtype(array: Any, wanted: Any, name: str) -> errors.InvalidArgumentError:
    if wanted.as_datatype_enum in (20, 21):
        return _refuse(name, f"an array of {array.dtype}", wanted,
                       "Such a value comes from another op or run, as an opgraft.Tensor")
    return _refuse(name, f"{array.dtype.name}", wanted,
                   f"Convert it: {name}.astype(np.{wanted.as_numpy_dtype})")


def as_array(value: Any, number: int, name: str) -> Any:
    """An array in C order and this machine's byte order, of the dtype with this number (0: any)."""
    if number == _STRING:
        return _strings(value, name)
    wanted = dtypes.of_number(number) if number else None
    if hasattr(value, "__dlpack__") and not isinstance(value, np.ndarray) and not hasattr(
            value, "__array__"):
        value = np.from_dlpack(value)
    array = np.asarray(value)
    has_dtype = hasattr(value, "dtype")
    if array.dtype.kind in "USO" and wanted is None:
        return _strings(value, name)
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("="))
    if wanted is not None and array.dtype != wanted.as_numpy_dtype:
        if wanted._bits is not None and array.dtype == np.dtype(wanted._bits):
            pass
        elif has_dtype or wanted.as_datatype_enum in (20, 21):
            raise _wrong_dtype(array, wanted, name)
        else:
            array = _numbers(array, wanted, name)
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

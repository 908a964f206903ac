# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""`x[1:, ..., 0]` of a value of a graph, as a StridedSlice."""

from __future__ import annotations

import operator
from typing import Any, Dict, Tuple

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def take(tensor: Any, key: Any) -> Any:
    """Key: what NumPy takes, but for arrays: ints, slices, None and an Ellipsis."""
    from opgraft import ops

    masks: Dict[str, int] = dict.fromkeys(_MASKS, 0)
    rows = []
    for place, part in enumerate((key or (Ellipsis,)) if isinstance(key, tuple) else (key,)):
        bounds, named = _bounds(part)
        rows.append(bounds)
        for mask in named:
            masks[mask] |= 1 << place
    begin, end, strides = [list(column) for column in zip(*rows)]
    strided_slice: Any = ops.strided_slice
    return strided_slice(tensor, begin, end, strides, **masks)


def _bounds(part: Any) -> Tuple[Tuple[int, int, int], Tuple[str, ...]]:
    """First, end and step of one axis, and the masks that it has."""
    if part is None:
        return (0, 0, 1), ("new_axis_mask",)
    if part is Ellipsis:
        return (0, 0, 1), ("ellipsis_mask",)
    if isinstance(part, slice):
        bounds = (_index(part.start, 0), _index(part.stop, 0), _index(part.step, 1))
        ends = (("begin_mask", part.start), ("end_mask", part.stop))
        return bounds, tuple(mask for mask, end in ends if end is None)
    first = _index(part, 0)
    return (first, first + 1, 1), ("shrink_axis_mask",)


def _index(part: Any, default: int) -> int:
    try:
        return default if part is None else operator.index(part)
    except TypeError:
        raise TypeError(f"a value of a graph is cut by ints, slices, None and an Ellipsis, not by "
                        f"{type(part).__name__}: use ops.gather_v2 or ops.strided_slice") from None

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Parts of tensors, and elements of all types that are moved."""
import numpy as np
from openvino import opset1, opset3, opset8, opset12, opset13 as ov, opset15

from answers import param
from array_values import count, ints, op

x = param("x", [2, 3, 4])
two = {"x": count(2, 3, 4)}
v = param("v", [5])
one = {"v": count(5)}

# Slices.


def sliced(start, stop, step, axes=None, of=x):
    rest_of = [] if axes is None else [ints(axes)]
    return ov.slice(of, ints(start), ints(stop), ints(step), *rest_of)


op(sliced([-1], [-100], [-2], of=v), one)
op(sliced([-100], [2**63 - 1], [2], of=v), one, dynamic=True)
op(sliced([100], [0], [-1], of=v), one)
op(sliced([3], [1], [1], of=v), one)
op(sliced([1, 0], [3, 1], [1, 1], [-1, -3]), two, dynamic=True)
op(sliced([0, 1], [1, -1], [1, 1]), two, dynamic=True)
op(sliced([-1], [2**31 - 1], [1], [1]), two, dynamic=True)
op(ov.slice(v, param("s", [1], "i32"), ints([4]), ints([1], np.int8)), dict(one, s=np.int32([2])))


def strided(begin, end, stride, of=x, **masks):
    names = ("begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask")
    full = {n: masks.get(n, [0] * len(begin)) for n in names}
    return ov.strided_slice(of, ints(begin), ints(end), ints(stride), **full)


op(strided([0, 1], [1, 3], [1, 1], begin_mask=[1, 0], end_mask=[1, 0]), two, dynamic=True)
op(strided([-1], [0], [-2], v, end_mask=[1]), one)
op(strided([-1], [0], [1], v, shrink_axis_mask=[1]), one)
op(strided([3], [0], [-1], v, shrink_axis_mask=[1], begin_mask=[1]), one, oracle="reference")
op(strided([0, 2], [0, 3], [1, 1], v, new_axis_mask=[1, 0], shrink_axis_mask=[0, 1]), one,
   oracle="reference")
op(strided([1, 0, 2], [2, 0, 3], [1, 1, 1], new_axis_mask=[0, 1, 0], shrink_axis_mask=[1, 0, 0]),
   two, oracle="reference")
op(strided([0, 1], [0, 3], [1, 1], ellipsis_mask=[1, 0]), two, dynamic=True)
op(strided([1, 0, 1], [2, 0, 2], [1, 1, 1], ellipsis_mask=[0, 1, 0]), two)
op(strided([7], [8], [1], param("w", [-1]), shrink_axis_mask=[1]), {"w": count(5)},
   oracle="reference")
op(ov.strided_slice(x, ints([1, 1, 1]), ints([2, 2, 2]), ints([1, 1, 1]), [1], [0]), two)
op(opset15.slice_scatter(x, param("u", [2, 3, 2]), ints([-1]), ints([-4]), ints([-2]), ints([2])),
   dict(two, u=-count(2, 3, 2)), dynamic=True)

# Every element type is moved alike.
for dtype in ("boolean", "string", "i8", "u16", "i64", "f16", "bf16", "f64"):
    p = param("p", [2, 2], dtype)
    if dtype == "string":
        value = np.array([["a", "bc"], ["", "d"]])
    elif dtype == "bf16":
        continue
    else:
        value = np.array([[1, 0], [3, 100]]).astype(p.get_element_type().to_dtype())
    op(ov.reshape(p, ints([4]), False), {"p": value})
    if dtype != "string":
        op(ov.transpose(ov.concat([p, p], 1), ints([1, 0])), {"p": value})
        op(sliced([-1], [-3], [-1], [1], of=p), {"p": value})

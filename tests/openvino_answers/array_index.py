#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Elements that indices name, taken or changed."""
import numpy as np
from openvino import opset1, opset3, opset4, opset5, opset7, opset8, opset12, opset13 as ov, opset15
from openvino import opset16

from answers import param
from array_values import count, f, ints, op

x = param("x", [2, 3, 4])
two = {"x": count(2, 3, 4)}

# Gather.
i = param("i", [2], "i64")
op(opset8.gather(x, i, ints(1)), dict(two, i=np.int64([-1, 0])), dynamic=True)
op(opset8.gather(x, i, ints([-1], np.int32)), dict(two, i=np.int64([9, -4])), dynamic=True)
op(opset8.gather(x, ints([[0, 2], [1, -3]], np.int32), ints(1), 1), two, dynamic=True)
op(opset7.gather(x, ints(1), ints(0)), two)
op(opset7.gather(x, ints([[1], [0]]), ints(2), -1), two)
op(opset1.gather(x, ints([1, 0, 1], np.uint8), ints(0)), two)
op(opset8.gather(param("s", [3], "string"), ints([2, 0]), ints(0)),
   {"s": np.array(["a", "bc", "d"])}, oracle="reference")
op(ov.gather_elements(x, ints([[[3, -1, 0, 2]] * 3] * 2), 2), two)
op(ov.gather_elements(x, param("i", [2, 1, 4], "i32"), -2),
   dict(two, i=np.int32([[[0, 1, 2, -1]], [[2, 2, 0, 0]]])), dynamic=True)
op(ov.gather_elements(param("m", [2, 2]), param("j", [2, 2], "i64"), 1),
   {"m": count(2, 2), "j": np.int64([[0, 2], [0, 0]])})
op(opset8.gather_nd(x, ints([[1, 0], [0, -1]])), two, dynamic=True)
op(opset8.gather_nd(x, param("i", [2, 1], "i32"), 1), dict(two, i=np.int32([[2], [0]])))
deep = np.int64([[[1], [0], [3]], [[0], [0], [-1]]])
op(opset8.gather_nd(x, ints(deep), 2), two)
op(opset5.gather_nd(x, ints(deep), 2), two)
tree = param("t", [3, 1, 2])
op(opset1.gather_tree(tree, param("p", [3, 1, 2]), ov.constant(f([3])), ov.constant(f(10))),
   {"t": f([[[1, 2]], [[3, 4]], [[5, 6]]]), "p": f([[[0, 0]], [[1, 0]], [[1, 0]]])})
op(opset1.gather_tree(tree, param("p", [3, 1, 2]), ov.constant(f([2])), ov.constant(f(2))),
   {"t": f([[[1, 2]], [[3, 4]], [[5, 6]]]), "p": f([[[0, 0]], [[1, 0]], [[1, 0]]])})

# Scatter.
d = param("d", [3, 2])
rows = {"d": f([[10, 20], [30, 40], [50, 60]])}
op(ov.scatter_update(d, ints([2, 0]), param("u", [2, 2]), ints(0)),
   dict(rows, u=count(2, 2)), dynamic=True)
op(ov.scatter_update(d, ints([[1, 1]], np.int32), param("u", [3, 1, 2]), ints(-1, np.int32)),
   dict(rows, u=count(3, 1, 2)))
op(ov.scatter_update(d, param("i", [1], "i64"), param("u", [1, 2]), ints(0)),
   dict(rows, i=np.int64([-1]), u=count(1, 2)))
which = np.int64([[0, 0], [2, 0], [-3, 2]])
updates = f([[1, 2], [3, 4], [5, 7]])
for reduction in ("none", "sum", "prod", "min", "max", "mean"):
    for keeps in (True, False):
        op(opset12.scatter_elements_update(d, ints(which), param("u", [3, 2]), ints(0), reduction,
                                           keeps), dict(rows, u=updates))
    op(opset12.scatter_elements_update(param("n", [3], "i32"), ints([2, 0, 2, 0]),
                                       param("u", [4], "i32"), ints(0), reduction, True),
       {"n": np.int32([-10, 7, 3]), "u": np.int32([3, 5, -2, 1])}, oracle="reference")
op(opset12.scatter_elements_update(param("b", [2], "boolean"), ints([0, 1]),
                                   param("u", [2], "boolean"), ints(0), "prod"),
   {"b": np.array([True, False]), "u": np.array([False, True])})
op(opset3.scatter_elements_update(d, param("i", [1, 2], "i32"), param("u", [1, 2]), ints(-1)),
   dict(rows, i=np.int32([[1, 0]]), u=f([[7, 8]])), dynamic=True)
op(opset3.scatter_elements_update(d, param("i", [1, 2], "i32"), param("u", [1, 2]), ints(0)),
   dict(rows, i=np.int32([[3, 0]]), u=f([[7, 8]])))
for reduction in ("none", "sum", "sub", "prod", "min", "max"):
    op(opset15.scatter_nd_update(d, ints([[0], [2], [-3]]), param("u", [3, 2]), reduction),
       dict(rows, u=updates))
    op(opset15.scatter_nd_update(param("b", [3], "boolean"), ints([[0], [2], [1]]),
                                 param("u", [3], "boolean"), reduction),
       {"b": np.array([True, False, True]), "u": np.array([True, True, False])})
op(opset4.scatter_nd_update(d, param("i", [2, 2], "i32"), param("u", [2])),
   dict(rows, i=np.int32([[0, 1], [2, 0]]), u=f([-1, -2])), dynamic=True)
op(opset4.scatter_nd_update(d, param("i", [1, 1], "i64"), param("u", [1, 2])),
   dict(rows, i=np.int64([[3]]), u=f([[-1, -2]])))
op(opset15.scatter_nd_update(param("n", [2], "u8"), ints([[0]]), param("u", [1], "u8"), "sum"),
   {"n": np.uint8([250, 1]), "u": np.uint8([10])})

# One-hot.
on, off = ov.constant(f(5)), ov.constant(f(-1))
places = param("i", [4], "i64")
spots = {"i": np.int64([0, 2, 3, -1])}
op(opset1.one_hot(places, ints(3), on, off, -1), spots, dynamic=True)
op(opset1.one_hot(places, ints(3, np.int32), on, off, 0), spots)
for mode in ("ignore_negative", "normalize"):
    op(opset16.one_hot(places, ints(3), on, off, -1, mode), spots)
op(opset1.one_hot(param("i", [], "i32"), ints(3), ov.constant(True), ov.constant(False), 0),
   {"i": np.int32(1)})

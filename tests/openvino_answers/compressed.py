#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Products with and rows of compressed weights: every type, groups, zeros, what is shared.

Scales are powers of two, so that OpenVINO's products in f16 are exact.
"""
import numpy as np
import openvino
from openvino import opset13 as ov

from answers import element_type, op, param

rng = np.random.default_rng(13)


def packed(dtype, shape, low, high):
    """A Constant of random integers (of nf4: their places in the table)."""
    numbers = rng.integers(low, high, int(np.prod(shape)))
    if dtype in ("u4", "i4", "nf4"):
        half = (numbers & 15).astype(np.uint8)
        half = np.append(half, np.zeros(len(half) % 2, np.uint8))
        data = half[0::2] | half[1::2] << 4
        return ov.constant(openvino.Tensor(data, list(shape), element_type(dtype)))
    return ov.constant(numbers.astype(element_type(dtype).to_dtype()).reshape(shape))


def scales(shape, dtype=np.float16):
    return ov.constant((2.0 ** -rng.integers(2, 6, shape)).astype(dtype))


RANGES = {"u8": (0, 256), "i8": (-128, 128), "u4": (0, 16), "i4": (-8, 8), "nf4": (0, 16)}


def chain(dtype, rows, columns, group=None, zero=None, by="f16", last=True, scale=True):
    """Weights [rows, columns]; `zero` "row" or "one"."""
    shape = [rows, columns // group, group] if group else [rows, columns]
    each = shape[:-1] + [1]
    w = ov.convert(packed(dtype, shape, *RANGES[dtype]), by)
    if zero is not None:
        of = packed(dtype, each if zero == "row" else [1] * len(shape), *RANGES[dtype])
        w = ov.subtract(w, ov.convert(of, by))
    if scale:
        w = ov.multiply(w, scales(each, element_type(by).to_dtype()))
    if group:
        w = ov.reshape(w, ov.constant(np.int64([rows, columns])), False)
    return ov.convert(w, "f32") if last and by != "f32" else w


def values(*shape):
    return (np.round(rng.standard_normal(shape) * 16) / 16).astype(np.float32)


def product(weights, columns, batch=(3,), **settings):
    x = param("x", [*batch, columns])
    op(ov.matmul(x, weights, False, True), {"x": values(*batch, columns)}, 1e-4, 1e-3, **settings)


product(chain("u8", 5, 40, zero="row"), 40, dynamic=True)
product(chain("i8", 5, 40), 40, batch=(2, 3))
product(chain("i8", 7, 33, by="f32"), 33)
product(chain("u8", 3, 8, scale=False, by="f32"), 8)
product(chain("u4", 5, 128, 64, zero="row"), 128, batch=(1,))
product(chain("u4", 5, 128, 32, zero="one", by="f32"), 128, batch=(1, 1))
product(chain("i4", 5, 256, 128), 256, batch=(1,))
product(chain("i4", 9, 96, 32), 96, batch=(6,))
product(chain("i4", 3, 10), 10)
product(chain("i4", 3, 9), 9)
product(chain("nf4", 4, 64, 32), 64)
product(ov.convert(ov.constant(values(6, 20).astype(np.float16)), "f32"), 20)
product(ov.convert(ov.constant(values(6, 20).astype(np.float16)), "f32"), 20, batch=(9,))
# One chain for two products.
shared = chain("u8", 4, 16, zero="row")
x = param("x", [2, 16])
y = param("y", [3, 16])
op([ov.matmul(x, shared, False, True), ov.matmul(y, shared, False, True)],
   {"x": values(2, 16), "y": values(3, 16)}, 1e-4, 1e-3)


def rows_of(weights, indices, dtype="i64", **settings):
    at = param("at", list(np.shape(indices)), dtype)
    op(ov.gather(weights, at, ov.constant(np.int64(0))),
       {"at": np.array(indices, element_type(dtype).to_dtype())}, 1e-4, 1e-3, **settings)


rows_of(chain("i4", 5, 128, 64), [[0, 3, 3], [4, -1, -5]], dynamic=True)
rows_of(chain("u4", 7, 9, zero="row"), [6, 1, 0, 3], "i32")
rows_of(chain("u8", 4, 12, zero="one"), 2)
rows_of(chain("nf4", 4, 64, 32), [3, 3])
rows_of(ov.convert(ov.constant(values(6, 20).astype(np.float16)), "f32"), [[5], [0]])
# A table that is a product's weights as well, as language models have it.
table = chain("i8", 6, 16)
x = param("x", [2, 16])
at = param("at", [3], "i64")
op([ov.gather(table, at, ov.constant(np.int64(0))), ov.matmul(x, table, False, True)],
   {"x": values(2, 16), "at": np.int64([5, 0, 2])}, 1e-4, 1e-3)

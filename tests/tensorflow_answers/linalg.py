# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of products of batches of matrices and of Einsum."""
import ml_dtypes
import numpy as np
import tensorflow as tf
from answers import call

BF16 = ml_dtypes.bfloat16


def counting(*shape, dtype=np.float32, start=-4):
    """Small whole numbers, which every type holds exactly."""
    return ((np.arange(np.prod(shape, dtype=int)) * 3 + start) % 11 - 5).reshape(shape).astype(dtype)


def imaginary(*shape, dtype=np.complex64):
    return counting(*shape, dtype=dtype) + 1j * counting(*shape, start=2, dtype=dtype)


# --- BatchMatMul ---

for dtype in (np.float16, BF16, np.float32, np.float64, np.int16, np.int32, np.int64):
    call("BatchMatMulV2", counting(2, 3, 2, dtype=dtype), counting(2, 2, 3, dtype=dtype, start=0))
for dtype in (np.float16, BF16, np.float32, np.float64, np.int32, np.int64):
    call("BatchMatMul", counting(2, 2, 2, dtype=dtype), counting(2, 2, 2, dtype=dtype, start=0))
for op in ("BatchMatMul", "BatchMatMulV2"):
    for dtype in (np.complex64, np.complex128):
        for adj_x in (False, True):
            call(op, imaginary(2, 2, 2, dtype=dtype), imaginary(2, 2, 2, dtype=dtype), adj_x=adj_x,
                 adj_y=not adj_x)
for adj_x in (False, True):
    for adj_y in (False, True):
        for m, n in ((2, 3), (1, 3), (2, 1), (1, 1)):
            x = counting(2, *((3, m) if adj_x else (m, 3)))
            y = counting(2, *((n, 3) if adj_y else (3, n)), start=1)
            call("BatchMatMulV2", x, y, adj_x=adj_x, adj_y=adj_y)
call("BatchMatMulV3", imaginary(1, 2, 2), imaginary(2, 2, 2), Tout=tf.complex64, adj_y=True)
for x in (np.int8, np.uint8, BF16):
    for y in (np.int8, np.uint8, BF16):
        out = tf.bfloat16 if BF16 in (x, y) else tf.int32
        call("BatchMatMulV3", np.abs(counting(2, 3)).astype(x),
             np.abs(counting(2, 3, 2, start=1)).astype(y), Tout=out)
call("BatchMatMulV3", np.int8([[-128, -128]]), np.int8([[127], [127]]), Tout=tf.int32)
for dtype, out in ((np.float32, tf.float32), (np.float64, tf.float64), (np.int16, tf.int16),
                   (np.int32, tf.int32), (np.int64, tf.int64)):
    call("BatchMatMulV3", counting(2, 3, dtype=dtype), counting(3, 2, dtype=dtype), Tout=out)
for x, y in (((2, 1, 2, 3), (3, 3, 1)), ((3, 1, 2), (2, 1, 2, 1)), ((2, 3), (2, 3, 2)),
             ((2, 2, 3), (3, 2)), ((1, 2, 3), (0, 3, 2)), ((2, 2, 0), (0, 3)), ((2, 0, 3), (3, 3)),
             ((2, 3), (2, 3)), ((3,), (3, 2)), ((2, 2, 3), (3, 3, 2)), ((), ())):
    call("BatchMatMulV2", counting(*x), counting(*y))
for x, y in (((1, 2, 3), (2, 3, 2)), ((2, 3), (2, 3, 2)), ((3,), (3,)), ((2, 3), (2, 3)),
             ((0, 2, 3), (0, 3, 2)), ((2, 2, 0), (2, 0, 3))):
    call("BatchMatMul", counting(*x), counting(*y))
call("BatchMatMulV2", np.float32([[np.inf, 1], [np.nan, 1]]), np.float32([[0, 1], [1, 1]]))

# --- Einsum ---

for dtype in (np.float16, BF16, np.float32, np.float64, np.int32, np.int64):
    call("Einsum", [counting(2, 3, dtype=dtype), counting(3, 2, dtype=dtype)], equation="ij,jk->ki")
    call("Einsum", [counting(2, 3, dtype=dtype)], equation="ij->j")
    call("Einsum", [counting(2, 3, dtype=dtype), counting(3, dtype=dtype)], equation="ij,j->ji")
for dtype in (np.complex64, np.complex128):
    call("Einsum", [imaginary(2, 3, dtype=dtype), imaginary(3, 2, dtype=dtype)], equation="ij,jk->ik")
    call("Einsum", [imaginary(3, 3, dtype=dtype)], equation="ii->")

ONE = ("->", "i->i", "ij->ji", "ij->", "ii->i", "ii->", "ii->ii", "i->ii", "ij->iij", "iij->ji", "ijk->kji",
       "...->...", "i...->...", "i...->...i", "...i->i...", "...ij->...j", "...ii->...i", "ij->...ij",
       "iji->ij", "i1->i", "i j->ji ", "i...->i...i", "i->...ii", "ijk->ijk")
DIMS = {"i": 2, "j": 3, "k": 4, "1": 2, " ": 1}
for equation in ONE:
    labels = equation.split("->")[0]
    shape = [DIMS[c] for c in labels.replace("...", "")]
    call("Einsum", [counting(*shape)], equation=equation)
    if "..." in labels:
        at = labels.index("...")
        call("Einsum", [counting(*shape[:at], 3, 1, *shape[at:])], equation=equation)

SIZES = dict(zip("abcdeijkBTNHSt", (2, 3, 2, 2, 2, 2, 3, 2, 2, 2, 3, 2, 3, 2)))
TWO = ("ij,jk->ik", "ij,jk->ki", "ij,kj->ik", "ji,jk->ik", "ji,kj->ki", "ij,ij->ij", "ij,ij->i",
       "ij,ij->j", "ij,ij->", "ij,ji->ij", "i,j->ij", "i,j->ji", "i,->i", ",->", "ij,jk->", "ij,k->ijk",
       "bij,jk->bik", "bij,bkj->bik", "bi,bj->bij", "ab,c->abc", "abc,cde->abde", "abcd,cde->abe",
       "BTNH,BSNH->BNTS", "BNTS,BSNH->BTNH", "abc,dce->abde", "ab,cbd->cad", "abcd,ecd->acbe",
       "abcd,ecd->abe", "abc,acd->abd", "abcd,bed->abce", "abcd,ced->abce", "abcd,de->abce",
       "aab,bcc->ac", "ij,kj->iik", "ij,i->iij", "ii,ij->j", "ijj,jk->kj", "ij,kb->ik", "iij,jk->kki",
       "abcd,dcba->acbd", "ab,ba->", "ai,bi->abab")
for equation in TWO:
    operands = equation.split("->")[0].split(",")
    call("Einsum", [counting(*[SIZES[c] for c in labels], start=7 * i)
                    for i, labels in enumerate(operands)], equation=equation)
call("Einsum", [counting(2, 2, 2, 2, 2), counting(2, 2, 2, 3)], equation="abcde,afce->acdbf")
call("Einsum", [counting(1, 2, 2, 2, 2), counting(1, 2, 2, 2)], equation="abcde,aebf->adbcf")
for x, y, equation in (
        ((3, 2, 3), (3, 2), "...ij,...jk->...ik"), ((1, 2, 3), (2, 3, 2), "...ij,...jk->...ik"),
        ((2, 1, 2, 2), (3, 2, 1), "...ij,...jk->...ik"), ((2, 3), (3,), "...i,...->...i"),
        ((4,), (1,), "...,...->..."), ((2, 3), (1, 3), "...i,...i->..."), ((2, 3), (), "ij,...->...ij"),
        ((2, 3), (4, 1), "i...,...->...i"), ((2, 3), (3, 2), "i...,...j->j...i"),
        ((3, 2), (3, 2), "i...,i...->..."), ((0, 3), (3,), "ij,j->i"), ((3, 0), (0,), "ij,j->i"),
        ((2, 0), (0, 3), "ij,jk->ik"), ((1, 3), (3, 1), "ij,jk->ik"), ((2, 1), (1, 2), "ij,jk->ki"),
        ((2, 1), (1, 2), "ij,ji->ij"), ((2, 0, 3), (3,), "ijk,k->i"),
        ((4,), (1,), "i,i->i"), ((3, 4), (3, 4), "ij,jk->ik"), ((2, 3), (2, 2), "...i,...i->..."),
        ((2, 3), (3, 3), "...ij,jk->...ik"), ((2, 3), (3,), "i...,...->i"),
        ((2,), (2, 3), "i...,...i->i")):
    call("Einsum", [counting(*x), counting(*y, start=3)], equation=equation)
call("Einsum", [counting(3, 0)], equation="ij->i")
call("Einsum", [counting(3, 4)], equation="ii->i")
call("Einsum", [counting(3, 4)], equation="ijk->i")
call("Einsum", [counting(3)], equation="ij...->i...")
call("Einsum", [counting(3, 4)], equation="i...->i")

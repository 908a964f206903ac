# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Sparse tensors as messages and variants, ragged tensors as variants."""
import numpy as np
import tensorflow as tf
from answers import call, story
from values import texts

raw = tf.raw_ops
INDICES, SHAPE = np.int64([[0, 1], [0, 3], [2, 0]]), np.int64([4, 5])
VALUES = (np.float32([1, 2, 3]), np.int64([1, 2, 3]), texts("a", "", "ccc"), np.array([True, False, True]))


def there_and_back(many, batched):
    def ask(x):
        dtype = tf.as_dtype(values.dtype) if values.dtype != object else tf.string
        parts = dict(sparse_indices=x(INDICES), sparse_values=x(values), sparse_shape=x(SHAPE), out_type=kind)
        made = raw.SerializeManySparse(**parts) if many else raw.SerializeSparse(**parts)
        if batched:
            made = raw.Pack(values=[made, made])
        if many and kind == tf.string and not batched:
            return list(raw.DeserializeManySparse(serialized_sparse=made, dtype=dtype))
        return list(raw.DeserializeSparse(serialized_sparse=made, dtype=dtype))
    story("SerializeManySparse" if many else "SerializeSparse", ask)


for values in VALUES:
    for kind in (tf.string, tf.variant):
        for is_many in (False, True):
            for is_batch in (False, True):
                there_and_back(is_many, is_batch)
for values in VALUES[:1]:
    call("SerializeSparse", INDICES, values, SHAPE)
    call("SerializeManySparse", INDICES, values, SHAPE)
    call("SerializeManySparse", INDICES[::-1].copy(), values, SHAPE)
    call("SerializeManySparse", INDICES[:, :1].copy(), values, SHAPE[:1])
call("DeserializeSparse", texts("a", "b", "c"), dtype=tf.float32)
call("DeserializeManySparse", texts("a", "b"), dtype=tf.float32)

SPLITS = (np.int64([0, 2, 3]), np.int64([0, 1, 1, 4]))


def ragged(rank, batched, asked_rank):
    def ask(x):
        dtype = tf.as_dtype(values.dtype) if values.dtype != object else tf.string
        encoded = raw.RaggedTensorToVariant(rt_nested_splits=[x(s.astype(split)) for s in SPLITS[2 - rank:]], rt_dense_values=x(values),
                                            batched_input=batched)
        # The splits of values that were cut off would show what TensorFlow leaves behind.
        nested, dense = raw.RaggedTensorFromVariant(encoded_ragged=encoded, input_ragged_rank=asked_rank, output_ragged_rank=rank,
                                                    Tvalues=dtype, Tsplits=tf.as_dtype(split))
        return [*nested, dense]
    story("RaggedTensorToVariant", ask)


def gradient(batched):
    def ask(x):
        encoded = raw.RaggedTensorToVariant(rt_nested_splits=[x(SPLITS[1])], rt_dense_values=x(values), batched_input=batched)
        splits = x(SPLITS[1]) if batched else x(np.int64(0))
        return [raw.RaggedTensorToVariantGradient(encoded_ragged_grad=encoded, row_splits=splits,
                                                  dense_values_shape=x(np.int32(values.shape)), Tvalues=tf.as_dtype(values.dtype))]
    story("RaggedTensorToVariantGradient", ask)


for values in (np.float32([1, 2, 3, 4]), np.int32([[1, 2], [3, 4], [5, 6], [7, 8]]), texts("a", "b", "", "d")):
    for split in (np.int64, np.int32):
        for levels in (1, 2):
            ragged(levels, False, levels)
            ragged(levels, True, levels - 1)
            ragged(levels, True, -1)
    if values.dtype != object:
        gradient(True)
        gradient(False)

# --- Empty rows of ragged tensors ---

for values in (np.float32([1, 2, 3]), np.complex64([1, 2j, 3]), texts("a", "b", "c"), np.array([True, False, True])):
    for rows in ([0, 0, 2], [3, 1, 1], [0, 1, 2], [4, 0, 0], [-1, 0, 0]):
        for count in (4, 3, 0):
            call("RaggedFillEmptyRows", np.int64(rows), values, np.int64(count), np.array(values[0], values.dtype))
    call("RaggedFillEmptyRows", np.int64([]), values[:0], np.int64(2), np.array(values[0], values.dtype))
    call("RaggedFillEmptyRows", np.int64([0, 1]), values, np.int64(2), np.array(values[0], values.dtype))
for values in (np.float32([1, 2, 3]), np.int32([1, 2, 3])):
    for places in ([0, 2], [1, 3], []):
        call("RaggedFillEmptyRowsGrad", np.int64(places), values)

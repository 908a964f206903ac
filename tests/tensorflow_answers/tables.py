# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Hash tables of all kinds: filled, asked, emptied in part, written out and read in again."""
import numpy as np
import tensorflow as tf
from answers import story
from values import texts

raw = tf.raw_ops
KEYS = {tf.int64: np.int64([1, 2, 5]), tf.int32: np.int32([1, 2, 5]), tf.string: texts("a", "", "bb"),
        tf.float32: np.float32([1, 2.5, 5]), tf.float64: np.float64([1, 2.5, 5]), tf.bool: np.array([True, False])}
VALUES = {tf.int64: np.int64([10, -20, 50]), tf.float32: np.float32([0.5, -1, 8]), tf.string: texts("x", "yy", ""),
          tf.int32: np.int32([7, 8, 9]), tf.float64: np.float64([0.5, 1, 2]), tf.bool: np.array([True, False, True])}
PAIRS = ((tf.string, tf.int64), (tf.int64, tf.string), (tf.int64, tf.float32), (tf.int32, tf.int32), (tf.string, tf.string),
         (tf.string, tf.float32))


def after(*ops):
    return tf.control_dependencies(ops)


def use(x, make, keys, values, version, many=False):
    """Puts in, takes out, asks; hands what is left on to another table and asks that one."""
    insert, find, export, import_, size = (getattr(raw, f"LookupTable{verb}{version}")
                                           for verb in ("Insert", "Find", "Export", "Import", "Size"))
    kinds = dict(Tkeys=tf.as_dtype(keys.dtype), Tvalues=tf.as_dtype(values.dtype))
    table, other = make(), make()
    default = x(values[0] if many else values[:1].reshape([]))
    asked = x(np.concatenate([keys[::-1], keys[:1]]))
    with after(insert(table_handle=table, keys=x(keys), values=x(values))):
        steps = [find(table_handle=table, keys=asked, default_value=default), size(table_handle=table)]
    with after(*steps):
        removed = [raw.LookupTableRemoveV2(table_handle=table, keys=x(keys[1:2]))] if version else []
    with after(*steps, *removed):
        exported = export(table_handle=table, **kinds)
    with after(import_(table_handle=other, keys=exported[0], values=exported[1])):
        return [*steps, find(table_handle=other, keys=asked, default_value=default), size(table_handle=other)]


def plain(version, anonymous=False):
    for key, value in PAIRS:
        kinds = dict(key_dtype=key, value_dtype=value)
        make = raw.AnonymousMutableHashTable if anonymous else getattr(raw, "MutableHashTable" + version)
        story("LookupTableInsert" + version, lambda x: use(x, lambda: make(**kinds), KEYS[key], VALUES[value][:3], version))


def of_tensors(version, anonymous=False):
    for key, value in PAIRS:
        if (key, value) == (tf.int32, tf.int32):
            continue
        kinds = dict(key_dtype=key, value_dtype=value, value_shape=[2])
        name = "MutableHashTableOfTensors"
        make = getattr(raw, "Anonymous" + name if anonymous else name + version)
        rows = np.stack([VALUES[value], VALUES[value][::-1]], 1)
        story("LookupTableFind" + version, lambda x: use(x, lambda: make(**kinds), KEYS[key], rows, version, many=True))


def dense(shape, anonymous=False):
    for key, value in ((tf.int64, tf.int64), (tf.int64, tf.float32), (tf.string, tf.float32), (tf.int32, tf.int32), (tf.int64, tf.bool)):
        empty, deleted = {tf.string: texts("e", "d")}.get(key, np.array([-1, -2]).astype(KEYS[key].dtype))
        rows = VALUES[value] if not shape else np.stack([VALUES[value]] * 2, 1)

        def make(x, count):
            op = raw.AnonymousMutableDenseHashTable if anonymous else raw.MutableDenseHashTableV2
            ends = [x(np.array(end, object if key == tf.string else None)) for end in (empty, deleted)]
            return lambda: op(empty_key=ends[0], deleted_key=ends[1], value_dtype=value, value_shape=shape,
                              initial_num_buckets=count, max_load_factor=0.8)
        for count in (4, 16):
            story("LookupTableRemoveV2", lambda x: use(x, make(x, count), KEYS[key], rows, "V2", many=bool(shape)))
            if anonymous:
                continue

            def exported(x):
                table = make(x, count)()
                with after(raw.LookupTableInsertV2(table_handle=table, keys=x(KEYS[key]), values=x(rows))):
                    with after(raw.LookupTableRemoveV2(table_handle=table, keys=x(KEYS[key][:1]))):
                        both = raw.LookupTableExportV2(table_handle=table, Tkeys=key, Tvalues=value)
                        return [*both, raw.LookupTableSizeV2(table_handle=table)]
            if key != tf.string:  # their hash is the process's
                story("MutableDenseHashTableV2", exported)


def once(version, anonymous=False):
    for key, value in PAIRS:
        def filled(x):
            make = raw.AnonymousHashTable if anonymous else getattr(raw, "HashTable" + version)
            table = make(key_dtype=key, value_dtype=value)
            with after(getattr(raw, "InitializeTable" + version)(table_handle=table, keys=x(KEYS[key]), values=x(VALUES[value][:3]))):
                found = getattr(raw, "LookupTableFind" + version)(
                    table_handle=table, keys=x(KEYS[key][::-1]), default_value=x(VALUES[value][:1].reshape([])))
                return [found, getattr(raw, "LookupTableSize" + version)(table_handle=table)]
        story("InitializeTable" + version, filled)


for old in ("", "V2"):
    plain(old)
    of_tensors(old)
    once(old)
for own in (True,):
    plain("V2", own)
    of_tensors("V2", own)
    once("V2", own)
    dense([], own)
dense([])
dense([2])

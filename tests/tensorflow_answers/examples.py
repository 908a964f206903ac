# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Examples: features of tf.train.Examples, sparse, dense and ragged."""
import numpy as np
import tensorflow as tf
from answers import call


def texts(*values):
    return np.array(values, object)


NONE = np.zeros([0], object)

def example(**features):
    made = tf.train.Example()
    for name, values in features.items():
        feature = made.features.feature[name]
        if values is None:
            continue
        if not values:
            feature.float_list.SetInParent()
        elif isinstance(values[0], bytes):
            feature.bytes_list.value.extend(values)
        elif isinstance(values[0], float):
            feature.float_list.value.extend(values)
        else:
            feature.int64_list.value.extend(values)
    return made.SerializeToString()


def field(number, contents):
    return bytes([number << 3 | 2, len(contents)]) + contents


def v2(serialized, sparse=(), sparse_types=(), dense=(), defaults=(), shapes=(), ragged=(), values=(), splits=(), names=NONE):
    call("ParseExampleV2", np.array(serialized, object), names, np.array(sparse, object), np.array(dense, object),
         np.array(ragged, object), list(defaults), num_sparse=len(sparse), sparse_types=list(sparse_types), dense_shapes=list(shapes),
         ragged_value_types=list(values), ragged_split_types=list(splits))


ALL = [example(a=[1.0, 2.0], b=[3], c=[b"x", b"yz"]), example(a=[], b=[4, -5]), example(c=[b""])]
for serialized in (ALL, ALL[0], ALL[2], NONE, [b""], b""):
    v2(serialized, [b"a", b"b", b"c"], [tf.float32, tf.int64, tf.string])
    v2(serialized, ragged=[b"a", b"b", b"c"], values=[tf.float32, tf.int64, tf.string], splits=[tf.int32, tf.int64, tf.int32])
    v2(serialized, dense=[b"a"], defaults=[np.float32(-1)], shapes=[[None]])
    v2(serialized, [b"b"], [tf.int64], [b"a", b"d"], [np.float32(-1), np.array(b"?", object)], [[None, 2], [None]], [b"c"], [tf.string],
       [tf.int64])
for serialized in (ALL, ALL[:1], ALL[2:], ALL[0], ALL[2]):
    for default, shape in ((np.int64([7]), [1]), (np.int64(7), []), (np.int64([]), []), (np.int64([]), [1]), (np.int64([1, 2]), [2]),
                           (np.int64([1]), [2]), (np.int64([[1], [2]]), [2, 1])):
        v2(serialized, dense=[b"b"], defaults=[default], shapes=[shape])
for default, shape in ((np.float32([]), [None]), (np.float32([-1, -2]), [None]), (np.float32([[-1, -3]]), [None, 2]),
                       (np.float32(-1), [None, 3])):
    v2(ALL, dense=[b"a"], defaults=[default], shapes=[shape])
v2(ALL[:1], dense=[b"a"], defaults=[np.int64([1, 2])], shapes=[[2]])
v2(ALL[:1], [b"a"], [tf.int64])
v2(ALL[:1], ragged=[b"a"], values=[tf.int64], splits=[tf.int64])
v2([ALL], [b"a"], [tf.float32])
for names in (texts(b"n1"), texts(b"n1", b"n2")):
    v2(ALL[:1], [b"a"], [tf.float32], names=names)
    v2(ALL[:1], [b"a"], [tf.int64], names=names)
v2([b"garbage"], [b"a"], [tf.float32])
v2([example(a=None)], [b"a"], [tf.float32], [b"a"], [np.float32(3)], [[]])
v2([example(a=[1.0]) + example(a=[2.0])], [b"a"], [tf.float32])
v2([example(a=[1]) + example(a=[2.0])], [b"a"], [tf.float32])
for feature in (field(2, field(1, b"\0\0\x80\x3f\0\0\0\x40")), field(2, b"\x0d\0\0\x80\x3f\x0d\0\0\0\x40"),
                field(3, b"\x08\x05\x08" + b"\xff" * 9 + b"\1"), field(3, b"\x08\x05") + field(2, b"\x0d\0\0\x80\x3f"),
                field(3, b"\x08\x05") + field(3, b"\x08\x06")):
    entry = field(1, b"a") + field(2, feature)
    v2([field(1, field(1, entry))], [b"a"], [tf.float32])
    v2([field(1, field(1, entry))], [b"a"], [tf.int64])
v2([field(1, field(1, field(2, field(3, b"\x08\x05")) + field(1, b"a")))], [b"a"], [tf.int64])
for shape, default in (([1], np.int64([7])), ([None], np.int64(7))):
    call("ParseExample", texts(*ALL[:1]), NONE, [np.array(b"a", object)], [np.array(b"b", object)], [default], sparse_types=[tf.float32],
         dense_shapes=[shape])
    call("ParseSingleExample", np.array(ALL[0], object), [default], num_sparse=2, sparse_keys=[b"a", b"c"], dense_keys=[b"b"],
         sparse_types=[tf.float32, tf.string], dense_shapes=[shape])
call("ParseExample", texts(*ALL), texts(b"x", b"y", b"z"), [np.array(b"b", object), np.array(b"c", object)], [], [],
     sparse_types=[tf.int64, tf.string], dense_shapes=[])
call("ParseSingleExample", np.array(ALL[2], object), [np.int64([])], num_sparse=0, sparse_keys=[], dense_keys=[b"b"], sparse_types=[],
     dense_shapes=[[]])

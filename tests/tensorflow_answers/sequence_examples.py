# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Reading of tf.train.SequenceExamples."""
import numpy as np
import tensorflow as tf
from answers import call


def feature(*values):
    if not values:
        return tf.train.Feature()
    if isinstance(values[0], bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
    if isinstance(values[0], float):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def sequence(context, lists):
    lists = {name: tf.train.FeatureList(feature=[feature(*row) for row in rows]) for name, rows in lists.items()}
    context = {name: feature(*values) for name, values in context.items()}
    return tf.train.SequenceExample(
        context=tf.train.Features(feature=context),
        feature_lists=tf.train.FeatureLists(feature_list=lists)).SerializeToString(deterministic=True)


def texts(*values):
    return np.array(values, object) if values else np.zeros([0], object)


FULL = sequence({"s": (1.5, 2.0), "d": (7, 8, 9), "r": (b"x", b"yz"), "t": (b"one",)},
                {"S": [(1.0,), (), (2.0, 3.0)], "D": [(1, 2), (3, 4), (5, 6)], "R": [(b"a",), (b"b", b"cc")], "T": [(b"q",)]})
SHORT = sequence({"d": (4, 5, 6), "t": (b"two",)}, {"S": [], "D": [(7, 8)], "T": [(b"r",), (b"ss",)]})
BARE = sequence({"d": (0, 0, 0)}, {})
NO_CONTEXT = sequence({}, {"D": [(1, 2)], "T": []})
WRONG = sequence({"d": (4.0, 5.0, 6.0), "s": (1,), "t": (b"",)}, {"S": [(1,)], "D": [(7.0, 8.0)], "R": [(1,)], "T": [(1,)]})
RAGGED_ROWS = sequence({"d": (1, 2, 3), "t": (b"",)}, {"D": [(1, 2), (3,)], "T": []})
DEFAULTS = ([np.int64([10, 20, 30]), texts(b"default")], [np.zeros([0], np.int64), texts(b"default")])
TYPES = {"context_sparse_types": [tf.float32], "context_dense_shapes": [[3], [1]],
         "feature_list_sparse_types": [tf.float32], "feature_list_dense_types": [tf.int64, tf.string],
         "feature_list_dense_shapes": [[2], []]}
BATCHES = (texts(FULL, SHORT), texts(SHORT, BARE), texts(BARE), texts(), texts(FULL, NO_CONTEXT), texts(FULL, WRONG),
           texts(RAGGED_ROWS), texts(FULL[:-2]), texts(b"garbage"), texts(b""), texts(FULL + SHORT))

for batch in BATCHES:
    for missing, defaults in (([], DEFAULTS[0]), (["T"], DEFAULTS[1]), (["D", "T"], DEFAULTS[0])):
        if batch.size == 0 and defaults is DEFAULTS[1]:
            continue  # TensorFlow asks for the feature where nobody could have it.
        call("ParseSequenceExample", batch, texts(), defaults, feature_list_dense_missing_assumed_empty=missing,
             context_sparse_keys=["s"], context_dense_keys=["d", "t"], feature_list_sparse_keys=["S"],
             feature_list_dense_keys=["D", "T"], Ncontext_sparse=1, Ncontext_dense=2, Nfeature_list_sparse=1,
             Nfeature_list_dense=2, **TYPES)
    for flags in ([False, False], [True, True]):
        call("ParseSequenceExampleV2", batch, texts(), texts(b"s"), texts(b"d", b"t"), texts(b"r"), texts(b"S"), texts(b"D", b"T"),
             texts(b"R"), np.array(flags), DEFAULTS[0], Ncontext_sparse=1, Nfeature_list_sparse=1, Nfeature_list_dense=2,
             context_ragged_value_types=[tf.string], context_ragged_split_types=[tf.int32],
             feature_list_ragged_value_types=[tf.string], feature_list_ragged_split_types=[tf.int64], **TYPES)
# Of one, what TensorFlow gives for the splits is not set.
for one in (FULL, SHORT, BARE, NO_CONTEXT, WRONG, RAGGED_ROWS, b"garbage", FULL[:-2]):
    single = np.array(one, object)
    call("ParseSequenceExampleV2", single, texts(), texts(b"s"), texts(b"d", b"t"), texts(), texts(b"S"), texts(b"D", b"T"),
         texts(), np.array([False, True]), DEFAULTS[0], Ncontext_sparse=1, Nfeature_list_sparse=1, Nfeature_list_dense=2,
         context_ragged_value_types=[], context_ragged_split_types=[], feature_list_ragged_value_types=[],
         feature_list_ragged_split_types=[], **TYPES)
    for missing, defaults in (((), DEFAULTS[0]), ((b"T",), DEFAULTS[1]), ((b"D", b"T"), DEFAULTS[0])):
        call("ParseSingleSequenceExample", single, texts(*missing), [np.array(b"s", object)],
             [np.array(key, object) for key in (b"d", b"t")], [np.array(b"S", object)],
             [np.array(key, object) for key in (b"D", b"T")], defaults, np.array(b"name", object), **TYPES)

# Nothing is asked for; names that do not fit; shapes and defaults that cannot be.
for names in ((), (b"one", b"two"), (b"one",)):
    call("ParseSequenceExample", texts(FULL, SHORT), texts(*names), [], feature_list_dense_missing_assumed_empty=[],
         context_sparse_keys=[], context_dense_keys=[], feature_list_sparse_keys=[], feature_list_dense_keys=["D"],
         feature_list_dense_types=[tf.int64], feature_list_dense_shapes=[[2]], Nfeature_list_dense=1)
for shape in ([3], [1], [2, 1], [1, 2]):
    call("ParseSequenceExample", texts(FULL), texts(), [], feature_list_dense_missing_assumed_empty=[],
         context_sparse_keys=[], context_dense_keys=[], feature_list_sparse_keys=[], feature_list_dense_keys=["D"],
         feature_list_dense_types=[tf.int64], feature_list_dense_shapes=[shape], Nfeature_list_dense=1)
    call("ParseSequenceExample", texts(FULL), texts(), [np.int64([1, 2, 3])], feature_list_dense_missing_assumed_empty=[],
         context_sparse_keys=[], context_dense_keys=["d"], feature_list_sparse_keys=[], feature_list_dense_keys=[],
         context_dense_shapes=[shape], Ncontext_dense=1)

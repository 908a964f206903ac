# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of signatures with sparse and ragged tensors, with TensorFlow's answers.

python3 make_cases.py, with a Python that has TensorFlow 2.21.
"""
import json
import os
import shutil

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position

tf1 = tf.compat.v1
FOLDER = os.path.dirname(os.path.abspath(__file__))


def parts(name, value):
    """What a value consists of, by the names that TensorFlow gives the inputs of a signature."""
    components = tf.nest.flatten(value, expand_composites=True)
    return {name if i == 0 else f"{name}_{i}": np.asarray(part) for i, part in enumerate(components)}


def tensor(value):
    dtype = {"float32": "float", "float64": "double"}.get(value.dtype.name, value.dtype.name)
    return {"type": dtype, "shape": list(value.shape), "data": value.ravel().tolist()}


def write(name, about, runs):
    """The case of the SavedModel that stands there; of each run the inputs and outputs."""
    def ports(values):
        return {port: tensor(part) for key, value in values.items() for port, part in parts(key, value).items()}

    case = {
        "id": "saved_models/" + name, "about": about, "model": "saved_model", "features": [], "must": "ok",
        "steps": [{"do": "run", "signature": "serving_default", "inputs": ports(inputs), "outputs": ports(outputs)}
                  for inputs, outputs in runs]}
    with open(os.path.join(FOLDER, name, "case.json"), "w", encoding="utf-8") as f:
        f.write(json.dumps(case, indent=1) + "\n")


def folder(name):
    path = os.path.join(FOLDER, name, "saved_model")
    shutil.rmtree(path, ignore_errors=True)
    return path


RAGGED = tf.ragged.constant([[1.0, 2.0], [], [3.5]])
SPARSE = tf.sparse.from_dense(tf.constant([[0.0, 5.0, 0.0], [7.0, 0.0, -1.0]]))


class Composites(tf.Module):
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32), tf.SparseTensorSpec([None, None], tf.float32)])
    def run(self, ragged, sparse):
        return {"doubled": ragged * 2.0, "sums": tf.reduce_sum(ragged, axis=1), "turned": tf.sparse.transpose(sparse)}


def write_functions():
    module = Composites()
    tf.saved_model.save(module, folder("functions"), signatures=module.run.get_concrete_function())
    write("functions", "A tf.function that takes and gives a ragged and a sparse tensor, as a signature.",
          [({"ragged": RAGGED, "sparse": SPARSE}, module.run(RAGGED, SPARSE))])


def write_session():
    with tf1.Graph().as_default(), tf1.Session() as session:
        sparse = tf1.sparse_placeholder(tf.float32, [None, 3], name="sparse")
        ragged = tf1.ragged.placeholder(tf.float32, 1, [], name="ragged")
        outputs = {"less": tf.sparse.map_values(tf.negative, sparse), "dense": tf.sparse.to_dense(sparse), "more": ragged + 1.0}
        tf1.saved_model.simple_save(session, folder("session"), {"sparse": sparse, "ragged": ragged}, outputs)
        feeds = {sparse: tf1.SparseTensorValue(*parts("x", SPARSE).values()),
                 ragged: tf1.ragged.RaggedTensorValue(*parts("x", RAGGED).values())}
        got = session.run({key: tf.nest.flatten(value, expand_composites=True)
                           for key, value in outputs.items()}, feeds)
    write("session", "A session of TensorFlow 1 with a sparse and a ragged placeholder.",
          [({"ragged": RAGGED, "sparse": SPARSE}, got)])


write_functions()
write_session()

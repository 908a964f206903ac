# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the case of a function with control flow of TensorFlow 1, with TensorFlow's answers.

python3 make_cases.py, with a Python that has TensorFlow 2.21.
"""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position

tf1 = tf.compat.v1
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrapped_import")
FEEDS = (([1.0, 2.0], True), ([1.0, 2.0], False), ([-3.0, 2.0], False))


def old_graph():
    """Branches in branches, then a loop, as TensorFlow 1 writes them."""
    tf1.disable_control_flow_v2()
    with tf1.Graph().as_default() as graph:
        x = tf1.placeholder(tf.float32, [None], name="x")
        p = tf1.placeholder(tf.bool, [], name="p")
        y = tf1.cond(p, lambda: x * 2.0, lambda: tf1.cond(x[0] > 0, lambda: x - 1.0, lambda: -x))
        _, z = tf1.while_loop(lambda i, z: i < 4, lambda i, z: (i + 1, z + tf.cast(i, tf.float32)), (tf.constant(0), y))
        tf.identity(z, name="z")
    tf1.enable_control_flow_v2()
    return graph.as_graph_def()


def wrapped(graph_def):
    """The graph as a function, as hubs of models keep theirs."""
    function = tf1.wrap_function(lambda: tf1.import_graph_def(graph_def, name=""), [])
    tensor = function.graph.get_tensor_by_name
    return function.prune([tensor("x:0"), tensor("p:0")], tensor("z:0"))


def main():
    function = wrapped(old_graph())

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, "x"), tf.TensorSpec([], tf.bool, "p")])
    def call(x, p):
        return tf.identity(function(x, p) + 1.0, name="y")

    graph_def = call.get_concrete_function().graph.as_graph_def()
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, "graph.pb"), "wb") as f:
        f.write(graph_def.SerializeToString(deterministic=True))
    steps = []
    for x, p in FEEDS:
        y = call(tf.constant(x), tf.constant(p)).numpy()
        steps.append({
            "do": "run",
            "inputs": {"x": {"type": "float", "shape": [len(x)], "data": x}, "p": {"type": "bool", "shape": [], "data": [p]}},
            "outputs": {"y": {"type": "float", "shape": list(y.shape), "data": [float(v) for v in np.ravel(y)]}}})
    case = {
        "id": "v1_functions/wrapped_import",
        "about": "A graph of TensorFlow 1, with conditionals and a loop, that is a function of another graph.",
        "model": "graph.pb",
        "features": sorted({node.op for f in graph_def.library.function for node in f.node_def}),
        "must": "ok",
        "steps": steps}
    with open(os.path.join(FOLDER, "case.json"), "w", encoding="utf-8") as f:
        f.write(json.dumps(case, indent=2) + "\n")


main()

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the cases of functions with control flow of TensorFlow 1, with TensorFlow's answers.

python3 make_cases.py, with a Python that has TensorFlow 2.21.
"""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position
from google.protobuf import text_format  # pylint: disable=wrong-import-position
from tensorflow.python.framework import graph_to_function_def  # pylint: disable=wrong-import-position

tf1 = tf.compat.v1
FOLDER = os.path.dirname(os.path.abspath(__file__))
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


def tensor(value):
    value = np.asarray(value)
    dtype = {"float32": "float", "float64": "double"}.get(value.dtype.name, value.dtype.name)
    return {"type": dtype, "shape": list(value.shape), "data": value.ravel().tolist()}


def write(name, about, graph_def, steps):
    """A case of the graph; of each step the feeds and what TensorFlow gives."""
    folder = os.path.join(FOLDER, name)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "graph.pb"), "wb") as f:
        f.write(graph_def.SerializeToString(deterministic=True))
    case = {
        "id": "v1_functions/" + name,
        "about": about,
        "model": "graph.pb",
        "features": sorted({node.op for f in graph_def.library.function for node in f.node_def}),
        "must": "ok",
        "steps": [{"do": "run",
                   "inputs": {key: tensor(value) for key, value in feeds.items()},
                   "outputs": {key: tensor(value) for key, value in outputs.items()}}
                  for feeds, outputs in steps]}
    with open(os.path.join(folder, "case.json"), "w", encoding="utf-8") as f:
        f.write(json.dumps(case, indent=2) + "\n")


def write_wrapped():
    function = wrapped(old_graph())

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, "x"), tf.TensorSpec([], tf.bool, "p")])
    def call(x, p):
        return tf.identity(function(x, p) + 1.0, name="y")

    steps = []
    for x, p in FEEDS:
        x = np.float32(x)
        steps.append(({"x": x, "p": p}, {"y": call(tf.constant(x), tf.constant(p)).numpy()}))
    write("wrapped_import", "A graph of TensorFlow 1, with conditionals and a loop, that is a function of another graph.",
          call.get_concrete_function().graph.as_graph_def(), steps)


def turn():
    """A function with a branch and a loop: x + 3y, where y is x * x if p, else -x."""
    tf1.disable_control_flow_v2()
    with tf1.Graph().as_default() as graph:
        x = tf1.placeholder(tf.float32, [], name="x")
        p = tf1.placeholder(tf.bool, [], name="p")
        y = tf1.cond(p, lambda: x * x, lambda: -x)
        _, z = tf1.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z + y), (tf.constant(0), x))
        nodes = [op for op in graph.get_operations() if op.type != "Placeholder"]
        made = graph_to_function_def.graph_to_function_def(graph, nodes, [x, p], [z], ["r"])
    tf1.enable_control_flow_v2()
    made.signature.name = "turn"
    return made


def generic(function):
    """The function with an attr T in the place of float."""
    attr = function.signature.attr.add(name="T", type="type")
    attr.allowed_values.list.type.extend(t.as_datatype_enum for t in (tf.float32, tf.float64, tf.int32))
    for arg in [*function.signature.input_arg, *function.signature.output_arg]:
        if arg.type == tf.float32.as_datatype_enum:
            arg.ClearField("type")
            arg.type_attr = "T"
    for node in function.node_def:
        for name in [name for name, value in node.attr.items() if value.type == tf.float32.as_datatype_enum]:
            node.attr[name].placeholder = "T"
        for name in ("_output_shapes", "_class"):
            node.attr.pop(name, None)
    return function


# "both" calls "turn" with its own T, by name and by a func attr; so does an If of the graph.
CALLERS = """
library { function {
  signature { name: "both" input_arg { name: "x" type_attr: "T" } input_arg { name: "p" type: DT_BOOL }
              output_arg { name: "r" type_attr: "T" } attr { name: "T" type: "type" } }
  node_def { name: "a" op: "turn" input: "x" input: "p" attr { key: "T" value { placeholder: "T" } } }
  node_def { name: "b" op: "PartitionedCall" input: "a:r:0" input: "p" TYPES_OF_CALL
             attr { key: "f" value { func { name: "turn" attr { key: "T" value { placeholder: "T" } } } } } }
  node_def { name: "c" op: "AddV2" input: "a:r:0" input: "b:output:0" attr { key: "T" value { placeholder: "T" } } }
  ret { key: "r" value: "c:z:0" } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } }
node { name: "i" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "shape" value { shape { } } } }
node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_BOOL } } attr { key: "shape" value { shape { } } } }
node { name: "y" op: "both" input: "x" input: "p" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "j" op: "turn" input: "i" input: "p" attr { key: "T" value { type: DT_INT32 } } }
node { name: "z" op: "If" input: "p" input: "x" input: "p" attr { key: "Tcond" value { type: DT_BOOL } }
       attr { key: "Tin" value { list { type: DT_FLOAT type: DT_BOOL } } } attr { key: "Tout" value { list { type: DT_FLOAT } } }
       attr { key: "then_branch" value { func { name: "both" attr { key: "T" value { type: DT_FLOAT } } } } }
       attr { key: "else_branch" value { func { name: "turn" attr { key: "T" value { type: DT_FLOAT } } } } } }
"""


def write_with_attrs():
    graph_def = tf1.GraphDef()
    types = 'attr { key: "Tin" value { list { type: DT_FLOAT type: DT_BOOL } } } attr { key: "Tout" value { list { type: DT_FLOAT } } }'
    text_format.Parse(CALLERS.replace("TYPES_OF_CALL", types), graph_def)
    graph_def.library.function.append(generic(turn()))
    graph_def.versions.producer = tf1.GraphDef(versions=tf1.Graph().as_graph_def().versions).versions.producer
    with tf1.Graph().as_default() as graph:
        try:
            tf1.import_graph_def(graph_def, name="")
        except TypeError:
            pass  # TensorFlow's Python cannot show functions with attrs; its graph has them by now
    steps = []
    with tf1.Session(graph=graph) as session:
        for x, i, p in ((1.5, 3, True), (1.5, 3, False), (-2.0, 0, False)):
            feeds = {"x": np.float32(x), "i": np.int32(i), "p": np.bool_(p)}
            values = session.run(["y:0", "j:0", "z:0"], {key + ":0": value for key, value in feeds.items()})
            steps.append((feeds, dict(zip("yjz", values))))
    write("with_attrs", "Functions with an attr T, whose bodies hold a conditional and a loop of TensorFlow 1.",
          graph_def, steps)


write_wrapped()
write_with_attrs()

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Asks TensorFlow what ops answer, and writes it down for answers_test.

Usage: python3 DOMAIN.py          (with TensorFlow 2.21 for Python; writes DOMAIN.jsonl beside it)

DOMAIN.py lists calls:

    from answers import call

    call("SegmentMean", np.float32([[1, 2], [3, 4]]), np.int32([0, 0]))
    call("Cumsum", np.float32([1, 2]), np.int32(0), exclusive=True)
    call("AddN", [np.int32([1]), np.int32([2])])

What keeps state is asked in a graph with what makes it and what reads it:

    def pushed(x):                      # x(value) is an input
        stack = raw.StackV2(max_size=-1, elem_type=tf.float32)
        with tf.control_dependencies([raw.StackPushV2(handle=stack, elem=x(np.float32([1, 2])))]):
            return [raw.StackPopV2(handle=stack, elem_type=tf.float32)]

    story("StackPushV2", pushed)

The answers are written when the program ends. An error of TensorFlow is an answer too: its code.
README.md says what a line of the file is.
"""
import atexit
import functools
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.core.protobuf import config_pb2, rewriter_config_pb2  # noqa: E402
from tensorflow.python.framework import op_def_library, op_def_registry  # noqa: E402

_lines = []
_NAMES = {"float32": "float", "float64": "double", "float16": "half"}


def call(op, *inputs, rtol=None, atol=None, shapes_known=False, **attrs):
    """One call: `inputs` in the op's order, arrays or lists of arrays; attrs beside inferred types.

    With `shapes_known` the graph tells the inputs' shapes: some ops of TensorFlow ask for a rank.
    """
    graph = _old_graph()
    feeds = {}

    def placeholder(value):
        with graph.as_default():
            return _placeholder(feeds, value, shapes_known)

    op_def = op_def_registry.get(op)
    args = _defaults(op_def)
    args.update(attrs)
    for arg, value in zip(op_def.input_arg, inputs):
        is_list = isinstance(value, (list, tuple))
        args[arg.name] = [placeholder(v) for v in value] if is_list else placeholder(value)
    line = {"node": None, "inputs": [_tensor(a) for a in feeds.values()]}
    try:
        with graph.as_default():
            op_def_library.apply_op(op, name="n", **args)
        made = graph.get_operation_by_name("n")
        line["node"] = _node_text(made.node_def)
        _answer(line, graph, list(made.outputs), feeds)
    except tf.errors.OpError as error:
        line["error"] = _CODES.get(error.error_code, "INTERNAL")
    if line["node"] is None:
        raise ValueError(f"{op} cannot be called so")
    _add(line, rtol, atol)


def story(op, make, rtol=None, atol=None):
    """A call of `op` with other ops: make(x) writes the graph, returns what is looked at."""
    graph = _old_graph()
    feeds = {}
    with graph.as_default():
        fetched = make(functools.partial(_placeholder, feeds))
    nodes = [n for n in graph.as_graph_def().node if n.op != "Placeholder"]
    told = next(n for n in nodes if n.op == op)
    line = {"node": _node_text(told), "around": [_node_text(n) for n in nodes if n is not told],
            "fetches": [t.name for t in fetched], "inputs": [_tensor(a) for a in feeds.values()]}
    _answer(line, graph, fetched, feeds)
    _add(line, rtol, atol)


def answer_of(node, around, asked):
    """The line of NodeDefs with the inputs, fetches and tolerances of a line."""
    graph = tf.Graph()
    feeds = {}
    line = {"node": _node_text(node), **{k: v for k, v in asked.items() if k in _ASKED}}
    with graph.as_default():
        for i, tensor in enumerate(asked["inputs"]):
            array = _array_of(tensor)
            feeds[tf.compat.v1.placeholder(tf.as_dtype(array.dtype), None, f"x{i}")] = array
        tf.graph_util.import_graph_def(tf.compat.v1.GraphDef(node=[node, *around]), name="",
                                       input_map={f"x{i}:0": x for i, x in enumerate(feeds)})
    if around:
        line["around"] = [_node_text(n) for n in around]
    fetched = ([graph.get_tensor_by_name(name) for name in line["fetches"]] if "fetches" in line
               else list(graph.get_operation_by_name("n").outputs))
    _answer(line, graph, fetched, feeds)
    return line


_ASKED = ("inputs", "fetches", "rtol", "atol")


def _add(line, rtol, atol):
    line.update({key: value for key, value in (("rtol", rtol), ("atol", atol)) if value is not None})
    _lines.append(json.dumps(line, separators=(",", ":")))


def _old_graph():
    """A graph in which ops that new graphs may not have are allowed."""
    graph = tf.Graph()
    with graph.as_default():
        old = tf.compat.v1.GraphDef()
        old.versions.producer = 8
        tf.graph_util.import_graph_def(old)
    return graph


def _placeholder(feeds, value, shape_known=False):
    array = _array(value).copy()
    with tf.control_dependencies(None):  # what depends on it would count as waiting already
        tensor = tf.compat.v1.placeholder(tf.as_dtype(array.dtype),
                                          array.shape if shape_known else None, f"x{len(feeds)}")
    feeds[tensor] = array
    return tensor


def _array_of(tensor):
    names = {short: long for long, short in _NAMES.items()}
    if tensor["type"] == "string":
        data = [text.encode("latin-1") for text in tensor["data"]]
        array = np.empty(len(data), object)
        array[:] = data
        return array.reshape(tensor["shape"])
    dtype = tf.as_dtype(names.get(tensor["type"], tensor["type"])).as_numpy_dtype
    data = tensor["data"]
    if tensor["type"].startswith("complex"):
        data = [complex(float(re), float(im)) for re, im in data]
    elif tensor["type"] in ("float", "double", "half", "bfloat16"):
        data = [float(v) for v in data]
    if tensor["type"] == "uint64":  # of which the largest would become doubles
        return np.array(data, dtype).reshape(tensor["shape"])
    return np.array(data).astype(dtype).reshape(tensor["shape"]) if data else np.zeros(
        tensor["shape"], dtype)


def _defaults(op_def):
    """None, which stands for the default, for each attr that no input tells."""
    told = {name for arg in op_def.input_arg
            for name in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    return {a.name: None for a in op_def.attr if a.HasField("default_value") and a.name not in told}


_CODES = {
    3: "INVALID_ARGUMENT", 5: "NOT_FOUND", 6: "ALREADY_EXISTS", 8: "RESOURCE_EXHAUSTED",
    9: "FAILED_PRECONDITION", 11: "OUT_OF_RANGE", 12: "UNIMPLEMENTED", 13: "INTERNAL", 15: "DATA_LOSS",
}


def _array(value):
    array = np.asarray(value)
    return array.astype(object) if array.dtype.kind in "SU" else array


def _node_text(node):
    """The NodeDef on one line, without what only this graph says of it."""
    copy = type(node)()
    copy.CopyFrom(node)
    for key in [k for k in copy.attr if k.startswith("_")]:
        del copy.attr[key]
    from google.protobuf import text_format
    return text_format.MessageToString(copy, as_one_line=True)


def _run(graph, outputs, feeds):
    off = rewriter_config_pb2.RewriterConfig(disable_meta_optimizer=True)
    config = config_pb2.ConfigProto(
        intra_op_parallelism_threads=1, inter_op_parallelism_threads=1,
        graph_options=config_pb2.GraphOptions(
            rewrite_options=off,
            optimizer_options=config_pb2.OptimizerOptions(
                opt_level=config_pb2.OptimizerOptions.L0)))
    with tf.compat.v1.Session(graph=graph, config=config) as session:
        fetched = outputs if outputs else graph.get_operation_by_name("n")
        values = session.run(fetched, feeds)
    # NumPy cuts zeros off the end of a text that is no object.
    return [np.asarray(v, object if isinstance(v, bytes) else None) for v in values] if outputs else []


def _answer(line, graph, fetched, feeds):
    """Writes into the line what comes out. What is quantised comes as plain integers: its type is the output's."""
    try:
        arrays = _run(graph, fetched, feeds)
        line["outputs"] = [_tensor(a, t.dtype if t.dtype.is_quantized else None)
                           for a, t in zip(arrays, fetched)]
    except tf.errors.OpError as error:
        line["error"] = _CODES.get(error.error_code, "INTERNAL")


def _tensor(array, dtype=None):
    name = "string" if array.dtype.kind in "OSU" else tf.as_dtype(dtype or array.dtype).name
    if array.dtype.names:  # quantised: a field of integers
        array = array[array.dtype.names[0]]
    flat = array.reshape(-1).tolist()
    return {"type": _NAMES.get(name, name), "shape": list(array.shape),
            "data": [_element(v) for v in flat]}


def _element(value):
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, complex):
        return [_element(value.real), _element(value.imag)]
    value = float(value)
    if np.isnan(value):
        return "nan"
    if np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


@atexit.register
def _write():
    if not _lines:
        return
    path = os.path.splitext(os.path.abspath(sys.argv[0]))[0] + ".jsonl"
    with open(path, "w", encoding="ascii") as out:
        out.write("\n".join(_lines) + "\n")
    print(f"{os.path.basename(path)}: {len(_lines)} answers, {os.path.getsize(path)} bytes")

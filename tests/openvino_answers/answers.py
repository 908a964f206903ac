#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Asks OpenVINO what models of one op answer, and writes it down for openvino_answers_test.

Usage: python3 DOMAIN.py          (with openvino 2026 for Python; writes DOMAIN.jsonl beside it)

DOMAIN.py lists models:

    from answers import op, param
    from openvino import opset13 as ov

    x = param("x", [2, 3], "f32")
    op(ov.gelu(x, "tanh"), {"x": numpy_array})

The answers are OpenVINO's reference kernels', which are exact in all types; those of its CPU plugin
where an op has none (or with oracle="cpu"). An error of OpenVINO is an answer too. A line holds the
IR (its .bin in base64), the inputs and the outputs, in order.
"""
import atexit
import base64
import json
import os
import sys
import tempfile

import numpy as np
import openvino
from openvino import opset13

_lines = []
_NAMES = {"f32": "float", "f64": "double", "f16": "half", "bf16": "bfloat16", "boolean": "bool",
          "string": "string"}


def element_type(name):
    """OpenVINO's type of this name: "f32"."""
    return getattr(openvino.Type, name)


def param(name, shape, dtype="f32"):
    """A Parameter that is called so. Unknown dimensions are -1; a text is a shape as OpenVINO's."""
    made = opset13.parameter(openvino.PartialShape(shape), element_type(dtype), name=name)
    made.output(0).set_names({name})
    return made


def op(node, feeds, rtol=None, atol=None, dynamic=False, oracle=None):
    """A model of this node (or list of nodes), whose outputs are all of theirs, fed with arrays.

    With `dynamic` the model comes once more with no dimension of its Parameters known.
    """
    nodes = node if isinstance(node, (list, tuple)) else [node]
    outputs = [o for n in nodes for o in (n.outputs() if hasattr(n, "outputs") else [n])]
    parameters = _parameters(outputs)
    _add(openvino.Model(outputs, parameters, "model"), feeds, rtol, atol, oracle)
    if not dynamic:
        return
    model = openvino.Model(outputs, parameters, "model")
    shapes = [p.get_partial_shape() for p in parameters]
    for p, shape in zip(parameters, shapes):
        p.set_partial_shape(openvino.PartialShape([-1] * len(shape)))
    model.validate_nodes_and_infer_types()
    _add(model, feeds, rtol, atol, oracle)
    # The next model may have the same Parameters.
    for p, shape in zip(parameters, shapes):
        p.set_partial_shape(shape)
    model.validate_nodes_and_infer_types()


def model(made, feeds, rtol=None, atol=None, oracle=None):
    """A model as it is."""
    _add(made, feeds, rtol, atol, oracle)


def bad(xml_of, edit, feeds):
    """A model whose IR `edit` (text to text) makes wrong: OpenVINO must refuse it, and so must we."""
    xml, weights = _ir(openvino.Model(xml_of.outputs(), _parameters(xml_of.outputs()), "model"))
    refused(edit(xml), weights, feeds)


def refused(xml, weights, feeds, core=None):
    """An IR that OpenVINO must refuse to read, and so must we."""
    try:
        (core or openvino.Core()).read_model(model=xml.encode(), weights=weights)
    except RuntimeError:
        _lines.append(_line(xml, weights, feeds, {"error": True}))
        return
    raise ValueError("OpenVINO reads it")


def _parameters(outputs):
    seen, found, todo = set(), [], [o.get_node() for o in outputs]
    while todo:
        node = todo.pop()
        if node.get_friendly_name() in seen:
            continue
        seen.add(node.get_friendly_name())
        if node.get_type_name() == "Parameter":
            found.append(node)
        todo.extend(i.get_source_output().get_node() for i in node.inputs())
    return sorted(found, key=lambda p: p.get_friendly_name())


def _ir(model):
    with tempfile.TemporaryDirectory() as folder:
        xml, weights = os.path.join(folder, "m.xml"), os.path.join(folder, "m.bin")
        openvino.serialize(model, xml, weights)
        with open(xml) as text, open(weights, "rb") as data:
            return text.read(), data.read()


def _add(model, feeds, rtol, atol, oracle):
    xml, weights = _ir(model)
    answer = {}
    try:
        answer["outputs"] = [_tensor(t) for t in _answer(model, feeds, oracle)]
    except RuntimeError:
        answer["error"] = True
    if rtol is not None:
        answer["rtol"] = rtol
    if atol is not None:
        answer["atol"] = atol
    _lines.append(_line(xml, weights, feeds, answer))


def _line(xml, weights, feeds, answer):
    line = {"xml": xml.replace("\t", "").replace("\n", ""),
            "bin": base64.b64encode(weights).decode(),
            "inputs": {k: _tensor(_as_tensor(v)) for k, v in feeds.items()}}
    line.update(answer)
    return json.dumps(line, separators=(",", ":"))


def _as_tensor(value):
    return value if isinstance(value, openvino.Tensor) else openvino.Tensor(
        np.array(value, order="C"))


def _answer(model, feeds, oracle):
    inputs = [_as_tensor(feeds[p.get_friendly_name()]) for p in model.get_parameters()]
    if oracle != "cpu":
        outputs = [openvino.Tensor(o.get_element_type(), openvino.Shape([0])) for o in model.outputs]
        try:
            if model.evaluate(outputs, inputs):
                return outputs
        except RuntimeError:
            if oracle == "reference":
                raise
    compiled = openvino.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    request = compiled.create_infer_request()
    for i, value in enumerate(inputs):
        request.set_input_tensor(i, value)
    request.start_async()
    request.wait()
    return [request.get_output_tensor(i) for i in range(len(compiled.outputs))]


def _tensor(tensor):
    name = tensor.get_element_type().get_type_name()
    name = _NAMES.get(name, name.replace("u", "uint", 1) if name[0] == "u" else
                      name.replace("i", "int", 1))
    if name == "string":
        data = [text.encode().decode("latin-1") for text in tensor.str_data.flatten()]
    elif name == "bfloat16":
        bits = np.frombuffer(tensor.data.tobytes(), np.uint16).astype(np.uint32) << 16
        data = [_number(v) for v in bits.view(np.float32)]
    else:
        data = [_number(v) for v in tensor.data.flatten()]
    return {"type": name, "shape": list(tensor.get_shape()), "data": data}


def _number(value):
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, np.integer):
        return int(value)
    value = float(value)
    if value != value:
        return "nan"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return float(f"{value:.9g}") if abs(value) < 1e30 else value


def _write():
    if sys.exc_info()[0] is None and _lines:
        path = os.path.splitext(os.path.abspath(sys.argv[0]))[0] + ".jsonl"
        with open(path, "w") as out:
            out.write("\n".join(_lines) + "\n")


atexit.register(_write)

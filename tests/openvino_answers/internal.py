#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""AUGRUCell and AUGRUSequence, which are in no opset: the reader knows them by the CPU plugin.

The plugin takes weights and lengths that are constants, all lengths the whole sequence; what it
takes of a bfloat16 it rounds otherwise than we, so that is tested where the kernels are.
"""
import numpy as np
import openvino
from openvino import opset13

from answers import model, refused

rng = np.random.default_rng(13)
PRECISIONS = {"float32": ("f32", "FP32"), "float16": ("f16", "FP16"), "int64": ("i64", "I64")}
ATTRS = {"hidden_size": "4", "activations": "sigmoid, tanh", "activations_alpha": "",
         "activations_beta": "", "clip": "0", "linear_before_reset": "false"}


def core():
    """One whose reader knows the plugin's ops."""
    made = openvino.Core()
    x = opset13.parameter([1], np.float32)
    made.compile_model(openvino.Model([opset13.relu(x)], [x]), "CPU")
    return made


CORE = core()


def values(*shape, dtype):
    return (np.round(rng.standard_normal(shape) * 16) / 16).astype(dtype)


def port(i, array, names=""):
    dims = "".join(f"<dim>{d}</dim>" for d in array.shape)
    return f'<port id="{i}" precision="{PRECISIONS[array.dtype.name][1]}"{names}>{dims}</port>'


def layer(i, name, array, offset):
    """A Parameter, or a Const if there is an offset."""
    kind = PRECISIONS[array.dtype.name][0]
    shape = ",".join(map(str, array.shape))
    where = f' offset="{offset}" size="{array.nbytes}"' if offset is not None else ""
    op = "Parameter" if offset is None else "Const"
    out = port(0, array, f' names="{name}"')
    return (f'<layer id="{i}" name="{name}" type="{op}" version="opset1"><data shape="{shape}" '
            f'element_type="{kind}"{where}/><output>{out}</output></layer>')


def unit(op, arrays, outputs, rtol=1e-4, atol=1e-5, fails=False, **attrs):
    """A model of one layer; of its inputs x, h and a are fed. `fails`: it must not be read."""
    weights, layers, edges, feeds = b"", "", "", {}
    last = len(arrays)
    for i, (name, array) in enumerate(arrays.items()):
        is_fed = name in "xha"
        layers += layer(i, name, array, None if is_fed else len(weights))
        if is_fed:
            feeds[name] = array
        else:
            weights += array.tobytes()
        edges += f'<edge from-layer="{i}" from-port="0" to-layer="{last}" to-port="{i}"/>'
    data = " ".join(f'{k}="{v}"' for k, v in {**ATTRS, **attrs}.items())
    inputs = "".join(port(i, a) for i, a in enumerate(arrays.values()))
    ports = "".join(f'<port id="{last + k}" precision="FP32"/>' for k in range(outputs))
    layers += (f'<layer id="{last}" name="unit" type="{op}" version="ie_internal_opset">'
               f"<data {data}/><input>{inputs}</input><output>{ports}</output></layer>")
    for k in range(outputs):
        to = last + 1 + k
        layers += (f'<layer id="{to}" name="result_{k}" type="Result" version="opset1"><input>'
                   '<port id="0"/></input></layer>')
        edges += f'<edge from-layer="{last}" from-port="{last + k}" to-layer="{to}" to-port="0"/>'
    text = (f'<?xml version="1.0"?><net name="model" version="11"><layers>{layers}</layers>'
            f"<edges>{edges}</edges></net>")
    if fails:
        refused(text, weights, feeds, CORE)
        return
    model(CORE.read_model(model=text.encode(), weights=weights), feeds, rtol, atol, oracle="cpu")


def cell(batch=2, inputs=3, cells=4, dtype=np.float32, attention=None, **more):
    shapes = {"x": [batch, inputs], "h": [batch, cells], "w": [3 * cells, inputs],
              "r": [3 * cells, cells], "b": [3 * cells], "a": [batch, 1]}
    arrays = {name: values(*shape, dtype=dtype) for name, shape in shapes.items()}
    if attention is not None:
        arrays["a"][:] = attention
    unit("AUGRUCell", arrays, 1, hidden_size=cells, **more)


def sequence(batch, times, inputs=3, cells=4, **attrs):
    f = np.float32
    arrays = {"x": values(batch, times, inputs, dtype=f), "h": values(batch, 1, cells, dtype=f),
              "lengths": np.full([batch], times, np.int64),
              "w": values(1, 3 * cells, inputs, dtype=f), "r": values(1, 3 * cells, cells, dtype=f),
              "b": values(1, 3 * cells, dtype=f), "a": values(batch, times, 1, dtype=f)}
    unit("AUGRUSequence", arrays, 2, hidden_size=cells, **attrs)


cell()
cell(attention=0)
cell(attention=1)
cell(batch=1, inputs=1, cells=1)
cell(batch=6, inputs=2, cells=9)
cell(dtype=np.float16, rtol=2e-2, atol=4e-3)
sequence(2, 5)
sequence(1, 1, cells=9)
sequence(3, 7, inputs=1, cells=2, direction="forward")
for wrong in ({"clip": 0.5}, {"linear_before_reset": "true"}, {"activations": "sigmoid, relu"}):
    cell(fails=True, **wrong)
    sequence(2, 3, fails=True, **wrong)
sequence(2, 3, fails=True, direction="reverse")

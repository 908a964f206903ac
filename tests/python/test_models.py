# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Models: what they are loaded from, what they say of themselves."""

import pathlib
import pickle

import numpy as np
import pytest

import opgraft


def test_a_model_tells_what_it_is(model):
    assert model.inputs.names == ["x"] and model.outputs.names == ["out"]
    spec = model.inputs["x"]
    assert spec == model.inputs[0] and spec.shape == (1,) and spec.dtype == np.float32
    assert model.states["sum"].shape == (1,) and model.ops["AddV2"] == 2
    assert list(model.signatures.values())[0].inputs.names == ["x"]
    with pytest.raises(KeyError, match="there are: x"):
        model.inputs["y"]
    assert "x: float32 [1]" in repr(model) and "sum" in repr(model)


def test_a_call_is_a_sequence_of_its_own(model):
    assert [model(x=[v])["out"][0] for v in (1, 2, 3)] == [1, 2, 3]
    assert model({"x": [4]})["out"] == [4]


def test_a_keras_network_agrees_with_keras():
    model = opgraft.load(pathlib.Path("examples/mlp/mlp.pb"))
    out = model(x=np.load("examples/mlp/input.npy"))
    assert np.allclose(out[model.outputs.names[0]], np.load("examples/mlp/expected.npy"), atol=1e-6)
    assert model.inputs[0].shape == (None, 10)


def test_an_ir_of_openvino_from_files_and_from_memory():
    path = pathlib.Path("examples/stateful_summator/summator.xml")
    weights = path.with_suffix(".bin")
    models = [opgraft.load(path), opgraft.load(path.read_bytes(), weights=weights.read_bytes()),
              opgraft.load(str(path), weights=weights)]
    results = []
    for model in models:
        request = model.request()
        feeds = {spec.name: np.ones([1 if s is None else s for s in spec.shape], np.float32)
                 for spec in model.inputs}
        results.append([list(request.run(feeds).values())[0].tolist() for _ in range(3)])
    assert results[0] == results[1] == results[2] and results[0][0] != results[0][1]


def test_bytes_and_text(model):
    again = opgraft.load(model.graph_def())
    assert again.request().run(x=[2])["out"] == [2]
    text = pathlib.Path("examples/summator/summator.pbtxt").read_bytes()
    assert opgraft.load(text).inputs.names == ["x"]

    class Message:
        def SerializeToString(self):
            return model.graph_def()

    assert opgraft.load(Message()).inputs.names == ["x"]


def test_models_pickle(model):
    again = pickle.loads(pickle.dumps(model))
    assert again.request().run(x=[2])["out"] == [2]
    two = model.compile(outputs=["x", "out"])
    assert pickle.loads(pickle.dumps(two)).outputs.names == ["x", "out"]


@pytest.mark.parametrize("source, error, text", [
    ("nowhere.pb", opgraft.NotFoundError, "nowhere.pb"),
    ("examples", opgraft.InvalidArgumentError, "no SavedModel"),
    (b"", opgraft.InvalidArgumentError, "nothing"),
    (b"garbage", opgraft.InvalidArgumentError, "GraphDef"),
    (b"\x00\xff" * 50, opgraft.InvalidArgumentError, ""),
    (b"<net></net>", opgraft.UnimplementedError, "version"),
    (b"<net", opgraft.InvalidArgumentError, ""),
    (7, TypeError, "takes a path"),
    (b'node { name: "a" op: "AddV3" }', opgraft.NotFoundError, "AddV2"),
])
def test_what_cannot_be_loaded(source, error, text):
    with pytest.raises(error, match=text):
        opgraft.load(source)


def test_errors_tell_the_node_the_op_and_what_to_do():
    with pytest.raises(opgraft.OpError) as error:
        opgraft.load(b'node { name: "a" op: "AddV3" }')
    assert error.value.hint == "nearest: 'AddV2'"
    bad = opgraft.load(b"""
        node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } }
        node { name: "y" op: "FloorDiv" input: "x" input: "x" attr { key: "T" value { type: DT_INT32 } } }
    """)
    with pytest.raises(opgraft.InvalidArgumentError, match="zero") as error:
        bad(x=0)
    assert error.value.node == "y" and error.value.op == "FloorDiv"


def test_other_inputs_and_outputs(model):
    inner = model.compile(inputs=["x"], outputs=["out", "x"])
    assert inner.outputs.names == ["out", "x"] and inner(x=[2])["x"] == [2]
    with pytest.raises(opgraft.NotFoundError, match="nearest"):
        model.compile(outputs=["outt"])
    two = model.compile(signatures={"a": (["x"], ["out"]), "b": (["x"], ["x"])})
    request = two.request()
    request.run(x=[1], signature="b")
    assert request.run(x=[5], signature="a")["out"] == [7]


def test_views(model):
    assert "AddV2" in model.text() and model.dot().startswith("digraph")
    assert "<html" in model.html() and "out" in model._repr_html_()
    assert "AddV2" in model.explain("out")
    assert "sum" in model.request()._repr_html_()


def test_dtypes_compare_and_are_found():
    assert opgraft.float32 == np.float32 == opgraft.float32 and opgraft.float32 == "float"
    assert opgraft.as_dtype(np.dtype("int8")) is opgraft.int8 and opgraft.as_dtype(str) == "string"
    assert opgraft.bfloat16.is_floating and opgraft.bfloat16.size == 2
    assert pickle.loads(pickle.dumps(opgraft.int64)) is opgraft.int64
    with pytest.raises(TypeError, match="nearest: 'float32'"):
        opgraft.as_dtype("flaot32")

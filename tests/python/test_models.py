# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Models: what they are loaded from, what they say of themselves."""

import pathlib
import pickle
import struct

import numpy as np
import pytest

import opgraft
from opgraft import ops


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


def test_a_pickle_keeps_the_names_of_an_ir():
    model = opgraft.load("examples/stateful_summator/summator.xml")
    again = pickle.loads(pickle.dumps(model))
    for other in (again, again.compile(num_threads=2), pickle.loads(pickle.dumps(again))):
        assert [*other.inputs, *other.outputs] == [*model.inputs, *model.outputs]
    name = model.outputs.names[0]
    assert again.compile(outputs=[name]).outputs.names == [name]


def test_compile_leaves_what_is_not_given():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [])
        ops.neg(ops.exp(x, name="h"), name="y")
    model = g.compile().compile(outputs=["h"])
    assert model.compile(num_threads=2).outputs.names == ["h"]
    assert model.compile(inputs=["x"]).outputs.names == ["h"]
    named = model.compile(signatures={"a": (["x"], ["h"]), "b": (["x"], ["y"])})
    assert list(named.compile(num_threads=2).signatures) == ["a", "b"]


def test_the_shapes_of_variables_are_the_declared_ones():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [1])
        all_ = opgraft.variable("all", np.zeros([0], np.float32), shape=[None])
        all_.assign(ops.concat_v2([all_.value, x], 0, name="next"))
    model = g.compile()
    assert model.states["all"].shape == (None,) and "[?]" in model._repr_html_()
    request = model.request()
    request.run(x=[1])
    assert request.states["all"].value.shape == (1,) and model.states["all"].shape == (None,)


def test_a_signature_may_name_targets_and_sinks():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [])
        total = opgraft.variable("total", np.float32(0))
        following = ops.add_v2(total.value, x, name="next")
        stored = total.assign(following)
    model = g.compile(signatures={
        "step": ([x], [following]), "show": opgraft.Signature([], [total.value], sinks=[]),
        "only": opgraft.Signature([x], [], targets=[stored])})
    request = model.request()
    assert list(request.run(x=3, signature="step").values()) == [3]
    for _ in range(2):
        assert list(request.run(signature="show").values()) == [3]
    assert request.run(x=4, signature="only") == {} and request.states["total"].value == 7
    again = pickle.loads(pickle.dumps(model)).request()
    again.run(signature="show")
    assert not again.states["total"].is_set


@pytest.mark.parametrize("arguments, text", [
    (dict(num_threads=0), "num_threads is 0"), (dict(num_threads=10**6), "from 1 to"),
    (dict(signatures="serve"), "no signature 'serve'"), (dict(signatures=["a"]), "Make one")])
def test_wrong_arguments_of_load(arguments, text):
    with pytest.raises(opgraft.OpError, match=text):
        opgraft.load("examples/summator/summator.pbtxt", **arguments)


def test_events_for_tensorboard(model, tmp_path):
    def crc32c(data):
        crc = 0xffffffff
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
        return crc ^ 0xffffffff

    def masked(data):
        crc = crc32c(data)
        return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff

    assert crc32c(b"123456789") == 0xe3069283
    path = model.save_events(tmp_path / "logs" / "run")
    assert pathlib.Path(path).parent == tmp_path / "logs" / "run" and ".tfevents." in path
    records, data = [], pathlib.Path(path).read_bytes()
    while data:
        length, check = struct.unpack("<QI", data[:12])
        record, (check_of_data,) = data[12:12 + length], struct.unpack("<I", data[12 + length:16 + length])
        assert check == masked(data[:8]) and check_of_data == masked(record)
        records.append(record)
        data = data[16 + length:]
    assert len(records) == 2 and records[0][9:] == b"\x1a\x0dbrain.Event:2"
    field, size, start = records[1][9:10], 0, 10
    while True:
        byte = records[1][start]
        size |= (byte & 127) << 7 * (start - 10)
        start += 1
        if byte < 128:
            break
    assert field == b"\x22" and len(records[1]) == start + size
    assert opgraft.load(records[1][start:]).nodes == model.nodes


def test_files_are_replaced_whole(model, tmp_path):
    """A model that is mapped from a file goes on after the file was written anew, and links stay."""
    with opgraft.Graph() as graph:
        x = opgraft.placeholder("x", opgraft.float32, [1 << 20])
        opgraft.ops.add_v2(x, np.arange(1 << 20, dtype=np.float32), name="y")
    path, link = tmp_path / "large.pb", tmp_path / "link.pb"
    graph.save(path)
    link.symlink_to(path)
    large = opgraft.load(path)
    before = path.stat().st_ino
    model.save(link)
    assert link.is_symlink() and path.stat().st_ino != before
    assert large(x=np.zeros(1 << 20, np.float32))["y"][-1] == (1 << 20) - 1
    assert opgraft.load(path).outputs.names == model.outputs.names
    with pytest.raises(opgraft.NotFoundError, match="nowhere"):
        model.save(tmp_path / "nowhere" / "model.pb")
    assert list(tmp_path.iterdir()) in ([path, link], [link, path])


def test_a_state_file_without_an_end_is_not_read_for_ever(model):
    with pytest.raises(opgraft.OpError):
        model.request().load("/dev/zero")


@pytest.mark.parametrize("source, error, text", [
    ("nowhere.pb", opgraft.NotFoundError, "nowhere.pb"),
    ("examples", opgraft.InvalidArgumentError, "SavedModel"),
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

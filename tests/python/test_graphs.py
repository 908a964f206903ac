# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Graphs built in Python."""

import numpy as np
import pytest

import opgraft
from opgraft import ops


def summator():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", opgraft.float32, [1])
        total = opgraft.variable("sum", [0.0])
        following = ops.add_v2(total.value, x)
        total.assign(following)
        ops.add_v2(total.value, following, name="out")
    return g


def test_the_summator():
    model = summator().compile()
    assert model.inputs.names == ["x"] and model.outputs.names == ["out"]
    request = model.request()
    assert [y["out"][0] for y in request.stream([[1], [2], [3]])] == [1, 4, 9]
    assert request.states["sum"].value == [6]


def test_a_graph_is_saved_and_read_again(tmp_path):
    path = tmp_path / "summator.pb"
    summator().save(path)
    assert opgraft.load(path).request().run(x=[2])["out"] == [2]


def test_types_and_shapes_are_known_at_once():
    with opgraft.Graph():
        x = opgraft.placeholder("x", "float32", [None, 3])
        y = ops.mat_mul(x, np.ones((3, 5), np.float32), name="y")
        assert y.shape == (None, 5) and y.dtype == np.float32 and y.name == "y:0"
        assert (x + 1).dtype == "float32" and (x > 0).dtype == opgraft.bool


@pytest.mark.parametrize("key", [
    0, -1, slice(1, 3), slice(None, None, -1), (slice(None), 1), (Ellipsis, slice(0, -1, 2)), (1, Ellipsis, -2),
    (None, 0), (slice(1), None, Ellipsis), (np.int64(1), slice(-2, None)), Ellipsis, ()])
def test_values_of_graphs_are_cut_as_arrays_are(key):
    value = np.arange(24, dtype=np.float32).reshape(4, 2, 3)
    with opgraft.Graph() as g:
        y = opgraft.placeholder("x", "float32", [4, 2, 3])[key]
        cut = ops.identity(y, name="y")
    assert cut.shape == value[key].shape
    np.testing.assert_array_equal(g.compile()(x=value)["y"], value[key])


def test_a_wrong_cut_says_what_there_is():
    with opgraft.Graph():
        x = opgraft.placeholder("x", "float32", [4])
        for key in ("a", [0, 1], x, slice(1.5)):
            with pytest.raises(TypeError, match="ops.gather_v2"):
                x[key]
        with pytest.raises(opgraft.InvalidArgumentError):
            x[0, 0]


def test_a_wrong_call_raises_at_once_with_its_place_and_leaves_nothing():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [2])
        for wrong in (lambda: ops.add_v2(x, [1, 2, 3]), lambda: ops.mat_mul(x, x),
                      lambda: opgraft.placeholder("x", "float32", []),
                      lambda: opgraft.placeholder("a b"), lambda: ops.add_v2(x, np.int32(1)),
                      lambda: ops.cast(x, "resource", name="^")):
            with pytest.raises(opgraft.OpError) as error:
                wrong()
        with pytest.raises(opgraft.InvalidArgumentError, match="test_graphs.py:"):
            ops.mat_mul(x, x)
        ops.add_v2(x, [1, 2], name="y")
    model = g.compile()
    assert model.outputs.names == ["y"] and model(x=[1, 1])["y"].tolist() == [2, 3]
    assert "MatMul" not in model.ops


def test_values_have_no_value_yet():
    with opgraft.Graph():
        x = opgraft.placeholder("x")
        for wrong in (lambda: bool(x), lambda: np.add(x, 1) if False else np.asarray(x), lambda: list(x),
                      lambda: len(x)):
            with pytest.raises(TypeError, match="before a run"):
                wrong()
    with pytest.raises(opgraft.FailedPreconditionError, match="outside"):
        ops.neg(x)
    with pytest.raises(opgraft.FailedPreconditionError, match="with opgraft.Graph"):
        opgraft.placeholder("x")
    with opgraft.Graph():
        with pytest.raises(opgraft.InvalidArgumentError, match="another graph"):
            ops.neg(x)


def test_cond_runs_one_branch_and_captures():
    with opgraft.Graph() as g:
        p = opgraft.placeholder("p", "bool", [])
        x = opgraft.placeholder("x", "float32", [])
        z = opgraft.placeholder("z", "float32", [])
        y = opgraft.cond(p, lambda: x + z, lambda: x * 10.0, name="y")
        a, b = opgraft.cond(p, lambda: [x, z], lambda: [z, 0.0])
        nested = opgraft.cond(p, lambda: opgraft.cond(p, lambda: x, lambda: z), lambda: -x)
    model = g.compile(outputs=[y, a, b, nested])
    assert [v.item() for v in model(p=True, x=2, z=3).values()] == [5, 2, 3, 2]
    assert [v.item() for v in model(p=False, x=2, z=3).values()] == [20, 3, 0, -2]
    with opgraft.Graph():
        p = opgraft.placeholder("p", "bool", [])
        with pytest.raises(opgraft.InvalidArgumentError, match="1 and 2 values"):
            opgraft.cond(p, lambda: p, lambda: [p, p])
        with pytest.raises(opgraft.InvalidArgumentError, match="int32 and float32"):
            opgraft.cond(p, lambda: opgraft.constant(1), lambda: opgraft.constant(1.0))
        with pytest.raises(opgraft.InvalidArgumentError, match="not one bool"):
            opgraft.while_loop(lambda i: i, lambda i: i, [1])
        with pytest.raises(opgraft.InvalidArgumentError, match="int32, and its body gives bool"):
            opgraft.while_loop(lambda i: i < 1, lambda i: i < 1, [1])
        opgraft.cond(p, lambda: opgraft.constant(1), lambda: opgraft.constant(2))
    assert opgraft.cond(True, lambda: 1, lambda: 2) == 1


def test_while_loop_with_captures():
    with opgraft.Graph() as g:
        n = opgraft.placeholder("n", "int32", [])
        step = opgraft.placeholder("step", "float32", [2])
        i, total = opgraft.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + step),
                                      [0, np.zeros(2, np.float32)])
    model = g.compile()
    assert len(model.outputs) == 2
    count, result = model(n=4, step=[1, 2]).values()
    assert count == 4 and result.tolist() == [4, 8]
    values = opgraft.while_loop(lambda i: i < 3, lambda i: i + 1, [opgraft.constant(0)])
    assert values[0].item() == 3


def test_a_variable_inside_of_cond():
    with opgraft.Graph() as g:
        p = opgraft.placeholder("p", "bool", [])
        count = opgraft.variable("count", dtype="int32", shape=[])
        opgraft.cond(p, lambda: count.assign(count.value + 1), lambda: count.value)
        ops.identity(count.value, name="before")
    request = g.compile(outputs=["before"]).request()
    assert [request.run(p=p)["before"].item() for p in (True, False, True, False)] == [0, 1, 1, 2]


def test_sessions_and_eval_for_code_of_tensorflows():
    g = summator()
    with opgraft.Session(g) as session:
        assert session.run("out:0", {"x": [1]}) == [1]
        assert session.run("out", {"x": [1]}) == [3]
        assert [v.tolist() for v in session.run(["out", "x"], {"x": [1]})] == [[5], [1]]
    with opgraft.Graph().as_default():
        two = opgraft.constant(2.0)
        assert two.eval() == 2 and opgraft.Session().run([two, two + 1.0]) == [2, 3]


def test_signatures():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [])
        double, square = x + x, x * x
    model = g.compile(signatures={"double": ([x], [double]), "square": ([x], [square])})
    request = model.request()
    assert list(request.run({x.name: 3}, signature="square").values()) == [9]
    assert list(request.run({x.name: 3}, signature="double").values()) == [6]


def test_control_dependencies_and_long_chains():
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [])
        with g.control_dependencies([x]):
            y = ops.neg(x)
        for _ in range(2000):
            y = y + 1.0
    assert list(g.compile()(x=1).values())[0] == 1999


@pytest.mark.parametrize("arguments, named", [
    (("x", opgraft.float32, [2]), {}), ((opgraft.float32, [2], "x"), {}), (("float32", [2], "x"), {}),
    ((opgraft.float32,), dict(shape=[2], name="x")), ((opgraft.float32, "x"), dict(shape=[2])),
    (("x",), dict(shape=[2])), ((), dict(name="x", dtype="float32", shape=[2])), ((np.float32, [2], "x"), {})])
def test_placeholders_in_either_order(arguments, named):
    with opgraft.Graph():
        x = opgraft.placeholder(*arguments, **named)
    assert (x.name, x.dtype, x.shape) == ("x:0", opgraft.float32, (2,))


def test_a_variable_is_its_value():
    with opgraft.Graph() as g:
        count = opgraft.variable("count", 2)
        double = ops.add_v2(count, count, name="double")
        rows = ops.pack([count, count + 1, 1 - count], name="rows")
        chosen = opgraft.cond(count > 1, lambda: count, lambda: count * 2)
        turned, = opgraft.while_loop(lambda i: i < 10, lambda i: i + count, [count])
        count.assign(double)
    request = g.compile(outputs=[double, rows, chosen, turned, count]).request()
    assert [v.tolist() for v in request.run({}).values()] == [4, [2, 3, -1], 2, 10, 2]
    assert request.states["count"].value == 4


def test_calls_of_while_loop_and_pack_that_are_wrong():
    with opgraft.Graph():
        i = opgraft.placeholder("i", "int32", [])
        with pytest.raises(TypeError, match="list of values, not a dict"):
            opgraft.while_loop(lambda i: i < 1, lambda i: i, {"i": i})
        with pytest.raises(TypeError, match="ops.pack"):
            ops.concat_v2([np.int32([1]), [i]], 0)

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of models: with Graphviz and without it, of small graphs and of large ones."""

import itertools
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import opgraft
from opgraft import draw, fold, layout, ops, svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def no_graphviz(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")


def parse(picture):
    return ElementTree.fromstring(picture)


def texts(picture):
    return [element.text for element in parse(picture).iter(SVG + "text")]


def branches():
    with opgraft.Graph() as graph:
        x = opgraft.placeholder("x", opgraft.float32, [3])
        total = opgraft.variable("total", np.zeros(3, np.float32))
        y = opgraft.cond(ops.sum(x, 0) > 1.0, lambda: ops.neg(x, name="minus"), lambda: ops.exp(x), name="either")
        total.assign(ops.add_v2(total.value, y, name="next"))
    return graph.compile()


def layers(count, named=True):
    """A deep network; its nodes have scopes, or numbers only."""
    with opgraft.Graph() as graph:
        x = opgraft.placeholder("x", opgraft.float32, [8])
        for i in range(count):
            scope = f"net/layer_{i}/" if named else f"n{i}_"
            y = ops.tanh(ops.mul(x, 0.5, name=scope + "mul"), name=scope + "tanh")
            x = ops.add_v2(x, ops.exp(y, name=scope + "exp"), name=scope + "add")
    return graph.compile()


def test_a_picture_without_graphviz_shows_nodes_types_branches_and_state(no_graphviz):
    picture = branches().draw()
    shown = texts(picture.svg)
    for text in ("x", "Placeholder", "either", "StatelessIf", "then_branch", "else_branch", "minus", "Neg",
                 "ReadValue total", "Assign total", "float [3]", "result 0"):
        assert text in shown, text
    assert picture._repr_html_() == picture.svg


def test_a_picture_with_graphviz(tmp_path, monkeypatch):
    dot = tmp_path / "dot"
    dot.write_text("#!/bin/sh\nread first\necho '<?xml?><svg xmlns=\"http://www.w3.org/2000/svg\"><text>'$first'</text></svg>'\n")
    dot.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert "digraph model {" in texts(branches().draw().svg)
    dot.write_text("#!/bin/sh\nexit 1\n")
    assert "Placeholder" in texts(branches().draw().svg)


def test_a_name_is_never_markup():
    nasty = "</svg><script>alert(1)</script>&\"'"
    node = {"n": nasty, "o": nasty, "k": "op", "a": [[nasty, nasty]], "t": [nasty]}
    picture = svg.svg([{"nodes": [node, {"n": "z", "o": "Z", "k": "op", "i": [[0, 0]]}], "results": []}])
    assert "<script" not in picture and [e.tag for e in parse(picture).iter() if "script" in e.tag] == []


def test_files(tmp_path, no_graphviz):
    picture = branches().draw()
    picture.save(tmp_path / "m.svg")
    picture.save(tmp_path / "m.html")
    assert parse((tmp_path / "m.svg").read_text()).tag == SVG + "svg"
    assert (tmp_path / "m.html").read_text().startswith("<!DOCTYPE html>")
    for name in ("m.png", "m", "svg"):
        with pytest.raises(opgraft.InvalidArgumentError, match=".svg or .html"):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()
    page = branches().draw(interactive=True)._repr_html_()
    assert page.startswith("<iframe srcdoc=") and "&lt;!DOCTYPE html&gt;" in page


@pytest.mark.parametrize("named", [True, False])
def test_large_graphs_are_folded(named):
    model = layers(100, named)
    shown = texts(model.draw().svg)
    nodes = [text for text in shown if text.endswith(" nodes")]
    assert 5 <= len(nodes) <= draw._FOLDED_NODES and "x" in shown and "Placeholder" in shown
    counted = sum(int(text.split()[0]) for text in nodes)
    singles = sum(text in ("Mul", "Tanh", "Exp", "AddV2") for text in shown)
    assert counted + singles == 400  # each node once, the constants left out


def test_scopes_of_one_kind_are_opened_together():
    names = ["x"] + [f"net/layer_{i}/{part}" for i in range(10) for part in ("a/p", "a/q", "b/p", "b/q")]
    data = [{"nodes": [{"n": name, "o": "Op", "k": "op", "i": [[i - 1, 0]] if i else [], "t": ["float"]}
                       for i, name in enumerate(names)], "results": []}]
    for limit, wanted in ((5, {"x", "net"}), (15, {"x"} | {f"net/layer_{i}" for i in range(10)}),
                          (25, {"x"} | {f"net/layer_{i}/{part}" for i in range(10) for part in "ab"})):
        folded = fold.fold(data, limit)[0]["nodes"]
        assert {node["n"] for node in folded} == wanted, limit
    # A chain of 21 boxes: each needs the one before.
    assert [node["i"] for node in folded] == [[]] + [[[i, 0]] for i in range(20)]


def test_layers_too_many_for_the_picture_are_joined_in_runs():
    names = ["x"] + [f"net/layer_{i}/{part}" for i in range(100) for part in "ab"]
    data = [{"nodes": [{"n": name, "o": "Op", "k": "op" if i else "input", "i": [[i - 1, 0]] if i else [],
                        "t": ["float"]} for i, name in enumerate(names)], "results": []}]
    folded = fold.fold(data, 21)[0]["nodes"]
    assert [node["n"] for node in folded] == ["x"] + [
        f"net/layer_{i} … layer_{i + 4}" for i in range(0, 100, 5)]
    assert [node["i"] for node in folded] == [[]] + [[[i, 0]] for i in range(20)]


def test_bodies_are_folded_while_there_is_room():
    def graph(names, **more):
        return {"nodes": [{"n": name, "o": "Op", "k": "op", "t": ["int32"]} for name in names],
                "results": [[len(names) - 1, 0]], **more}

    main = graph(["call", "again"])
    for node in main["nodes"]:
        node.update(k="call", b=[["body", "f", 1], ["cond", "g", 2]])
    folded = fold.fold([main, graph([f"s{i}/n" for i in range(100)]), graph(["only"])], 20)
    assert len(folded[1]["nodes"]) <= 30 and folded[1]["results"][0][0] < len(folded[1]["nodes"])
    places = [[body for _, _, body in node["b"]] for node in folded[0]["nodes"]]
    assert places[0] == places[1] and places[0][0] == 1
    assert "only" in [node["n"] for g in folded for node in g["nodes"]] or places[0][1] == -1


def boxes(placed):
    return [(item.x, item.y, item.x + item.w, item.y + item.h) for item in placed.items]


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("seed", range(20))
def test_nodes_do_not_overlap_and_stand_below_what_they_need(seed):
    random = np.random.RandomState(seed)
    count = random.randint(2, 60)
    nodes = [{"n": f"n{i}", "o": "Op", "k": "op", "t": ["float"],
              "i": [[int(random.randint(i)), 0] for _ in range(random.randint(0, 4))] if i else []}
             for i in range(count)]
    placed = layout.Placer([{"nodes": nodes, "results": []}], lambda node: 80.0).place()
    assert len(placed.items) == count
    assert not any(overlap(a, b) for a, b in itertools.combinations(boxes(placed), 2))
    for edge in placed.edges:
        assert edge.source.y + edge.source.h < edge.target.y
        assert edge.points[0][1] == edge.source.y + edge.source.h and edge.points[-1][1] == edge.target.y
    assert all(0 <= x and 0 <= y and u <= placed.w and v <= placed.h for x, y, u, v in boxes(placed))


def test_cycles_and_functions_that_call_themselves_are_drawn():
    nodes = [{"n": "merge", "o": "Merge", "k": "op", "i": [[1, 0], [1, -1]], "t": ["int32"]},
             {"n": "next", "o": "NextIteration", "k": "call", "i": [[0, 0]], "t": ["int32"],
              "b": [["", "f", 1]]}]
    body = {"nodes": [dict(nodes[1], i=[])], "results": [[0, 0]]}
    assert "next" in texts(svg.svg([{"nodes": nodes, "results": []}, body]))
    assert texts(svg.svg([{"nodes": [], "results": []}])) == []


def test_inputs_that_are_not_there_have_no_edge():
    main = {"nodes": [{"n": "call", "o": "f", "k": "call", "b": [["", "f", 1]]}], "results": []}
    body = {"nodes": [{"n": "m", "o": "Neg", "k": "problem", "p": "no input", "i": [[-1, 0, "gone"]]}],
            "results": [[0, 0], [-1, 0, "gone"]]}
    inner = layout.Placer([main, body], lambda node: 80.0).place().items[0].boxes[0].inner
    assert [(edge.source.node, edge.target.node) for edge in inner.edges] == [(0, -1)]
    assert "m" in texts(svg.svg(fold.fold([main, body], 10)))

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What Opgraft writes, read by the code of Netron, TensorBoard and Chromium: check_viewers.py COMMAND NETRON.

COMMAND is the program `opgraft`, NETRON a folder of Netron's modules that Node.js can import.
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from google.protobuf import text_format
from tensorboard import context
from tensorboard.backend.event_processing import data_provider, plugin_event_multiplexer
from tensorboard.compat.proto import graph_pb2
from tensorboard.plugins import base_plugin
from tensorboard.plugins.graph import graphs_plugin

import opgraft
from opgraft import ops

HERE = pathlib.Path(__file__).resolve().parent


def make_graph():
    """A bit of everything: branches, a loop, state, strings, a control edge, a scope, a list attr."""
    with opgraft.Graph() as graph:
        x = opgraft.placeholder("x", opgraft.float32, [2, None])
        total = opgraft.variable("total", np.float32(0))
        scaled = ops.mul(x, np.float32([[2], [3]]), name="layer/scaled")
        mean = ops.mean(scaled, [0, 1], name="layer/mean")
        either = opgraft.cond(mean > 0.0, lambda: ops.neg(mean, name="minus"), lambda: mean, name="either")
        _, last = opgraft.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2.0), [0, either])
        with graph.control_dependencies([scaled]):
            ops.as_string(last, name="text")
        total.assign(ops.add_v2(total.value, last, name="next"))
    return graph


# What the graph above has, by name; ops of the nodes that it was given no names for are below.
NAMED = {"x": "Placeholder", "layer/scaled": "Mul", "layer/mean": "Mean", "either": "If", "text": "AsString",
         "next": "AddV2"}
EDGES = {"layer/scaled": "x", "layer/mean": "layer/scaled", "either": "layer/mean"}
OTHER_OPS = {"ReadValue", "Assign", "Greater"}
LOOPS = {"While", "StatelessWhile"}


def check(condition, what):
    if not condition:
        raise SystemExit(f"wrong: {what}")


def check_nodes(nodes, viewer):
    """`nodes`: (op, the names of its inputs) by name."""
    found = {name: op for name, (op, _) in nodes.items()}
    for name, op in NAMED.items():
        check(found.get(name, "").replace("Stateless", "") == op, f"{viewer}: '{name}' is {found.get(name)}")
    for name, source in EDGES.items():
        check(any(i.split(":")[0].lstrip("^") == source for i in nodes[name][1]),
              f"{viewer}: '{name}' is fed by {nodes[name][1]}")
    check(OTHER_OPS <= set(found.values()) and LOOPS & set(found.values()), f"{viewer}: {set(found.values())}")
    print(f"{viewer}: {len(nodes)} nodes")


def by_tensorboard(path, folder):
    """The graph of a file as TensorBoard's server gives it to its page."""
    opgraft.load(path).save_events(folder)
    events = plugin_event_multiplexer.EventMultiplexer()
    events.AddRunsFromDirectory(str(folder))
    events.Reload()
    plugin = graphs_plugin.GraphsPlugin(base_plugin.TBContext(
        logdir=str(folder), data_provider=data_provider.MultiplexerDataProvider(events, str(folder))))
    text, _ = plugin.graph_impl(context.RequestContext(), ".", None, False, "", limit_attr_size=1024,
                                large_attrs_key="_too_large")
    return text_format.Parse(text, graph_pb2.GraphDef())


def by_netron(modules, files):
    ran = subprocess.run(["node", HERE / "read_by_netron.mjs", modules, *files], stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def nodes_of(graph):
    """Of what Netron has read: the tensors of a GraphDef go by the names of their nodes."""
    return {node["name"]: (node["type"], node["inputs"]) for node in graph["nodes"]}


def main(command, modules):
    folder = pathlib.Path(tempfile.mkdtemp())
    graph = make_graph()
    model = graph.compile()
    model(x=np.ones((2, 3), np.float32))
    graph.save(folder / "built.pb")
    opgraft.load(folder / "built.pb").save(folder / "saved.pb")
    subprocess.run([command, "convert", folder / "built.pb", folder / "text.pbtxt"], check=True)
    subprocess.run([command, "convert", folder / "built.pb", folder / "aligned.pb"], check=True)

    for name in ("built", "saved", "aligned"):
        graph_def = by_tensorboard(folder / f"{name}.pb", folder / name)
        check_nodes({node.name: (node.op, node.input) for node in graph_def.node}, f"TensorBoard, {name}.pb")
        check(len(graph_def.library.function) >= 4, "TensorBoard: the bodies of If and While are there")

    files = [folder / name for name in ("built.pb", "saved.pb", "aligned.pb", "text.pbtxt")]
    for file, read in zip(files, by_netron(modules, files)):
        check(read["format"].startswith("TensorFlow Graph"), f"Netron calls {file.name} {read['format']}")
        check_nodes(nodes_of(read["graphs"][0]), f"Netron, {file.name}")
    check_ir(command, modules, folder)
    check_pages(command, folder)


def check_ir(command, modules, folder):
    """A summator becomes layers of OpenVINO's, which Netron shows."""
    with opgraft.Graph() as graph:
        x = opgraft.placeholder("x", opgraft.float32, [1])
        total = opgraft.variable("total", np.float32([0]))
        y = ops.add_v2(total.value, x, name="y")
        total.assign(y)
    graph.save(folder / "sum.pb")
    subprocess.run([command, "convert", folder / "sum.pb", folder / "sum.xml"], check=True)
    read = by_netron(modules, [folder / "sum.xml"])[0]
    check(read["format"] == "OpenVINO IR", f"Netron calls sum.xml {read['format']}")
    kinds = {node["type"] for node in read["graphs"][0]["nodes"]}
    check({"ReadValue", "Assign", "Add"} <= kinds, f"Netron: the layers of sum.xml are {kinds}")
    check(len(read["graphs"][0]["inputs"]) == 1, "Netron: sum.xml has one input")
    print(f"Netron, sum.xml: {len(read['graphs'][0]['nodes'])} layers")


def in_browser(page):
    """The page's elements after its scripts; no script may have failed."""
    ran = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
         "--virtual-time-budget=3000", "--dump-dom", page.as_uri()], capture_output=True, text=True, check=True)
    problems = [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
    check(not problems, f"{page.name}: {problems}")
    return ran.stdout


def check_pages(command, folder):
    """Pages and pictures in a browser."""
    model = opgraft.load(folder / "built.pb")
    picture = model.draw(interactive=True)
    picture.save(folder / "model.html")
    dom = in_browser(folder / "model.html")
    check("built.pb</h1>" in dom, "the page has its title")
    check(re.search(r"<h3>State</h3><ul><li>total: float", dom), "the page lists the state")

    notebook = folder / "notebook.html"
    notebook.write_text(f"<body>{model.draw()._repr_html_()}{picture._repr_html_()}{model._repr_html_()}</body>")
    dom = in_browser(notebook)
    shown = {html.unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", dom)}
    check({"x", "either", "Placeholder"} <= shown, f"the picture shows {shown}")
    check("<iframe" in dom and "<table>" in dom, "a notebook has the page and the table")

    subprocess.run([command, "gen", "docs", "--all", "-o", folder / "site"], check=True, stdout=subprocess.DEVNULL)
    dom = in_browser(folder / "site" / "index.html")
    check(dom.count("AddV2") > 0 and dom.count("<a ") > 500, "the op reference lists all ops")
    print("Chromium: the page of a model, what notebooks show, the op reference")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

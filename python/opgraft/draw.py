# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures and tables of models, for notebooks."""

from __future__ import annotations

import html
import json
import os
import shutil
import subprocess
from typing import Any, List, Optional

from opgraft import _core, errors, fold, svg

_MAX_NODES = 150  # beyond, a picture is folded
_FOLDED_NODES = 60


class Drawing:
    """A model to look at: a picture (`svg`), and a page to search and zoom in (`page`)."""

    def __init__(self, model: Any, svg_text: str, interactive: bool):
        self._model = model
        self._interactive = interactive
        self.svg = svg_text

    @property
    def page(self) -> str:
        """What `opgraft show --html` writes."""
        return str(self._model.html())

    def save(self, path: Any) -> None:
        """Writes the picture into a .svg, the page into a .html."""
        name = os.fsdecode(path)
        ending = os.path.splitext(name)[1].lower()
        if ending not in (".svg", ".html", ".htm"):
            raise errors.InvalidArgumentError(
                f"'{name}': a drawing is written as .svg or .html. Give the file one of these endings")
        picture = self.svg if ending == ".svg" else self.page
        _core.write_file(name, picture.encode())

    def _repr_html_(self) -> str:
        if not self._interactive:
            return self.svg
        return (f'<iframe srcdoc="{html.escape(self.page)}" style="width:100%;height:600px;border:0" '
                'sandbox="allow-scripts"></iframe>')

    def __repr__(self) -> str:
        return "<opgraft.Drawing; save(path) writes it, as .svg or .html>"


def draw(model: Any, interactive: bool = False) -> Drawing:
    """A picture of a model, laid out by Graphviz where `dot` is installed. One of many nodes is folded:
    what stands in a scope of names is one node. interactive: a notebook shows the page in its place."""
    graphs = json.loads(_core.view_data(model._graph))["graphs"]
    if sum(len(graph["nodes"]) for graph in graphs) > _MAX_NODES:
        picture = svg.svg(fold.fold(graphs, _FOLDED_NODES))
    else:
        picture = _by_graphviz(model.dot()) or svg.svg(graphs)
    return Drawing(model, picture, interactive)


def _by_graphviz(dot: str) -> Optional[str]:
    program = shutil.which("dot")
    if program is None:
        return None
    made = subprocess.run([program, "-Tsvg"], input=dot.encode(), capture_output=True, check=False)
    if made.returncode != 0:
        return None
    picture = made.stdout.decode()
    # As wide as the notebook, where that is narrower.
    return picture[picture.index("<svg"):].replace("<svg", '<svg style="max-width:100%;height:auto"', 1)


def _are_numbers(head: List[str], rows: List[List[Any]]) -> List[bool]:
    """By columns; numbers go to the right."""
    return [bool(rows) and str(cell)[:1].isdigit() for cell in (rows[0] if rows else head)]


def table(head: List[str], rows: List[List[Any]]) -> str:
    """An HTML table."""
    numbers = _are_numbers(head, rows)

    def line(tag: str, row: List[Any]) -> str:
        return "<tr>" + "".join(
            f'<{tag} style="text-align:{"right" if number else "left"};padding:2px 8px">'
            f"{html.escape(str(cell))}</{tag}>" for cell, number in zip(row, numbers)) + "</tr>"

    return "<table>" + line("th", head) + "".join(line("td", row) for row in rows) + "</table>"


def text_table(head: List[str], rows: List[List[Any]]) -> str:
    """The same as text."""
    lines = [head, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    numbers = _are_numbers(head, rows)
    return "\n".join(
        "  ".join(cell.rjust(width) if number else cell.ljust(width)
                  for cell, width, number in zip(line, widths, numbers)).rstrip()
        for line in lines)


class KernelTable:
    """The kernels of some ops, with the dtypes that they are for."""

    _HEAD = ["op", "device", "dtypes", "other constraints"]

    def __init__(self, rows: List[List[str]]):
        self.rows = rows

    def __str__(self) -> str:
        return text_table(self._HEAD, self.rows)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return table(self._HEAD, self.rows)


def kernels(*names: str) -> KernelTable:
    """The kernels of the ops of these names: `opgraft.kernels("AddV2")`; a notebook shows a table."""
    return KernelTable([[name, *row] for name in names for row in _core.kernels(name)])


def model_table(model: Any) -> str:
    """Inputs, outputs and variables of a model."""
    from opgraft.model import show_shape
    rows = []
    for kind, specs in (("input", model.inputs), ("output", model.outputs), ("state", model.states)):
        rows += [[kind, spec.name, spec.dtype.name, show_shape(spec.shape)] for spec in specs]
    title = html.escape(model._source or "opgraft.Model")
    return f"<p><b>{title}</b>, {len(model.nodes)} nodes</p>" + table(
        ["", "name", "dtype", "shape"], rows)


def request_table(request: Any) -> str:
    """The variables of a request."""
    if request.closed:
        return "<p>opgraft.Request, closed</p>"
    rows = [[state.name, state.value, "set" if state.is_set else "not set"]
            for state in request.states.values()]
    return f"<p><b>opgraft.Request</b>, {len(rows)} variable{'' if len(rows) == 1 else 's'}</p>" + table(
        ["variable", "value", ""], rows)

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures and tables of models, for notebooks."""

from __future__ import annotations

import html
import shutil
import subprocess
from typing import Any, List, Optional

_MAX_NODES = 400  # beyond, a picture is of no use


class Drawing:
    """A model to look at: SVG where Graphviz is installed, else a page with a script."""

    def __init__(self, svg: Optional[str], page: str):
        self.svg = svg
        self.page = page

    def save(self, path: Any) -> None:
        """Writes the SVG if the name ends in .svg, else the page."""
        if str(path).endswith(".svg") and self.svg is None:
            raise RuntimeError("an SVG needs Graphviz (apt-get install graphviz); save it as .html")
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.svg if str(path).endswith(".svg") and self.svg else self.page)

    def _repr_html_(self) -> str:
        return self.svg or (
            f'<iframe srcdoc="{html.escape(self.page)}" style="width:100%;height:600px;border:0" '
            'sandbox="allow-scripts"></iframe>')

    def __repr__(self) -> str:
        return f"<opgraft.Drawing, {'SVG' if self.svg else 'a page'}; save(path) writes it>"


def draw(model: Any) -> Drawing:
    """A picture of a model; one of many nodes is a page to search and zoom in."""
    page = model.html()
    program = shutil.which("dot")
    if program is None or len(model.nodes) > _MAX_NODES:
        return Drawing(None, page)
    made = subprocess.run([program, "-Tsvg"], input=model.dot().encode(), capture_output=True,
                          check=False)
    svg = made.stdout.decode() if made.returncode == 0 else None
    if svg is None:
        return Drawing(None, page)
    # As wide as the page, where that is narrower.
    svg = svg[svg.index("<svg"):].replace("<svg", '<svg style="max-width:100%;height:auto"', 1)
    return Drawing(svg, page)


def table(head: List[str], rows: List[List[Any]]) -> str:
    """An HTML table; text to the left, columns that begin with numbers to the right."""
    is_number = [bool(rows) and str(cell)[:1].isdigit() for cell in (rows[0] if rows else head)]

    def line(tag: str, row: List[Any]) -> str:
        return "<tr>" + "".join(
            f'<{tag} style="text-align:{"right" if number else "left"};padding:2px 8px">'
            f"{html.escape(str(cell))}</{tag}>" for cell, number in zip(row, is_number)) + "</tr>"

    return "<table>" + line("th", head) + "".join(line("td", row) for row in rows) + "</table>"


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

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""A model as SVG, without Graphviz."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Set, Tuple

from opgraft.layout import TITLE, Box, Edge, Item, Layout, Placer

_MAX_TEXT = 30  # letters of a name in the picture; a tooltip has all
_MAX_ATTR = 200
# Of the page of `opgraft show --html` by day: a notebook's picture stands on white.
_FILLS = {"constant": "#e6e9ee", "input": "#d3e7ff", "state": "#ffe2b0", "call": "#e4dcf8",
          "problem": "#ffd2cc", "scope": "#e8f3e4", "op": "#ffffff"}
_LINE, _EDGE, _TEXT, _SOFT, _BODY, _PROBLEM = (
    "#aab4c2", "#8793a5", "#1c2330", "#5b6675", "#f4f1fb", "#c0392b")
_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"

# Widths of letters by the height of a common sans-serif; the browser's may be another.
_WIDTHS = {**dict.fromkeys("fijlrtI.,:;|!'()[]/ ", 0.36), **dict.fromkeys("mwMW@%…", 0.92),
           **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ?_+=<>#~^", 0.70)}


def _width(text: str, size: float) -> float:
    return size * sum(_WIDTHS.get(letter, 0.60) for letter in text)


def _shortened(text: str) -> str:
    """The end tells nodes apart."""
    return text if len(text) <= _MAX_TEXT else "…" + text[1 - _MAX_TEXT:]


def _subtitle(node: Dict[str, Any]) -> str:
    if "p" in node:
        return f"{node['o']} (?)"
    if node["k"] == "state":
        variable = dict(node.get("a", ())).get("variable_id", "").strip('"')
        return f"{node['o']} {variable}"
    return str(node["o"])


def _measure(node: Dict[str, Any]) -> float:
    return 20 + max(44.0, _width(_shortened(node["n"]), 12), _width(_shortened(_subtitle(node)), 10.5))


def _text(x: float, y: float, text: str, size: float, color: str, anchor: str = "middle") -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{color}" '
            f'text-anchor="{anchor}">{html.escape(text)}</text>')


def _rect(x: float, y: float, w: float, h: float, r: float, fill: str, line: str) -> str:
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{r:g}" '
            f'fill="{fill}" stroke="{line}"/>')


def _cylinder(x: float, y: float, w: float, h: float, fill: str, line: str) -> str:
    r = w / 2
    return (f'<path d="M{x:.1f} {y + 3:.1f}v{h - 6:.1f}a{r:.1f} 3 0 0 0 {w:.1f} 0v{6 - h:.1f}'
            f'a{r:.1f} 3 0 0 0 {-w:.1f} 0a{r:.1f} 3 0 0 0 {w:.1f} 0" fill="{fill}" stroke="{line}"/>')


def _tooltip(node: Dict[str, Any]) -> str:
    lines = [f"{node['n']} = {node['o']}", *node.get("t", ())]
    lines += [f"{name}: {value[:_MAX_ATTR]}" for name, value in node.get("a", ())]
    if "p" in node:
        lines.append(node["p"])
    return f"<title>{html.escape(chr(10).join(lines))}</title>"


class _Painter:
    def __init__(self, graphs: List[Dict[str, Any]]):
        self._graphs = graphs
        self._parts: List[str] = []
        self._told: Set[Tuple[Item, int]] = set()

    def paint(self, layout: Layout) -> str:
        self._layout(layout, 0.0, 0.0)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.w:.0f} {layout.h:.0f}" '
                f'width="{layout.w:.0f}" style="max-width:100%;height:auto;background:#fff" '
                f'font-family="{_FONT}">\n' + "\n".join(self._parts) + "\n</svg>\n")

    def _layout(self, layout: Layout, x: float, y: float) -> None:
        """What is open lies below the edges, and these below what is closed."""
        graph = self._graphs[layout.graph]
        for item in layout.items:
            if item.boxes:
                self._item(graph, item, x, y)
            for box in item.boxes:
                self._box(box, x + item.x, y + item.y)
        for edge in layout.edges:
            self._edge(edge, x, y)
        for edge in layout.edges:
            self._type(graph, edge, x, y)
        for item in layout.items:
            if not item.boxes:
                self._item(graph, item, x, y)

    def _item(self, graph: Dict[str, Any], item: Item, dx: float, dy: float) -> None:
        x, y = dx + item.x, dy + item.y
        middle = x + item.w / 2
        if item.node < 0:
            self._parts += [_rect(x, y, item.w, item.h, 11, "#ffffff", _LINE),
                            _text(middle, y + 15, f"result {-1 - item.node}", 11, _TEXT)]
            return
        node = graph["nodes"][item.node]
        kind = node["k"]
        fill, line = _FILLS.get(kind, _FILLS["op"]), _PROBLEM if kind == "problem" else _LINE
        parts = [_tooltip(node)]
        if kind == "state":
            parts.append(_cylinder(x, y, item.w, item.h, fill, line))
        else:
            if kind == "scope":  # a stack: there is more in it
                parts.append(_rect(x + 3, y + 3, item.w, item.h, 6, fill, line))
            parts.append(_rect(x, y, item.w, item.h, {"input": 18, "constant": 2}.get(kind, 6), fill, line))
        down = 3 if kind == "state" else 0
        parts += [_text(middle, y + 15 + down, _shortened(node["n"]), 12, _TEXT),
                  _text(middle, y + 29 + down, _shortened(_subtitle(node)), 10.5, _SOFT)]
        self._parts.append(f"<g>{''.join(parts)}</g>")

    def _box(self, box: Box, dx: float, dy: float) -> None:
        x, y = dx + box.x, dy + box.y
        self._parts += [_rect(x, y, box.w, box.inner.h, 6, _BODY, _LINE),
                        _text(x + 2, y - TITLE + 14, box.label, 10.5, _SOFT, "start")]
        self._layout(box.inner, x, y)

    def _edge(self, edge: Edge, dx: float, dy: float) -> None:
        points = [(dx + x, dy + y) for x, y in edge.points]
        path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
        for (x, y), (u, v) in zip(points, points[1:]):
            middle = (y + v) / 2
            path += f"C{x:.1f} {middle:.1f} {u:.1f} {middle:.1f} {u:.1f} {v:.1f}"
        dashes = ' stroke-dasharray="4 4"' if max(edge.ports) < 0 else ""
        x, y = points[-1]
        self._parts.append(
            f'<path d="{path}" fill="none" stroke="{_EDGE}"{dashes}/>'
            f'<path d="M{x:.1f} {y:.1f}l-3.5 -7h7z" fill="{_EDGE}"/>')

    def _type(self, graph: Dict[str, Any], edge: Edge, dx: float, dy: float) -> None:
        """The type of each tensor, once, where it leaves its node."""
        port = next((p for p in edge.ports if p >= 0), -1)
        if port < 0 or edge.source.node < 0 or (edge.source, port) in self._told:
            return
        self._told.add((edge.source, port))
        types = graph["nodes"][edge.source.node].get("t", ())
        text = (types[port] if port < len(types) else "?").replace(" <unknown>", "")
        (x, y), (u, _) = edge.points[:2]
        middle, width = dx + x + (u - x) * 0.15, _width(text, 9.5)
        self._parts.append(
            f'<rect x="{middle - width / 2 - 2:.1f}" y="{dy + y + 5:.1f}" width="{width + 4:.1f}" '
            f'height="11" fill="#ffffff" fill-opacity="0.85"/>'
            + _text(middle, dy + y + 14, text, 9.5, _SOFT))


def svg(graphs: List[Dict[str, Any]]) -> str:
    """The picture of a model's data: the "graphs" of what `opgraft show --html` writes."""
    return _Painter(graphs).paint(Placer(graphs, _measure).place())

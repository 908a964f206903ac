# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Places the nodes of a graph in layers, each below what it needs.

What the page of `opgraft show --html` does in the browser (tools/model_view/page/layout.js), for a
picture that does not move: layers by the longest path, order within a layer by the neighbours' mean,
and x by a least-squares fit that keeps the order. A function that is open stands in its node as a box.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

GAP_X, GAP_Y = 18.0, 44.0
PAD = 12.0
TITLE = 20.0
NODE_HEIGHT = 36.0
_LEAST_BOX = 80.0
_GAP_OF_EDGES = 8.0
_DEEPEST = 8  # bodies within bodies
_LONG_EDGE = 30  # layers; a longer edge is drawn straight, without a place in each layer

Point = Tuple[float, float]


class Item:
    """A node with its place, or the place of an edge in a layer that it passes."""

    def __init__(self, node: int, w: float, h: float, is_input: bool = False, is_dummy: bool = False):
        self.node = node  # -1 - r stands for result r
        self.w, self.h = w, h
        self.is_input, self.is_dummy = is_input, is_dummy
        self.x = self.y = 0.0
        self.layer = self.at = 0
        self.wish = 0.0
        self.boxes: List[Box] = []
        self.up: List[Item] = []
        self.down: List[Item] = []
        self.out: List[Edge] = []

    @property
    def centre(self) -> float:
        return self.x + self.w / 2


class Edge:
    """All tensors that go from one item to another; a port of -1 is a control edge."""

    def __init__(self, source: Item, target: Item):
        self.source, self.target = source, target
        self.ports: List[int] = []
        self.is_back = False
        self.chain: List[Item] = []
        self.points: List[Point] = []


class Box:
    """The body of a function in the item that calls it."""

    def __init__(self, label: str, x: float, inner: "Layout"):
        self.label, self.x, self.y, self.inner = label, x, NODE_HEIGHT + TITLE, inner

    @property
    def w(self) -> float:
        return max(self.inner.w, _LEAST_BOX)


class Layout:
    """A graph with the places of its items; coordinates are from its own corner."""

    def __init__(self, graph: int, items: List[Item], edges: List[Edge], w: float, h: float):
        self.graph, self.items, self.edges, self.w, self.h = graph, items, edges, w, h


class Placer:
    """Lays out the graphs of a model's data.

    measure: the width of a node. A body is opened at the first node that calls it, some calls deep.
    """

    def __init__(self, graphs: List[Dict[str, Any]], measure: Callable[[Dict[str, Any]], float]):
        self._graphs = graphs
        self._measure = measure
        self._opened = {0}
        self._depth = 0

    def place(self, index: int = 0) -> Layout:
        """The layout of a graph, with the bodies that are called from it."""
        items = self._items(index)
        edges = _edges(self._graphs[index], items)
        layers = _layers(items, edges)
        _add_dummies(items, edges, layers)
        _order(layers)
        _place_x(layers)
        return _finish(index, items, edges, layers)

    def _items(self, index: int) -> List[Item]:
        graph = self._graphs[index]
        items = []
        for i, node in enumerate(graph["nodes"]):
            item = Item(i, self._measure(node), NODE_HEIGHT, is_input=node["k"] in ("input", "state"))
            self._open(item, node)
            items.append(item)
        if index > 0:
            items += [Item(-1 - r, 70.0, 22.0) for r, result in enumerate(graph["results"])
                      if result[0] >= 0]
        return items

    def _open(self, item: Item, node: Dict[str, Any]) -> None:
        """The bodies side by side below the node's title."""
        x = PAD
        for label, name, graph in node.get("b", ()):
            if graph < 0 or graph in self._opened or self._depth == _DEEPEST:
                continue
            self._opened.add(graph)
            self._depth += 1
            box = Box(label or name, x, self.place(graph))
            self._depth -= 1
            item.boxes.append(box)
            x += box.w + PAD
        if item.boxes:
            item.w = max(item.w, x)
            item.h = NODE_HEIGHT + TITLE + max(box.inner.h for box in item.boxes) + PAD


def _edges(graph: Dict[str, Any], items: List[Item]) -> List[Edge]:
    """One edge between two items, however many tensors it stands for."""
    at = {item.node: item for item in items}
    edges: Dict[Tuple[int, int], Edge] = {}
    for item in items:
        inputs = [graph["results"][-1 - item.node]] if item.node < 0 else (
            graph["nodes"][item.node].get("i", ()))
        for source, port, *_ in inputs:
            if source < 0 or source == item.node:  # an input that is not in the file
                continue
            edge = edges.setdefault((source, item.node), Edge(at[source], item))
            if port not in edge.ports:
                edge.ports.append(port)
    return list(edges.values())


def _in_order(items: List[Item], edges: List[Edge]) -> List[Item]:
    """What an item needs comes before it; edges that close a cycle are marked as going back."""
    waits = {item: 0 for item in items}
    for edge in edges:
        edge.source.out.append(edge)
        waits[edge.target] += 1
    ready = [item for item in items if waits[item] == 0]
    left = dict.fromkeys(items)
    order: List[Item] = []
    i = 0
    while left:
        # Only cycles are left: the first of them goes on without what it waits for.
        if i == len(ready):
            ready.append(next(iter(left)))
        item = ready[i]
        i += 1
        if item not in left:
            continue
        del left[item]
        order.append(item)
        for edge in item.out:
            edge.is_back = edge.target not in left
            if edge.is_back:
                continue
            edge.target.layer = max(edge.target.layer, item.layer + 1)
            waits[edge.target] -= 1
            if waits[edge.target] == 0:
                ready.append(edge.target)
    return order


def _layers(items: List[Item], edges: List[Edge]) -> List[List[Item]]:
    order = _in_order(items, edges)
    # What is computed of no input stands right above its first consumer; so does what has no inputs.
    has_input = {edge.target for item in order for edge in item.out if not edge.is_back}
    is_fed = {item for item in order if item.is_input}
    for item in order:
        if item in is_fed:
            is_fed.update(edge.target for edge in item.out if not edge.is_back)
    for item in reversed(order):
        uses = [edge.target.layer for edge in item.out if not edge.is_back]
        if uses and (item not in has_input or item not in is_fed):
            item.layer = min(uses) - 1
    layers: List[List[Item]] = [[] for _ in range(1 + max((i.layer for i in items), default=-1))]
    for item in order:
        layers[item.layer].append(item)
    return layers


def _add_dummies(items: List[Item], edges: List[Edge], layers: List[List[Item]]) -> None:
    """A place in each layer that an edge passes: its chain has items from the top down."""
    left = 4 * len(items) + 2000
    for edge in edges:
        between = range(edge.source.layer + 1, edge.target.layer)
        is_long = edge.is_back or len(between) >= _LONG_EDGE or len(between) > left
        edge.chain = [edge.source]
        for layer in () if is_long else between:
            dummy = Item(0, 2.0, 0.0, is_dummy=True)
            dummy.layer = layer
            layers[layer].append(dummy)
            edge.chain.append(dummy)
            left -= 1
        edge.chain.append(edge.target)
        if not is_long:
            for upper, lower in zip(edge.chain, edge.chain[1:]):
                upper.down.append(lower)
                lower.up.append(upper)


def _order(layers: List[List[Item]]) -> None:
    """Swaps items within their layers until few edges cross."""
    def number(layer: List[Item]) -> None:
        for i, item in enumerate(layer):
            item.at = i

    for layer in layers:
        number(layer)
    for sweep in range(8):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            for item in layer:
                near = item.up if sweep % 2 == 0 else item.down
                item.wish = sum(n.at for n in near) / len(near) if near else item.at
            layer.sort(key=lambda item: (item.wish, item.at))
            number(layer)


def _place_x(layers: List[List[Item]]) -> None:
    for layer in layers:
        x = 0.0
        for item in layer:
            item.x = x
            x += item.w + (_GAP_OF_EDGES if item.is_dummy else GAP_X)
    for turn in range(12):
        for layer in layers if turn % 2 == 0 else reversed(layers):
            for item in layer:
                near = (item.up or item.down) if turn % 2 == 0 else (item.down or item.up)
                item.wish = item.x
                if near:
                    item.wish = sum(n.centre for n in near) / len(near) - item.w / 2
            _fit(layer)


def _fit(layer: List[Item]) -> None:
    """The x that is nearest to the wishes, in the order given: neighbours that would overlap are moved
    as one block, whose place is the mean of theirs (pool adjacent violators)."""
    blocks: List[Tuple[float, float, List[Tuple[Item, float]]]] = []  # sum of wishes, weight, items
    offset = 0.0
    for item in layer:
        weight = 4.0 if item.is_dummy else 1.0
        block = ((item.wish - offset) * weight, weight, [(item, offset)])
        offset += item.w + (_GAP_OF_EDGES if item.is_dummy else GAP_X)
        while blocks and blocks[-1][0] / blocks[-1][1] > block[0] / block[1]:
            total, weight, items = blocks.pop()
            block = (total + block[0], weight + block[1], items + block[2])
        blocks.append(block)
    for total, weight, items in blocks:
        for item, offset in items:
            item.x = total / weight + offset


def _finish(graph: int, items: List[Item], edges: List[Edge], layers: List[List[Item]]) -> Layout:
    everything = [item for layer in layers for item in layer]
    y = PAD
    for layer in layers:
        height = max((item.h for item in layer), default=0.0)
        for item in layer:
            item.y = y + (height - item.h) / 2
        y += height + GAP_Y
    left = min((item.x for item in everything), default=0.0)
    for item in everything:
        item.x += PAD - left
    for edge in edges:
        # From the lower side of the first to the upper side of the last.
        edge.points = [(item.centre, item.y + (item.h if i == 0 else 0.0))
                       for i, item in enumerate(edge.chain)]
    _spread_ends(edges)
    right = max((item.x + item.w for item in everything), default=0.0)
    return Layout(graph, items, edges, right + PAD, max(y - GAP_Y, 0.0) + PAD)


def _spread_ends(edges: List[Edge]) -> None:
    """Edges come in side by side, in the order in which they come from above."""
    into: Dict[Item, List[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.target, []).append(edge)
    for item, ends in into.items():
        ends.sort(key=lambda edge: edge.points[-2][0])
        width = min(item.w * 0.8, len(ends) * 24.0)
        for i, edge in enumerate(ends):
            x = item.centre + width * ((i + 0.5) / len(ends) - 0.5)
            edge.points[-1] = (x, edge.points[-1][1])

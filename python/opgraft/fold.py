# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes of a model's many nodes few, for a picture that can be read.

What stands in a scope ("encoder/layer_3/") becomes one node; scopes are opened from the outer ones as
far as there is room, layers of one kind together. Where names have no scopes, runs of nodes become one,
cut where few tensors pass. Constants are left out.
"""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from typing import Any, Dict, Iterator, List, Tuple

_Data = Dict[str, Any]  # a graph, or a node, as the page of `opgraft show --html` has it
_LEAST_OF_BODIES = 30
_TOO_FEW = 6  # a part of the nodes that there is room for
_NAMED_OPS = 8


class _Group:
    """Nodes that are one in the picture, or a single one."""

    def __init__(self, title: str, members: List[int]):
        self.title, self.members = title, members


class _Scope:
    def __init__(self, path: str = ""):
        self.path = path
        self.scopes: Dict[str, _Scope] = {}
        self.nodes: List[int] = []
        self.is_open = False

    @property
    def width(self) -> int:
        """How many nodes it is in the picture when it is open."""
        return len(self.scopes) + len(self.nodes)

    def add(self, name: str, node: int) -> None:
        scope = self
        for part in re.findall(r"[^/.]*[/.]+", name):
            scope = scope.scopes.setdefault(part, _Scope(scope.path + part))
        scope.nodes.append(node)

    def all_nodes(self) -> Iterator[int]:
        yield from self.nodes
        for scope in self.scopes.values():
            yield from scope.all_nodes()

    def groups(self) -> Iterator[_Group]:
        for node in self.nodes:
            yield _Group("", [node])
        for scope in self.scopes.values():
            if scope.is_open:
                yield from scope.groups()
            else:
                yield _Group(scope.path.rstrip("/."), sorted(scope.all_nodes()))


def _units(scopes: List[_Scope]) -> List[List[_Scope]]:
    """The scopes in some; those whose names differ in numbers alone are opened together."""
    units: Dict[str, List[_Scope]] = {}
    for scope in scopes:
        for name, inner in scope.scopes.items():
            units.setdefault(re.sub(r"\d+", "0", name), []).append(inner)
    return list(units.values())


def _more(unit: List[_Scope]) -> int:
    """By how many nodes the picture grows if the unit is opened."""
    return sum(scope.width - 1 for scope in unit)


def _open(unit: List[_Scope]) -> List[List[_Scope]]:
    for scope in unit:
        scope.is_open = True
    return _units(unit)


def _open_scopes(root: _Scope, limit: int) -> None:
    waiting = deque(_units([root]))
    count = root.width
    too_wide: List[List[_Scope]] = []
    while waiting:
        unit = waiting.popleft()
        if _more(unit) > 0 and count + _more(unit) > limit:
            too_wide.append(unit)
            continue
        count += _more(unit)
        waiting.extend(_open(unit))
    # A hundred layers in one scope: all of them, and runs of them will be joined.
    if too_wide and count < limit // _TOO_FEW:
        _open(max(too_wide, key=_more))


def _neighbours(graph: _Data, groups: List[_Group]) -> List[List[int]]:
    """The groups that each one needs."""
    of_node = {node: g for g, group in enumerate(groups) for node in group.members}
    needs = []
    for g, group in enumerate(groups):
        found = dict.fromkeys(of_node.get(source, g) for node in group.members
                              for source, *_ in graph["nodes"][node].get("i", ()))
        needs.append([other for other in found if other != g])
    return needs


def _sorted(needs: List[List[int]]) -> List[int]:
    """What a group needs comes before it, and soon: depth first, round cycles."""
    order: List[int] = []
    seen = [False] * len(needs)
    for last in range(len(needs)):
        stack = [(last, False)]
        while stack:
            group, is_done = stack.pop()
            if is_done:
                order.append(group)
            elif not seen[group]:
                seen[group] = True
                stack.append((group, True))
                stack += [(other, False) for other in needs[group] if not seen[other]]
    return order


def _cuts(order: List[int], needs: List[List[int]], parts: int) -> List[int]:
    """Where to divide the order, about evenly, so that few tensors go from part to part."""
    at = {group: place for place, group in enumerate(order)}
    last_use = {group: at[group] for group in order}
    for group in order:
        for other in needs[group]:
            last_use[other] = max(last_use[other], at[group])
    change = [0] * (len(order) + 1)
    for group in order:
        change[at[group] + 1] += 1
        change[min(last_use[group], len(order) - 1) + 1] -= 1
    crossing = [0]
    for place in range(1, len(order)):
        crossing.append(crossing[-1] + change[place])
    size = len(order) / parts
    cuts = []
    for k in range(1, parts):
        ideal = round(k * size)
        near = range(max(round(ideal - size / 2), 1), min(round(ideal + size / 2), len(order) - 1) + 1)
        cuts.append(min(near, key=lambda place: (crossing[place], abs(place - ideal)), default=ideal))
    return sorted(set(cuts))


def _join(graph: _Data, groups: List[_Group], limit: int) -> List[_Group]:
    """Runs of groups as one, until there are few enough; inputs and states stay, if they are few."""
    def stays(group: _Group) -> bool:
        return len(group.members) == 1 and graph["nodes"][group.members[0]]["k"] in ("input", "state")

    kept = [group for group in groups if stays(group)]
    if len(kept) > limit // 2:
        kept = []
    others = [group for group in groups if group not in kept]
    needs = _neighbours(graph, others)
    order = _sorted(needs)
    places = [0, *_cuts(order, needs, max(limit - len(kept), 1)), len(order)]
    for begin, end in zip(places, places[1:]):
        run = [others[g] for g in order[begin:end]]
        if len(run) == 1:
            kept += run
        else:
            first, last = (group.title or graph["nodes"][group.members[0]]["n"] for group in (run[0], run[-1]))
            scope = os.path.commonprefix([first, last]).rpartition("/")
            kept.append(_Group(f"{first} … {last[len(scope[0] + scope[1]):]}",
                               [node for group in run for node in group.members]))
    return kept


def _groups(graph: _Data, limit: int) -> List[_Group]:
    nodes = graph["nodes"]
    shown = [i for i, node in enumerate(nodes) if node["k"] != "constant"] or list(range(len(nodes)))
    root = _Scope()
    for i in shown:
        root.add(nodes[i]["n"], i)
    _open_scopes(root, limit)
    groups = list(root.groups())
    return _join(graph, groups, limit) if len(groups) > limit else groups


def _as_node(graph: _Data, group: _Group) -> _Data:
    nodes = graph["nodes"]
    if len(group.members) == 1:
        return dict(nodes[group.members[0]])
    ops = Counter(nodes[i]["o"] for i in group.members)
    has_state = any(nodes[i]["k"] == "state" for i in group.members)
    return {"n": group.title, "k": "scope", "t": [],
            "o": f"{len(group.members)} nodes{', with state' if has_state else ''}",
            "a": [[op, str(count)] for op, count in ops.most_common(_NAMED_OPS)]}


def _fold_graph(graph: _Data, limit: int) -> _Data:
    groups = _groups(graph, limit)
    nodes = [_as_node(graph, group) for group in groups]
    of_node = {node: g for g, group in enumerate(groups) for node in group.members}
    ports: Dict[Tuple[int, int], int] = {}  # what leaves a group of several, by node and port

    def port_of(source: int, port: int) -> int:
        g = of_node[source]
        if port < 0 or len(groups[g].members) == 1:
            return port
        if (source, port) not in ports:
            types = graph["nodes"][source].get("t", ())
            ports[source, port] = len(nodes[g]["t"])
            nodes[g]["t"].append(types[port] if port < len(types) else "?")
        return ports[source, port]

    def moved(inputs: Any, into: int) -> List[List[int]]:
        return [[of_node[source], port_of(source, port)] for source, port, *_ in inputs
                if of_node.get(source, into) != into]

    for g, group in enumerate(groups):
        nodes[g]["i"] = [i for node in group.members for i in moved(graph["nodes"][node].get("i", ()), g)]
    return {**graph, "nodes": nodes, "results": moved(graph["results"], -1)}


def fold(graphs: List[_Data], limit: int) -> List[_Data]:
    """The same model in about `limit` nodes; the bodies that are called from what is left, while there
    is room for them."""
    folded = [_fold_graph(graphs[0], limit)]
    left = max(limit - len(folded[0]["nodes"]), _LEAST_OF_BODIES)
    places: Dict[int, int] = {}
    for graph in folded:  # grows
        for node in graph["nodes"]:
            bodies = []
            for label, name, body in node.get("b", ()):
                if body >= 0 and body not in places and left > 0:
                    places[body] = len(folded)
                    folded.append(_fold_graph(graphs[body], max(left, 2)))
                    left -= len(folded[-1]["nodes"])
                bodies.append([label, name, places.get(body, -1)])
            if bodies:
                node["b"] = bodies
    return folded

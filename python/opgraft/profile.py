# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What runs cost, node by node."""

from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Union

from opgraft import _core


class NodeCost(NamedTuple):
    """What one node took over all runs measured."""

    node: str
    op: str
    calls: int
    seconds: float
    longest: float
    bytes: int


def _duration(seconds: float) -> str:
    for limit, unit in ((1e-6, "ns"), (1e-3, "us"), (1.0, "ms")):
        if seconds < limit:
            return f"{seconds / limit * 1000:.3g} {unit}"
    return f"{seconds:.3g} s"


class Profile:
    """Measures the runs of a request inside of a with block."""

    def __init__(self, request: Any):
        self._request = request
        self._core = _core.Profile()

    def __enter__(self) -> "Profile":
        _core.set_profile(self._request, self._core)
        self._request._profile = self._core  # the request keeps what its runs write to
        return self

    def __exit__(self, *_: Any) -> None:
        if not self._request.closed:
            _core.set_profile(self._request, None)

    @property
    def nodes(self) -> List[NodeCost]:
        """The slowest in total first."""
        return [NodeCost(*row) for row in self._core.nodes]

    @property
    def by_op(self) -> Dict[str, float]:
        """Seconds by op, the slowest first."""
        sums: Dict[str, float] = {}
        for node in self.nodes:
            sums[node.op] = sums.get(node.op, 0.0) + node.seconds
        return dict(sorted(sums.items(), key=lambda item: -item[1]))

    def save_trace(self, path: Union[str, "os.PathLike[str]"], title: str = "opgraft") -> None:
        """Writes Chrome's trace format; https://ui.perfetto.dev shows it."""
        _core.write_file(os.fsdecode(path), self._core.trace(title).encode())

    def _rows(self) -> List[List[str]]:
        total = sum(node.seconds for node in self.nodes) or 1.0
        return [[node.node, node.op, str(node.calls), _duration(node.seconds),
                 f"{100 * node.seconds / total:.0f} %", _duration(node.longest)]
                for node in self.nodes]

    _HEAD = ["node", "op", "calls", "time", "share", "longest"]

    def __str__(self) -> str:
        from opgraft import draw
        return draw.text_table(self._HEAD, self._rows())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from opgraft import draw
        return draw.table(self._HEAD, self._rows())

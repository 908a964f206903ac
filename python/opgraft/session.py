# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Sessions, for code that was written for TensorFlow."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from opgraft.graph import Graph, current, listed, names_of
from opgraft.tensor import Tensor


class Session:
    """Runs of a graph: `session.run(y, {x: value})`, with the variables of one request."""

    def __init__(self, graph: Optional[Graph] = None):
        self.graph = graph or current()
        self._requests: Dict[Any, Any] = {}  # by feeds, fetches and size of the graph
        self._last: Any = None  # the one with the state

    def run(self, fetches: Any, feed_dict: Optional[Dict[Any, Any]] = None) -> Any:
        """The values of one or several tensors."""
        wanted = listed(fetches)
        if all(isinstance(value, Tensor) for value in wanted):
            arrays = [value.numpy() for value in wanted]
        else:
            arrays = self._run(wanted, feed_dict or {})
        return arrays if isinstance(fetches, (list, tuple)) else arrays[0]

    def _run(self, wanted: List[Any], feeds: Dict[Any, Any]) -> List[Any]:
        graph = self.graph or wanted[0].graph
        outputs, inputs = names_of(wanted), names_of(list(feeds))
        key = (tuple(inputs), tuple(outputs), graph._draft.num_nodes())
        if key not in self._requests:
            self._requests[key] = graph.compile(inputs=inputs, outputs=outputs).request()
        request = self._requests[key]
        if self._last is not None and self._last is not request:
            for name, state in self._last.states.items():
                if state.is_set and name in request.states:
                    request.states[name].value = state.value
        self._last = request
        results = request.run(dict(zip(inputs, feeds.values())))
        return [results[name] for name in outputs]

    def close(self) -> None:
        self._requests.clear()

    def __enter__(self) -> "Session":
        if self.graph is not None:
            self.graph.__enter__()
        return self

    def __exit__(self, *arguments: Any) -> None:
        if self.graph is not None:
            self.graph.__exit__(*arguments)
        self.close()

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""If and While of graphs that are built in Python."""

from __future__ import annotations

from typing import Any, Callable, List, Sequence, Tuple

from opgraft import dtypes, errors, execute
from opgraft.graph import Graph, Operation, constant, current, listed


def _trace(graph: Graph, function: Callable[..., Any], arguments: Sequence[Any]) -> Tuple[Any, Any]:
    """What the function gives, and that as outputs of nodes of the graph."""
    with graph:
        results = function(*arguments)
        if results is None:
            raise errors.InvalidArgumentError(f"{getattr(function, '__name__', 'the function')} returns "
                                              "nothing; return the values")
        return results, [graph._end(value) for value in listed(results)]


def _types(graph: Graph, ends: Any) -> List[dtypes.DType]:
    return [dtypes.of_number(graph._draft.outputs(node)[port][0]) for node, port in ends]


def _listing(types: List[dtypes.DType]) -> str:
    return ", ".join(dtype.name for dtype in types) or "nothing"


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: str = "") -> Any:
    """What true_fn or false_fn gives: in a graph an If, whose other branch does not run.

    The functions may use values of the graph around them; they give as many values of the same dtypes.
    """
    graph = current()
    pred = execute.value_of(pred)
    if graph is None or not execute.is_symbolic(pred):
        return true_fn() if pred else false_fn()
    branches = [Graph(graph), Graph(graph)]
    results, ends = zip(*(_trace(branch, fn, ()) for branch, fn in zip(branches, (true_fn, false_fn))))
    if len(ends[0]) != len(ends[1]):
        raise errors.InvalidArgumentError(
            f"the branches of cond give {len(ends[0])} and {len(ends[1])} values")
    types = [_types(branch, branch_ends) for branch, branch_ends in zip(branches, ends)]
    if types[0] != types[1]:
        raise errors.InvalidArgumentError(
            f"the branches of cond give {_listing(types[0])} and {_listing(types[1])}; use ops.cast")
    keys = list(dict.fromkeys([*branches[0]._captures, *branches[1]._captures]))
    inputs = [graph._end(next(b._captures[key][0] for b in branches if key in b._captures))
              for key in keys]
    rows = [(branch._draft, [branch._captures[key][1].op.name if key in branch._captures else ""
                             for key in keys], branch_ends)
            for branch, branch_ends in zip(branches, ends)]
    node = graph._draft.add_if(f"cond {execute.caller()}", name, graph._end(pred), rows[0], rows[1],
                               inputs)
    outputs = graph._operation(node, "If").outputs
    return outputs if isinstance(results[0], (list, tuple)) else outputs[0]


def while_loop(cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Sequence[Any],
               name: str = "") -> Any:
    """Runs body on the values while cond is true of them; the values after the last turn."""
    graph = current()
    if isinstance(loop_vars, (dict, set, str)):
        raise TypeError(f"loop_vars is a list of values, not a {type(loop_vars).__name__}")
    values = [execute.value_of(value) for value in loop_vars]
    if graph is None:
        while cond(*values):
            values = listed(body(*values))
        return values
    values = [value if execute.is_symbolic(value) else constant(value) for value in values]
    graphs = [Graph(graph), Graph(graph)]
    arguments = [[Operation(g, g._draft.add_arg(f"value_{i}", int(v.dtype)), "value").outputs[0]
                  for i, v in enumerate(values)] for g in graphs]
    ends = [_trace(g, fn, args)[1] for g, fn, args in zip(graphs, (cond, body), arguments)]
    if len(ends[1]) != len(values):
        raise errors.InvalidArgumentError(
            f"the body of while_loop gives {len(ends[1])} values for {len(values)}")
    if _types(graphs[0], ends[0]) != [dtypes.bool]:
        raise errors.InvalidArgumentError(f"the condition of while_loop gives "
                                          f"{_listing(_types(graphs[0], ends[0]))}, not one bool")
    types = [value.dtype for value in values]
    if _types(graphs[1], ends[1]) != types:
        raise errors.InvalidArgumentError(
            f"while_loop goes over {_listing(types)}, and its body gives "
            f"{_listing(_types(graphs[1], ends[1]))}; use ops.cast")
    # What the functions use of the graph around them goes round unchanged.
    keys = list(dict.fromkeys([*graphs[0]._captures, *graphs[1]._captures]))
    captured = [next(g._captures[key][0] for g in graphs if key in g._captures) for key in keys]
    for g, args in zip(graphs, arguments):
        args += [g._capture(value) for value in captured]
    ends[1] = ends[1] + [arg._end for arg in arguments[1][len(values):]]
    rows = [(g._draft, [arg.op.name for arg in args], e) for g, args, e in zip(graphs, arguments, ends)]
    inputs = [graph._end(value) for value in values + captured]
    node = graph._draft.add_while(f"while_loop {execute.caller()}", name, rows[0], rows[1], inputs)
    outputs = graph._operation(node, "While").outputs
    graph._hidden += [value.name for value in outputs[len(values):]]
    return outputs[:len(values)]

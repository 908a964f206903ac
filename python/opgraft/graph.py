# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Graphs that are built in Python.

    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", opgraft.float32, [1])
        total = opgraft.variable("sum", [0.0])
        y = ops.add_v2(total.value, x, name="y")
        total.assign(y)
    model = g.compile()
"""

from __future__ import annotations

import os
import threading
from typing import Any, Dict, List, Optional, Sequence, Tuple, overload

from opgraft import _core, dtypes, errors, execute
from opgraft.model import Model, Signature, _choose_signatures, _compile, show_shape
from opgraft.tensor import OPERATORS, convert_to_tensor

_local = threading.local()


def _stack() -> List["Graph"]:
    if not hasattr(_local, "graphs"):
        _local.graphs = []
    graphs: List["Graph"] = _local.graphs
    return graphs


def current() -> Optional["Graph"]:
    """The graph of the innermost `with graph:` of this thread."""
    stack = _stack()
    return stack[-1] if stack else None


def _here(what: str) -> "Graph":
    graph = current()
    if graph is None:
        raise errors.FailedPreconditionError(
            f"{what} is for a graph: call it inside of `with opgraft.Graph():`")
    return graph


class Operation:
    """A node of a graph under construction."""

    def __init__(self, graph: "Graph", node: int, op: str):
        self.graph = graph
        self.node = node
        self.type = op
        self.outputs = [SymbolicTensor(graph, self, port, number, shape)
                        for port, (number, shape) in enumerate(graph._draft.outputs(node))]

    @property
    def name(self) -> str:
        return str(self.graph._draft.name(self.node))

    def __repr__(self) -> str:
        return f"<opgraft.Operation '{self.name}' type={self.type}>"


class SymbolicTensor:
    """A value of a graph under construction: its dtype and, as far as it is known, its shape."""

    _is_symbolic = True
    __array_priority__ = 200

    def __init__(self, graph: "Graph", op: Operation, port: int, number: int, shape: Any):
        self.graph = graph
        self.op = op
        self.port = port
        self.dtype = dtypes.of_number(number)
        self.shape = shape

    @property
    def name(self) -> str:
        """"y:0"."""
        return f"{self.op.name}:{self.port}"

    @property
    def _end(self) -> Tuple[int, int]:
        return self.op.node, self.port

    def eval(self, feed_dict: Optional[Dict[Any, Any]] = None, session: Any = None) -> Any:
        """The value, by a run of the graph."""
        from opgraft.session import Session
        return (session or Session(self.graph)).run(self, feed_dict)

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise TypeError(f"'{self.name}' has no value before a run: use opgraft.cond in place of `if`, "
                        "opgraft.while_loop in place of `while`")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError(f"'{self.name}' has no value before a run: it cannot be given to NumPy. Use "
                        "ops.pack to make one tensor of a list of values")

    def __getitem__(self, key: Any) -> Any:
        from opgraft import slicing
        return slicing.take(self, key)

    def __iter__(self) -> Any:
        raise TypeError(f"'{self.name}' has no value before a run; ops.unpack gives its rows")

    def __len__(self) -> int:
        raise TypeError(f"'{self.name}' has no value before a run; ops.size gives one in it")

    def __repr__(self) -> str:
        return f"<opgraft.SymbolicTensor '{self.name}' {self.dtype.name} {show_shape(self.shape)}>"


for _name, _method in OPERATORS.items():
    if _name not in ("__eq__", "__ne__"):  # values of graphs are keys of dicts
        setattr(SymbolicTensor, _name, _method)


class Graph:
    """A graph under construction; ops inside of `with graph:` become its nodes.

    A call that is wrong raises at once and leaves the graph as it was.
    """

    def __init__(self, _outer: Optional["Graph"] = None) -> None:
        self._draft = _core.Draft()
        self._outer = _outer
        self._captures: Dict[Tuple[int, int, int], Tuple[SymbolicTensor, SymbolicTensor]] = {}
        self._control: List[int] = []
        self._hidden: List[str] = []  # outputs that nobody asked for

    def __enter__(self) -> "Graph":
        _stack().append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        _stack().remove(self)

    def as_default(self) -> "Graph":
        """For TensorFlow's code: `with graph.as_default():`."""
        return self

    # --- Nodes ---

    def _operation(self, node: int, op: str) -> Operation:
        for before in self._control:
            self._draft.add_control(node, before)
        return Operation(self, node, op)

    def _end(self, value: Any) -> Tuple[int, int]:
        """The value as an output of a node of this graph: a constant, or one of an outer graph."""
        value = execute.value_of(value)
        if not execute.is_symbolic(value):
            node = self._draft.add_const(f"a constant {execute.caller()}", "", convert_to_tensor(value))
            self._hidden.append(str(self._draft.name(node)))
            return node, 0
        if value.graph is self:
            end: Tuple[int, int] = value._end
            return end
        return self._capture(value)._end

    def _capture(self, value: SymbolicTensor) -> SymbolicTensor:
        outer = self._outer
        while outer is not None and outer is not value.graph:
            outer = outer._outer
        if outer is None:
            raise errors.InvalidArgumentError(f"'{value.name}' belongs to another graph")
        key = (id(value.graph), *value._end)
        if key not in self._captures:
            node = self._draft.add_arg(f"captured_{len(self._captures)}", int(value.dtype))
            self._captures[key] = value, Operation(self, node, "captured").outputs[0]
        return self._captures[key][1]

    def _add_op(self, op: str, spec: Any, values: List[Any], attrs: Any, name: Optional[str]) -> Any:
        ends: List[Any] = [[self._end(item) for item in value] if isinstance(value, list) else
                           self._end(value) for value in values]
        where = f"{op} {execute.caller()}"
        node = self._draft.add(where, op, name or "", ends, attrs)
        operation = self._operation(node, op)
        if not spec.outputs:
            return operation
        named = {attr: value for attr, _, value in attrs}
        return execute.grouped(spec, named, execute.list_lengths(spec, values), operation.outputs)

    # --- Control ---

    def control_dependencies(self, before: Sequence[Any]) -> Any:
        """Nodes made inside of the with block run after these."""
        import contextlib

        @contextlib.contextmanager
        def block() -> Any:
            kept = self._control
            self._control = kept + [getattr(value, "op", value).node for value in before]
            try:
                yield
            finally:
                self._control = kept
        return block()

    # --- What it becomes ---

    def compile(self, *, inputs: Any = None, outputs: Any = None, signatures: Any = None,
                num_threads: int = 1, max_bytes: Optional[int] = None,
                read_folders: Sequence[Any] = ()) -> Model:
        """A model of the graph as it is now: by default of all placeholders and unused outputs.

        Arguments as Model.compile's; values stand for their names.
        """
        graph = self._draft.build()
        model = _compile(graph, "", (), num_threads, max_bytes, read_folders)
        if inputs is None and outputs is None and signatures is None:
            outputs = [spec.name for spec in model.outputs if spec.name not in self._hidden]
            if len(outputs) == len(model.outputs):
                return model
        if signatures is not None:
            signatures = {name: _signature_of(given) for name, given in signatures.items()}
        chosen = _choose_signatures(graph, model._first_names(), names_of(inputs), names_of(outputs),
                                    signatures)
        return _compile(graph, "", chosen, num_threads, max_bytes, read_folders)

    def graph_def(self) -> bytes:
        """The graph as a binary GraphDef."""
        return bytes(self._draft.build().serialize())

    def save(self, path: Any) -> None:
        """Writes the graph as a binary GraphDef, which opgraft.load and the command read."""
        _core.write_file(os.fsdecode(path), self.graph_def())


def listed(values: Any) -> List[Any]:
    """A list of one value or of several."""
    return list(values) if isinstance(values, (list, tuple)) else [values]


def _signature_of(given: Any) -> Signature:
    """With names in place of values and operations."""
    inputs, outputs, targets, sinks = Signature(*given)
    return Signature(names_of(inputs), names_of(outputs), [_node_of(t) for t in listed(targets)],
                     None if sinks is None else [_node_of(s) for s in listed(sinks)])


def _node_of(value: Any) -> str:
    """The name of a node, of its operation or of a value of it."""
    return str(value if isinstance(value, str) else getattr(value, "op", value).name)


def names_of(values: Any) -> Any:
    """The names of values."""
    if values is None or isinstance(values, str):
        return values
    values = [execute.value_of(value) for value in listed(values)]
    return [value.name if execute.is_symbolic(value) else value for value in values]


def _by_name(name: str = "", dtype: Any = dtypes.float32, shape: Any = None) -> Tuple[str, Any, Any]:
    return name, dtype, shape


def _by_dtype(dtype: Any, shape: Any = None, name: str = "") -> Tuple[str, Any, Any]:
    return name, dtype, shape


def _placeholder_arguments(*arguments: Any, **named: Any) -> Tuple[str, Any, Any]:
    """Name, dtype and shape; what is no name comes first in TensorFlow's order."""
    if len(arguments) > 1 and isinstance(arguments[1], str) and not isinstance(arguments[0], str):
        arguments = arguments[1], arguments[0], *arguments[2:]
    has_shape_next = len(arguments) > 1 and isinstance(arguments[1], (list, tuple))  # ("float32", [2])
    if arguments and (has_shape_next or not isinstance(arguments[0], str)):
        return _by_dtype(*arguments, **named)
    return _by_name(*arguments, **named)


@overload
def placeholder(name: str = "", dtype: Any = dtypes.float32, shape: Any = None) -> SymbolicTensor: ...
@overload
def placeholder(dtype: Any, shape: Any = None, name: str = "") -> SymbolicTensor: ...


def placeholder(*arguments: Any, **named: Any) -> SymbolicTensor:
    """placeholder(name="", dtype=float32, shape=None), or TensorFlow's placeholder(dtype, shape, name).

    An input of the graph that is being built; shape None, or sizes None, are not known yet.
    """
    graph = _here("placeholder")
    name, dtype, shape = _placeholder_arguments(*arguments, **named)
    attrs = [("dtype", "type", int(dtypes.as_dtype(dtype))),
             ("shape", "shape", execute._shape(shape))]
    node = graph._draft.add(f"placeholder {execute.caller()}", "Placeholder", name, [], attrs)
    return graph._operation(node, "Placeholder").outputs[0]


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "") -> Any:
    """A constant of the graph that is being built, or a Tensor."""
    tensor = convert_to_tensor(value, dtype)
    if shape is not None:
        import numpy as np
        filled = np.broadcast_to(tensor.numpy(), shape) if tensor.size == 1 else \
            tensor.numpy().reshape(shape)
        tensor = _core.make_tensor(np.ascontiguousarray(filled), tensor.dtype_number)
    graph = current()
    if graph is None:
        return tensor
    node = graph._draft.add_const(f"constant {execute.caller()}", name, tensor)
    return graph._operation(node, "Const").outputs[0]


class Variable:
    """A value that goes from run to run. Ops take it as its value before the run."""

    __array_priority__ = 200

    def __init__(self, graph: Graph, name: str, value: SymbolicTensor):
        self._graph = graph
        self.name = name
        self.value = value  # before the run
        self.dtype = value.dtype
        self.shape = value.shape

    def assign(self, value: Any) -> SymbolicTensor:
        """Stores a value when the run succeeds. Once a run."""
        graph = _here("assign")
        value = execute.value_of(value)
        if not execute.is_symbolic(value):
            value = convert_to_tensor(value, self.dtype)
        attrs = [("variable_id", "string", self.name), ("T", "type", int(self.dtype))]
        node = graph._draft.add(f"assign {execute.caller()}", "Assign", "", [graph._end(value)], attrs)
        return graph._operation(node, "Assign").outputs[0]

    def __repr__(self) -> str:
        return f"<opgraft.Variable '{self.name}' {self.dtype.name} {show_shape(self.shape)}>"


for _name, _method in OPERATORS.items():
    if _name not in ("__eq__", "__ne__"):
        setattr(Variable, _name, _method)
setattr(Variable, "_is_variable", True)


def variable(name: str, init: Any = None, dtype: Any = None, shape: Any = None) -> Variable:
    """A variable of the graph that is being built, called `name` among the states of a request.

    It starts from `init`, a value or a value of the graph, which is computed only where it is needed;
    without one as zeros of the dtype and shape.
    """
    graph = _here("variable")
    ends = []
    if init is not None:
        if not execute.is_symbolic(init):
            init = constant(init, dtype)
        dtype, shape = init.dtype, init.shape if shape is None else shape
        ends = [graph._end(init)]
    if dtype is None:
        raise errors.InvalidArgumentError(f"variable '{name}' needs an init, or a dtype and a shape")
    attrs = [("variable_id", "string", name), ("variable_type", "type", int(dtypes.as_dtype(dtype))),
             ("variable_shape", "shape", execute._shape(shape))]
    node = graph._draft.add(f"variable {execute.caller()}", "ReadValue", "", [ends], attrs)
    return Variable(graph, name, graph._operation(node, "ReadValue").outputs[0])

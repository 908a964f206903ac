# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Models: loaded, compiled, asked what they are."""

from __future__ import annotations

import operator
import os
from typing import (TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence,
                    Tuple, Union)

from opgraft import _core, dtypes, errors
from opgraft.progress import LoadBar
from opgraft.request import Request

if TYPE_CHECKING:
    from opgraft.draw import Drawing

Shape = Optional[Tuple[Optional[int], ...]]


class TensorSpec(NamedTuple):
    """An input, an output or a variable: shape is a tuple, None for a size that is not known."""

    name: str
    shape: Shape
    dtype: dtypes.DType

    def __repr__(self) -> str:
        return f"{self.name}: {self.dtype.name} {show_shape(self.shape)}"


def show_shape(shape: Shape) -> str:
    """"[2,?]", "<unknown>"."""
    if shape is None:
        return "<unknown>"
    return "[" + ",".join("?" if size is None else str(size) for size in shape) + "]"


class Specs(Sequence[TensorSpec]):
    """Specs in their order, by index or by name."""

    def __init__(self, specs: Sequence[TensorSpec]):
        self._specs = tuple(specs)

    @property
    def names(self) -> List[str]:
        return [spec.name for spec in self._specs]

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return self._specs[key]
        for spec in self._specs:
            if spec.name == key:
                return spec
        raise KeyError(f"{key!r}; there are: {', '.join(self.names) or 'none'}")

    def __len__(self) -> int:
        return len(self._specs)

    def __iter__(self) -> Iterator[TensorSpec]:
        return iter(self._specs)

    def __contains__(self, key: Any) -> bool:
        return key in self.names if isinstance(key, str) else key in self._specs

    def __repr__(self) -> str:
        return "[" + ", ".join(repr(spec) for spec in self._specs) + "]"


class Signature(NamedTuple):
    """A kind of run to compile, where the pair (inputs, outputs) does not say all of it."""

    inputs: Sequence[str]
    outputs: Sequence[str]
    targets: Sequence[str] = ()  # nodes that run too
    sinks: Optional[Sequence[str]] = None  # the Assigns, and Ifs that hold some, that run; None: all


SignatureLike = Union[Tuple[Sequence[str], Sequence[str]], Signature]


class SignatureSpec(NamedTuple):
    """What one kind of run feeds and gives back."""

    name: str
    inputs: Specs
    outputs: Specs


def _specs(ports: Any) -> Specs:
    return Specs([TensorSpec(name, shape, dtypes.of_number(number)) for name, number, shape in ports])


class Model:
    """A graph, checked and compiled. It never changes; any thread may use it.

    A run needs a request, which holds the values that go from run to run: `model.request()`.
    `model(x=array)` is a run of a new sequence.
    """

    def __init__(self, graph: Any, compiled: Any, source: str = "", options: Any = None):
        self._graph = graph
        self._core = compiled
        self._source = source  # where it was loaded from
        self._options = options or {}
        self._idle: List[Request] = []
        self._generation = _core.generation()
        self._signatures = {
            name: SignatureSpec(name, _specs(inputs), _specs(outputs))
            for name, inputs, outputs in compiled.signatures
        }
        self._first = next(iter(self._signatures.values()))
        self._states: Optional[Specs] = None

    # --- What it is ---

    @property
    def inputs(self) -> Specs:
        """What a run is fed, of the first signature."""
        return self._first.inputs

    @property
    def outputs(self) -> Specs:
        """What a run gives back, of the first signature."""
        return self._first.outputs

    @property
    def signatures(self) -> Dict[str, SignatureSpec]:
        return dict(self._signatures)

    @property
    def states(self) -> Specs:
        """The variables that requests keep from run to run, with the shapes that they may take."""
        if self._states is None:
            declared = {row[0]: row for row in self._graph.declared_variables}
            rows = []
            request = None
            for name in self._core.variables:
                if name in declared:
                    rows.append(declared[name])
                else:  # one of TensorFlow's: its value has its shape
                    request = request or Request(self)
                    rows.append((name, *_core.state_spec(request, name)))
            self._states = Specs([TensorSpec(name, shape, dtypes.of_number(number))
                                  for name, number, shape in rows])
        return self._states

    @property
    def ops(self) -> Dict[str, int]:
        """How many nodes of each op there are."""
        return dict(self._graph.op_counts)

    @property
    def nodes(self) -> List[Tuple[str, str]]:
        """Names and ops of all nodes, in the order of the file."""
        return [(name, op) for name, op, _, _ in self._graph.nodes]

    def __repr__(self) -> str:
        parts = [f"inputs={self.inputs!r}", f"outputs={self.outputs!r}"]
        if self._core.variables:
            parts.append(f"states={self._core.variables!r}")
        return f"<opgraft.Model {self._source or ''} {', '.join(parts)}>".replace("Model  ", "Model ")

    # --- Runs ---

    def request(self) -> Request:
        """A new sequence of runs, with all variables unset."""
        return Request(self)

    def __call__(self, feeds: Optional[Mapping[str, Any]] = None, **named: Any) -> Dict[str, Any]:
        """A run of a new sequence, with Request.run's arguments."""
        if self._generation != _core.generation():  # those are of the process that was forked
            self._idle, self._generation = [], _core.generation()
        try:
            request = self._idle.pop()
        except IndexError:  # none, or another thread was faster
            request = Request(self)
        try:
            if feeds is None:
                return request.run(**named)
            return request.run(feeds, **named)
        finally:
            if len(self._idle) < 8:
                request.reset()
                self._idle.append(request)

    def compile(self, *, inputs: Optional[Sequence[str]] = None,
                outputs: Optional[Sequence[str]] = None,
                signatures: Optional[Mapping[str, SignatureLike]] = None,
                num_threads: int = 1, max_bytes: Optional[int] = None,
                read_folders: Sequence[Union[str, "os.PathLike[str]"]] = ()) -> "Model":
        """The same graph compiled otherwise.

        inputs, outputs: names of tensors, any of the graph; the others stay as they are.
        signatures: {name: (inputs, outputs)} in place of them, over one set of variables; an
            opgraft.Signature in place of a pair names targets and sinks too.
        num_threads: of one kernel; max_bytes: of a request; read_folders: what kernels may read.
        """
        kept = self._options.get("signatures") or self._graph.signatures
        chosen = _choose_signatures(self._graph, self._first_names(), inputs, outputs, signatures, kept)
        return _compile(self._graph, self._source, chosen, num_threads, max_bytes, read_folders,
                        self._options.get("tags", ()))

    def _first_names(self) -> "_Names":
        return self._first.name, self._first.inputs.names, self._first.outputs.names

    # --- To look at ---

    def text(self) -> str:
        """A line a node, as `opgraft show` prints it."""
        return str(_core.view_text(self._graph))

    def dot(self) -> str:
        """A graph for Graphviz."""
        return str(_core.view_dot(self._graph))

    def html(self) -> str:
        """A page to look at the model in a browser, as `opgraft show --html` writes it."""
        return str(_core.view_html(self._graph, self._source or "model"))

    def draw(self, interactive: bool = False) -> "Drawing":
        """A picture: `model.draw().save("m.svg")`; a notebook shows it. Laid out by Graphviz where `dot`
        is installed; of many nodes each scope of names is one. interactive: the page of html() instead.
        """
        from opgraft import draw
        return draw.draw(self, interactive)

    def explain(self, node: str) -> str:
        """Which kernel a node gets, and why no other one."""
        return str(_core.explain(self._graph, node))

    def _repr_html_(self) -> str:
        from opgraft import draw
        return draw.model_table(self)

    # --- Files ---

    def graph_def(self) -> bytes:
        """The graph as a binary GraphDef."""
        return bytes(self._graph.serialize())

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the graph as a binary GraphDef."""
        _core.write_file(os.fsdecode(path), self.graph_def())

    def save_events(self, folder: Union[str, "os.PathLike[str]"]) -> str:
        """Writes the graph into a folder for TensorBoard (`tensorboard --logdir FOLDER`); the file's name."""
        from opgraft import events
        return events.save(self, folder)

    def __reduce__(self) -> Any:
        graph = self._graph
        start = None
        if graph.has_initial_state:
            try:
                start = Request(self).save()
            except errors.UnimplementedError:  # a resource that cannot be written: the files have it
                return _load_again, (os.path.abspath(self._source), self._options)
        parts = graph.signatures, graph.ports, graph.read_folders
        return _unpickle, (self.graph_def(), parts, start, self._source, self._options)


_MAX_THREADS = 1024


def _folders(folders: Any) -> List[str]:
    return [os.fsdecode(f) for f in ([folders] if isinstance(folders, (str, os.PathLike)) else folders)]


def _compile(graph: Any, source: str, signatures: Any = (), num_threads: int = 1,
             max_bytes: Optional[int] = None, read_folders: Any = (),
             tags: Sequence[str] = ()) -> Model:
    if not 1 <= operator.index(num_threads) <= _MAX_THREADS:
        raise errors.InvalidArgumentError(
            f"num_threads is {num_threads}. Give a number from 1 to {_MAX_THREADS}")
    folders = _folders(read_folders)
    compiled = _core.compile(graph, list(signatures), num_threads, max_bytes, folders)
    return Model(graph, compiled, source, dict(signatures=list(signatures), num_threads=num_threads,
                                              max_bytes=max_bytes, read_folders=folders,
                                              tags=list(tags)))


def _unpickle(graph_def: bytes, parts: Any, start: Optional[bytes], source: str, options: Any) -> Model:
    signatures, ports, folders = parts
    graph = _core.with_options(_core.parse(graph_def, b""), signatures, ports, folders, None)
    if start is not None:
        request = _core.Request(_core.compile(graph, options["signatures"], 1, None, []))
        request._load(start)
        graph = _core.with_options(graph, signatures, ports, folders, request)
    return _compile(graph, source, **options)


def _load_again(path: str, options: Any) -> Model:
    return _compile(_core.load(path, "", options["tags"], []), path, **options)


# What a signature is called, and the names of its inputs and outputs.
_Names = Tuple[str, Sequence[str], Sequence[str]]


def _choose_signatures(graph: Any, first: _Names, inputs: Any, outputs: Any, signatures: Any,
                       kept: Any = None) -> Any:
    """Rows of (name, feeds, fetches, feed names, fetch names, targets, sinks). `first` gives what is
    None; `kept` are the rows where nothing is given, by default the graph's own."""
    def tensors(names: Any, ports: Mapping[str, str]) -> List[str]:
        return [ports.get(name) or graph.find_tensor(name) for name in names]

    kept = graph.signatures if kept is None else kept
    ports: Dict[str, str] = {}
    for _, feeds, fetches, feed_names, fetch_names, *_ in [*graph.signatures, *kept]:
        ports.update(zip(fetch_names, fetches))
        ports.update(zip(feed_names, feeds))
    if signatures is not None:
        return [_row(name, Signature(*signature), ports, tensors)
                for name, signature in signatures.items()]
    if inputs is None and outputs is None:
        return list(kept)
    name, i, o = first
    i, o = (i if inputs is None else inputs), (o if outputs is None else outputs)
    return [_row(name, Signature(i, o), ports, tensors)]


def _row(name: str, signature: Signature, ports: Mapping[str, str], tensors: Any) -> Any:
    i, o, targets = (_listed(names) for names in signature[:3])
    sinks = signature.sinks
    return (name, tensors(i, ports), tensors(o, ports), i, o, targets,
            None if sinks is None else _listed(sinks))


def _listed(names: Any) -> List[str]:
    """One name, or several."""
    return [names] if isinstance(names, str) else list(names)


def _names_in_file(graph: Any) -> _Names:
    """Of a graph that is not compiled: what its file says, else all it can be fed and no outputs."""
    for name, _, _, feed_names, fetch_names, *_ in graph.signatures:
        return name, feed_names, fetch_names
    feeds = ("Placeholder", "PlaceholderWithDefault")
    return "", [name for name, op, _, _ in graph.nodes if op in feeds], []


def load(source: Any, *, weights: Any = None, tags: Union[str, Sequence[str]] = ("serve",),
         signatures: Union[str, Sequence[str], Mapping[str, SignatureLike]] = (),
         inputs: Optional[Sequence[str]] = None, outputs: Optional[Sequence[str]] = None,
         num_threads: int = 1, max_bytes: Optional[int] = None,
         read_folders: Sequence[Union[str, "os.PathLike[str]"]] = ()) -> Model:
    """A model of a GraphDef (.pb, .pbtxt), the folder of a SavedModel, or OpenVINO's IR (.xml).

    source: a path, the bytes of a GraphDef or of an IR's XML (with `weights`), or what is in memory: a
        GraphDef, Graph, ConcreteFunction, Module or Keras Model of TensorFlow's, a Model of OpenVINO's.
    weights: of an IR, a path or bytes; by default the .bin beside the .xml.
    tags: of a SavedModel; signatures: those of its signatures that are wanted, by name.
    inputs, outputs, signatures (a dict), num_threads, max_bytes, read_folders: see Model.compile.
        Nothing else is compiled then: what the graph has besides need not run.
    """
    made = signatures if isinstance(signatures, Mapping) else None
    tags = _listed(tags)
    path = os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else ""
    with LoadBar(os.path.basename(path) or "a model") as bar:
        names = [] if made is not None else _listed(signatures)
        graph = _graph_of(source, weights, tags, names, bar.progress)
        _check_signatures(graph, names)
        chosen: Any = ()
        if outputs is not None or made is not None:
            chosen = _choose_signatures(graph, _names_in_file(graph), inputs, outputs, made)
        bar.progress.state = "compiling", 0.0
        model = _compile(graph, path, chosen, num_threads, max_bytes, read_folders, tags)
    if inputs is None or chosen:
        return model
    return model.compile(inputs=inputs, num_threads=num_threads, max_bytes=max_bytes,
                         read_folders=read_folders)


def _check_signatures(graph: Any, names: List[str]) -> None:
    """A SavedModel has what was asked for; other files may have no signatures."""
    there = [row[0] for row in graph.signatures]
    for name in names:
        if name not in there:
            raise errors.NotFoundError(
                f"there is no signature '{name}'{_core.nearest_hint(name, there)}. Make one: "
                f"signatures={{'{name}': (inputs, outputs)}}")


def _graph_of(source: Any, weights: Any, tags: List[str], signatures: List[str], progress: Any) -> Any:
    if isinstance(source, (str, os.PathLike)):
        beside = "" if weights is None else os.fsdecode(weights)
        return _core.load(os.fsdecode(source), beside, tags, signatures, progress)
    if isinstance(source, (bytes, bytearray, memoryview)):
        if isinstance(weights, (str, os.PathLike)):
            with open(weights, "rb") as f:
                weights = f.read()
        return _core.parse(bytes(source), bytes(weights or b""), progress)
    if type(source).__module__.startswith("openvino"):
        return _of_openvino(source, progress)
    if not hasattr(source, "as_graph_def") and not hasattr(source, "SerializeToString") and \
            type(source).__module__.split(".")[0] in ("tensorflow", "keras", "tf_keras"):
        return _of_tensorflow(source, tags, signatures, progress)
    if hasattr(source, "as_graph_def"):  # TensorFlow's Graph
        source = source.as_graph_def()
    if hasattr(source, "SerializeToString"):  # its GraphDef
        return _core.parse(source.SerializeToString(), b"", progress)
    raise TypeError(f"load() takes a path, bytes, or a model of TensorFlow's or OpenVINO's, not "
                    f"{type(source).__name__}")


def _of_tensorflow(source: Any, tags: List[str], signatures: List[str], progress: Any) -> Any:
    """A Model of Keras, a Module or a ConcreteFunction: by way of a SavedModel."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        if hasattr(source, "export"):
            source.export(folder)
        else:
            import tensorflow as tf  # type: ignore[import]
            module, function = source, None
            if hasattr(source, "structured_outputs"):  # a function: with the variables that it uses
                module, function = tf.Module(), source
                module.variables_used = list(source.variables)
            tf.saved_model.save(module, folder, signatures=function)
        return _core.load(folder, "", tags, signatures, progress)


def _of_openvino(model: Any, progress: Any) -> Any:
    import tempfile

    import openvino  # type: ignore[import]

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.xml")
        openvino.serialize(model, path, os.path.join(folder, "model.bin"))
        with open(path, "rb") as f, open(os.path.join(folder, "model.bin"), "rb") as w:
            return _core.parse(f.read(), w.read(), progress)

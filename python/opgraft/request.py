# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Requests: sequences of runs, and the state that goes from run to run."""

from __future__ import annotations

import contextlib
import os
import threading
from typing import (TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping,
                    Optional, Sequence, Union)

from opgraft import _core, errors

if TYPE_CHECKING:
    from opgraft.model import Model
    from opgraft.profile import Profile

Path = Union[str, "os.PathLike[str]"]


class State:
    """One variable of one request."""

    __slots__ = ("_request", "name")

    def __init__(self, request: "Request", name: str):
        self._request = request
        self.name = name

    @property
    def value(self) -> Any:
        """A copy of the value as the last run left it; zeros if it is not set."""
        return _core.get_state(self._request, self.name)

    @value.setter
    def value(self, value: Any) -> None:
        _core.set_state(self._request, self.name, value)

    @property
    def is_set(self) -> bool:
        """True after a run that assigned it, or after it was given a value."""
        return bool(_core.is_state_set(self._request, self.name))

    def reset(self) -> None:
        """Unset again: the next run starts from the init, or zeros."""
        _core.reset_state(self._request, self.name)

    def trim(self, axis: int, length: int) -> None:
        """Keeps the first `length` of an axis: drops tokens that were refused."""
        _core.trim_state(self._request, self.name, axis, length)

    def reorder(self, axis: int, indices: Sequence[int]) -> None:
        """Makes of an axis the given elements, in this order: beams of a search."""
        _core.reorder_state(self._request, self.name, axis, list(indices))

    def __repr__(self) -> str:
        return f"<State {self.name!r} {self.value!r}{'' if self.is_set else ', not set'}>"


class States(Mapping[str, State]):
    """The variables of a request, by name."""

    def __init__(self, request: "Request"):
        self._request = request
        self._names: List[str] = _core.state_names(request)

    def __getitem__(self, name: str) -> State:
        if name in self._names:
            return State(self._request, name)
        raise errors.NotFoundError(
            f"there is no variable '{name}'" + _core.nearest_hint(name, self._names) +
            f". Variables: {', '.join(self._names) or 'none'}")

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self._names else default

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{name!r}: {self[name]!r}" for name in self) + "}"


class _AsyncRun:
    """A run that waits for a thread; it can be revoked until it begins."""

    def __init__(self, request: "Request", feeds: Any, arguments: Dict[str, Any]):
        self._request = request
        self._feeds = feeds
        self._arguments = arguments
        self._lock = threading.Lock()
        self._has_begun = False
        self._is_revoked = False

    def revoke(self) -> bool:
        """True if the run has not begun; then it never will."""
        with self._lock:
            self._is_revoked = not self._has_begun
            return self._is_revoked

    def __call__(self) -> Dict[str, Any]:
        with self._lock:
            if self._is_revoked:
                raise errors.CancelledError("the run was cancelled before it began")
            self._has_begun = True
        return self._request.run(self._feeds, **self._arguments)


class Request(_core.Request):
    """One sequence of runs of a model, with its state. One run at a time; make one for each thread.

    A run is a transaction: variables change together when it succeeds; a run that fails, is cancelled
    or out of time leaves every one as it was.
    """

    def __init__(self, model: "Model"):
        super().__init__(model._core)
        self.model = model

    # run() is written in C++; _core.pyi has its signature.

    @property
    def states(self) -> States:
        """The variables: `request.states["sum"].value`."""
        return States(self)

    def save(self, path: Optional[Path] = None) -> bytes:
        """The whole state, as bytes; written into a file if there is a path."""
        state = bytes(self._save())
        if path is not None:
            _core.write_file(os.fsdecode(path), state)
        return state

    def load(self, state: Union[bytes, Path]) -> None:
        """Takes the state of a file, or of bytes, that save() made. Nothing changes if it does not fit."""
        if isinstance(state, (bytes, bytearray, memoryview)):
            self._load(bytes(state))
        else:
            self._load_file(os.fsdecode(state))

    def fork(self) -> "Request":
        """A new request with a copy of this one's state; afterwards they are independent."""
        fork = Request.__new__(Request)
        _core.Request.__init__(fork, self)
        fork.model = self.model
        return fork

    @contextlib.contextmanager
    def transaction(self) -> Iterator["Request"]:
        """Several runs as one: if the block raises, the state is as it was before it."""
        with self.fork() as before:
            try:
                yield self
            except BaseException:
                if not self.closed:
                    self._swap(before)
                raise

    def stream(self, feeds: Iterable[Any], **arguments: Any) -> Iterator[Dict[str, Any]]:
        """A run for each of the feeds, dicts or, for a model of one input, values."""
        names = self.model.inputs.names
        for feed in feeds:
            if not isinstance(feed, dict):
                if len(names) != 1:
                    raise TypeError(f"this model has {len(names)} inputs: stream dicts of "
                                    f"{', '.join(names)}")
                feed = {names[0]: feed}
            yield self.run(feed, **arguments)

    async def run_async(self, feeds: Optional[Mapping[str, Any]] = None,
                        **arguments: Any) -> Dict[str, Any]:
        """run() on another thread. A task that is cancelled cancels the run, also one that has not begun."""
        import asyncio

        run = _AsyncRun(self, feeds, arguments)
        future = asyncio.get_running_loop().run_in_executor(None, run)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if run.revoke():
                future.cancel()  # no thread was free for it
                raise
            while not future.done():
                self.cancel()  # again and again: it does nothing before the run is under way
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait([future], timeout=0.02)
            future.exception()
            raise

    def profile(self) -> "Profile":
        """Measures runs: `with request.profile() as p: request.run(x=a)`, then `print(p)`."""
        from opgraft.profile import Profile
        return Profile(self)

    def __enter__(self) -> "Request":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return _unpickle, (self.model, self.save())

    def __repr__(self) -> str:
        if self.closed:
            return "<opgraft.Request, closed>"
        return f"<opgraft.Request of {self.model!r}>"

    def _repr_html_(self) -> str:
        from opgraft import draw
        return draw.request_table(self)


def _unpickle(model: "Model", state: bytes) -> Request:
    request = Request(model)
    request.load(state)
    return request

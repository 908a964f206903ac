# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops in C++, compiled and loaded from Python."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from typing import Any, Dict, List, Sequence, Set, Tuple

from opgraft import _core, errors, sysconfig
from opgraft.library import load_op_library

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
_DIAGNOSTIC = re.compile(r"^(.+?):(\d+)(:\d+)?: (fatal error|error|warning|note): ")
_SOURCE_LINE = re.compile(r"^\s*\d*\s*\|")
_MAX_ERRORS = 5
_loaded: Dict[str, str] = {}  # source -> library


class CompileError(errors.InvalidArgumentError):
    """The compiler refused a source. `log` is all that it said."""

    def __init__(self, message: str, log: str):
        super().__init__(message)
        self.log = log

    @property
    def hint(self) -> str:
        return ""  # the compiler's words are not ours

    def __reduce__(self) -> Any:
        return CompileError, (self.message, self.log)


def _files_of(sources: Sequence[str]) -> List[str]:
    """The sources, and the files beside them that they include."""
    found: List[str] = []
    seen: Set[str] = set()
    waiting = [os.path.abspath(source) for source in sources]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        found.append(path)
        with open(path, "rb") as f:
            names = [os.fsdecode(name) for name in _INCLUDE.findall(f.read())]
        beside = (os.path.join(os.path.dirname(path), name) for name in names)
        waiting += [os.path.abspath(name) for name in beside if os.path.isfile(name)]
    return sorted(found)


def _key(sources: Sequence[str], flags: Sequence[str]) -> str:
    """Tells what the result depends on: sources, compiler, flags, and this build of Opgraft."""
    compiler = os.environ.get("CXX", "c++")
    program = shutil.which(compiler.split()[-1] if compiler.split() else "c++")
    if program is None:
        raise errors.NotFoundError(f"there is no compiler '{compiler}': apt-get install g++, or set CXX")
    parts: List[str] = [_core.VERSION, compiler, *flags]
    for path in (program, os.path.join(sysconfig.get_lib(), "libopgraft.so.0")):
        status = os.stat(path)
        parts.append(f"{os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}")
    key = hashlib.sha256("\0".join(parts).encode())
    for path in _files_of(sources):
        with open(path, "rb") as f:
            key.update(path.encode() + b"\0" + hashlib.sha256(f.read()).digest())
    return key.hexdigest()[:32]


def shorten(log: str, sources: Sequence[str]) -> str:
    """Of what a compiler says, the first errors in the user's files; if there are none, of all files,
    with the user's lines that lead to them."""
    folders = {os.path.dirname(os.path.abspath(source)) for source in sources}

    def is_users(path: str) -> bool:
        return os.path.dirname(os.path.abspath(path)) in folders

    # Messages with the lines below them, the user's and others'.
    blocks: List[Tuple[bool, List[str]]] = []
    places: Set[Any] = set()  # a template has the same error for each of its types
    keeps = False
    for line in log.splitlines():
        found = _DIAGNOSTIC.match(line)
        if found:
            place = found.group(1, 2, 3)
            keeps = "error" in found.group(4) and place not in places
            places.add(place)
            if keeps:
                blocks.append((is_users(found.group(1)), [line]))
        elif _SOURCE_LINE.match(line):
            if keeps:
                blocks[-1][1].append(line)
        elif "required from here" in line and is_users(line.split(":")[0]):
            blocks.append((False, [line]))
            keeps = False
        else:
            keeps = False
    chosen = [lines for is_own, lines in blocks if is_own] or [lines for _, lines in blocks]
    kept = [line for lines in chosen[:_MAX_ERRORS] for line in lines]
    return "\n".join(kept or log.splitlines()[:20])


def compile_op(sources: Any, *, flags: Sequence[str] = (), name: str = "") -> Any:
    """Compiles C++ sources of ops and kernels, loads them, and gives the module of their functions.

    sources: a path or several. flags: for the compiler, after its own. What was compiled once is taken
    from a cache (in ~/.cache/opgraft, or $XDG_CACHE_HOME): it depends on the sources, the files that they
    include beside them, the flags, the compiler ($CXX) and this package. CompileError shows the errors.
    """
    if isinstance(sources, (str, bytes, os.PathLike)):
        sources = [sources]
    paths = [os.fsdecode(source) for source in sources]
    for path in paths:
        if not os.path.isfile(path):
            raise errors.NotFoundError(f"there is no file '{path}'")
    name = name or os.path.splitext(os.path.basename(paths[0]))[0]
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "opgraft", "ops", _key(paths, flags))
    library = os.path.join(folder, f"{name}.so")
    if not os.path.exists(library):
        os.makedirs(folder, exist_ok=True)
        _build(paths, flags, library)
    source = os.path.abspath(paths[0])
    before = _loaded.get(source, library)
    try:
        module = load_op_library(library)
    except errors.InvalidArgumentError as error:
        if before in (None, library):
            raise
        raise errors.FailedPreconditionError(
            f"{paths[0]} has changed since it was loaded. A process keeps the ops that it has: restart "
            "Python, or give the op another name") from error
    _loaded[source] = library
    return module


def _build(sources: List[str], flags: Sequence[str], library: str) -> None:
    with tempfile.TemporaryDirectory(dir=os.path.dirname(library)) as folder:
        made = os.path.join(folder, os.path.basename(library))
        command = [sysconfig.get_command(), "build", *sources, "-o", made, "--", *flags]
        ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if ran.returncode != 0:
            log = ran.stderr + ran.stdout
            raise CompileError(shorten(log, sources), log)
        os.replace(made, library)

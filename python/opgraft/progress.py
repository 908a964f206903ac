# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Bars for what takes longer than a second: on a terminal, where tqdm is installed."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any, Optional

from opgraft import _core

_PATIENCE = 1.0  # seconds
_BETWEEN = 0.1


def _is_on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


class Bar:
    """Counts what is done, of `total` if that is known. Any thread may count."""

    def __init__(self, total: Optional[int], done: int):
        self._lock = threading.Lock()
        self._bar: Any = None
        if not _is_on_terminal():
            return
        try:
            from tqdm import tqdm  # type: ignore[import]
        except ImportError:
            return
        self._bar = tqdm(total=total, initial=done, delay=_PATIENCE)

    def count(self) -> None:
        """One more is done."""
        if self._bar is not None:
            with self._lock:
                self._bar.update()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()


class LoadBar:
    """Shows how far a load is, from a thread, while the block runs; then the line goes away.

    `progress` is for the load to write to, `phase` what is done outside of it.
    """

    def __init__(self, what: str):
        self.progress: Any = _core.Progress()
        self._what = what
        self._ended = threading.Event()
        self._thread: Optional[threading.Thread] = None

    def __enter__(self) -> "LoadBar":
        if _is_on_terminal():
            self._thread = threading.Thread(target=self._show, args=(time.time(),), daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _show(self, began: float) -> None:
        if self._ended.wait(_PATIENCE):
            return
        try:
            from tqdm import tqdm
        except ImportError:
            return
        with tqdm(total=1.0, leave=False) as bar:
            bar.start_t = began
            while True:
                phase, done = self.progress.state
                # Some parts of a load cannot tell how far they are.
                bar.bar_format = "{desc}" + ("{percentage:3.0f}%|{bar}| " if done > 0 else "") + "{elapsed}"
                bar.n = done
                bar.set_description_str(f"loading {self._what}: {phase} ")
                if self._ended.wait(_BETWEEN):
                    return

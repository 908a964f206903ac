# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What takes long shows a bar, on a terminal only, where tqdm is installed."""

import os
import pty
import subprocess
import sys

import pytest

import opgraft
from opgraft import _core
from conftest import SUMMATOR

LOAD = """
import time
from opgraft import progress
progress._PATIENCE = {patience}
with progress.LoadBar("m.pb") as bar:
    bar.progress.state = "parsing", 0.4
    time.sleep(0.5)
"""
BATCH = """
import time, opgraft
from opgraft import progress
progress._PATIENCE = {patience}
def items():
    for i in range(6):
        time.sleep(0.05)
        yield {{"x": [1.0]}}
class Data(list):
    __iter__ = lambda self: items()
list(opgraft.run_batch(opgraft.load("examples/summator/summator.pbtxt"), Data([0] * 6), chunk=1))
"""


def shown(program, path="", terminal=True, patience=0.1):
    """What a program writes to its standard error."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [path, *sys.path]))}
    command = [sys.executable, "-c", program.format(patience=patience)]
    if not terminal:
        return subprocess.run(command, env=environment, stderr=subprocess.PIPE, check=True).stderr.decode()
    read, write = pty.openpty()
    with subprocess.Popen(command, env=environment, stderr=write) as process:
        os.close(write)
        text = b""
        while True:
            try:
                part = os.read(read, 4096)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                break
            text += part
    os.close(read)
    assert process.returncode == 0, text.decode()
    return text.decode()


@pytest.mark.parametrize("program, texts", [(LOAD, ["loading m.pb: parsing", "40%"]), (BATCH, ["6/6"])])
def test_a_bar_is_shown_on_a_terminal(program, texts):
    pytest.importorskip("tqdm")
    bar = shown(program)
    assert all(text in bar for text in texts)


@pytest.mark.parametrize("program", [LOAD, BATCH])
def test_no_bar_elsewhere(program, tmp_path):
    assert shown(program, terminal=False) == ""
    assert shown(program, patience=20) == ""
    (tmp_path / "tqdm.py").write_text("raise ImportError('there is none')\n")
    assert shown(program, path=str(tmp_path)) == ""


@pytest.mark.parametrize("path, last", [(SUMMATOR, "inferring shapes"),
                                        ("examples/stateful_summator/summator.xml", "checking")])
def test_a_load_tells_what_it_does(path, last):
    progress = _core.Progress()
    _core.load(path, "", ["serve"], [], progress)
    phase, done = progress.state
    assert phase == last and 0 <= done <= 1


def test_the_thread_of_a_bar_ends_with_its_load(monkeypatch):
    import threading
    monkeypatch.setattr(opgraft.progress, "_is_on_terminal", lambda: True)
    before = threading.active_count()
    for source in (SUMMATOR, "nowhere.pb"):
        try:
            opgraft.load(source)
        except opgraft.NotFoundError:
            pass
    assert threading.active_count() == before

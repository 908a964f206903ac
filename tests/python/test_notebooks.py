# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The notebooks run, in a kernel of this interpreter, and print what they have printed before.

tools/check_wheel.sh runs this against the wheel. With OPGRAFT_KEEP_NOTEBOOKS=DIR they are written there
with what they gave now: copy them over the old ones after a change.
"""

import os
import pathlib
import sys

import nbclient
import nbformat
import pytest
from jupyter_client import kernelspec, manager

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))


class OwnKernel(kernelspec.KernelSpecManager):
    """One kernel: this interpreter."""

    def get_kernel_spec(self, kernel_name):
        return kernelspec.KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                                     display_name="Python 3", language="python")


def run(notebook, folder):
    kernel = manager.AsyncKernelManager(kernel_spec_manager=OwnKernel())
    client = nbclient.NotebookClient(notebook, km=kernel, timeout=300,
                                     resources={"metadata": {"path": str(folder)}})
    client.execute()


def texts(notebook):
    """What each cell prints or shows, as text; pictures by their kind."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                # What a cell prints comes in one piece or in several, as the machine has time.
                before = found.pop()[2] if found and found[-1][:2] == (cell.id, [output.name]) else ""
                found.append((cell.id, [output.name], before + output.text))
            else:
                kinds = sorted(set(output.data) - {"text/plain"})
                found.append((cell.id, kinds, "" if "image/png" in kinds else output.data["text/plain"]))
    return found


def tidied(notebook):
    """Without what differs from run to run."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                         "language_info": {"name": "python"}}
    return notebook


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_gives_what_it_shows(name, tmp_path):
    shown = nbformat.read(FOLDER / name, as_version=4)
    given = nbformat.read(FOLDER / name, as_version=4)
    run(given, tmp_path)
    if "OPGRAFT_KEEP_NOTEBOOKS" in os.environ:
        nbformat.write(tidied(given), pathlib.Path(os.environ["OPGRAFT_KEEP_NOTEBOOKS"]) / name)
    kinds = [kind for _, kinds, _ in texts(given) for kind in kinds]
    assert "image/png" in kinds and "text/html" in kinds  # plots, and a model's picture
    assert texts(given) == texts(shown)


def test_there_are_notebooks():
    assert NAMES == ["first_op.ipynb", "streaming.ipynb"]

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""What the documentation shows runs."""

import pathlib
import re

import pytest

PAGES = ["README.md", "docs/python.md"]


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page, capsys):
    blocks = re.findall(r"^```python\n(.*?)^```", pathlib.Path(page).read_text(), re.M | re.S)
    assert blocks
    code = compile("\n".join(blocks), page, "exec")
    exec(code, {"__name__": "page"})  # pylint: disable=exec-used
    printed = capsys.readouterr().out.splitlines()
    # What stands in a comment behind a print of one line is what it prints.
    for line in re.findall(r"^ *print\(.*\) +# (.*)$", "\n".join(blocks), re.M):
        if line.endswith(", a line each"):
            lines = line[:-len(", a line each")].split()
            assert any(printed[i:i + len(lines)] == lines for i in range(len(printed))), line
        elif not line.startswith(("a ", "as ", "which ")):
            assert line in printed

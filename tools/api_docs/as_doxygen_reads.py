#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Prints a header with its comments as Doxygen reads them: as_doxygen_reads.py HEADER.

A whole line of // becomes ///, one behind a declaration ///<, and indented lines after an empty one,
which are examples, become a block of code. The licence is left out. The number of lines stays.
"""

import re
import sys

WHOLE_LINE = re.compile(r"^(\s*)//(?!/)( ?)(.*)$")
HEADING = re.compile(r"^--- .* ---$")
BEHIND = re.compile(r"^(\s*[^\s/#][^\"]*[;,{}]\s+)// (.*)$")


def escaped(text):
    """Text in which Doxygen finds no command, tag or link; what stands in `` ` `` is taken as it is."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([\\@<>#%&])", r"\\\1", part).replace("::", "\\::") for part in parts[::2]]
    return "`".join(parts)


def lines_for_doxygen(lines):
    # Whether an indented line would begin or go on with an example.
    example = True
    for number, line in enumerate(lines):
        if number < 2 and ("Copyright" in line or "SPDX" in line):
            yield ""
            continue
        comment = WHOLE_LINE.match(line)
        if comment:
            indent, _, text = comment.groups()
            if HEADING.match(text):  # of the declarations that follow, not of the first one
                yield ""
                continue
            example = not text or (example and text.startswith("  "))
            # Markdown's block of code is indented by four.
            yield "%s/// %s" % (indent, "    " + text if example and text else escaped(text))
            continue
        example = True
        behind = BEHIND.match(line)
        yield "%s///< %s" % (behind[1], escaped(behind[2])) if behind else line


def main():
    with open(sys.argv[1]) as f:
        lines = f.read().split("\n")
    print("\n".join(lines if sys.argv[1].endswith(".md") else lines_for_doxygen(lines)))


main()

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Prints which lines of framework/ ran: a table by folder, then the lines of each file that never did.

usage: coverage_table.py FOLDER PERCENT [FILE.json]

FOLDER holds the notes of the compiler (.gcno) and, beside them, the counts of all runs (.gcda). Writes the figures of each
file to FILE.json. Exits with 1 if less than PERCENT of all lines ran.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys


def count_lines(folder):
    """How often each line of each file of framework/ ran: {path: {line: count}}.

    A line of a header is in many objects: what counts is whether it ran in any.
    """
    notes = [str(path) for path in sorted(pathlib.Path(folder).rglob("*.gcno"))]
    # An object that no test is made of has no counts: gcov says so, and that none of its lines ran.
    gcov = ["gcov", "--json-format", "--stdout", *notes]
    output = subprocess.run(gcov, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    files = collections.defaultdict(collections.Counter)
    for report in output.splitlines():
        for file in json.loads(report)["files"]:
            path = os.path.normpath(file["file"])
            if path.startswith("framework/"):
                for line in file["lines"]:
                    files[path][line["line_number"]] += line["count"]
    return files


def ranges(numbers):
    """"3-5,9" of the sorted [3, 4, 5, 9]."""
    runs = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def percent(lines, run):
    return round(100 * run / lines, 1)


def main():
    files = count_lines(sys.argv[1])
    at_least = float(sys.argv[2])
    folders = collections.defaultdict(lambda: [0, 0])
    summary = {}
    missing = {}
    for path, counts in sorted(files.items()):
        never = sorted(line for line, count in counts.items() if count == 0)
        lines, run = len(counts), len(counts) - len(never)
        summary[path] = {"lines": lines, "run": run, "percent": percent(lines, run)}
        for folder in (os.path.dirname(path), "all"):
            folders[folder][0] += lines
            folders[folder][1] += run
        if never:
            missing[path] = never
    print(f"{'folder':22}{'lines':>8}{'run':>8}{'percent':>9}")
    for folder, (lines, run) in sorted(folders.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        print(f"{folder:22}{lines:8}{run:8}{percent(lines, run):9.1f}")
    print("\nlines that no test ran")
    for path, numbers in missing.items():
        print(f"{path}: {ranges(numbers)}")
    if len(sys.argv) > 3:
        pathlib.Path(sys.argv[3]).write_text(json.dumps(summary, indent=2) + "\n")
    lines, run = folders["all"]
    if not lines or 100 * run < at_least * lines:
        sys.exit(f"less than {at_least:g} % of the lines ran")


if __name__ == "__main__":
    main()

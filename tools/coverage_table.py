"""Prints what gcovr counted: lines by folder, then the lines of each file that never ran.

usage: coverage_table.py LINES.json PERCENT    exits with 1 if less than PERCENT of all lines ran
"""

import collections
import json
import os
import sys


def ranges(numbers):
    """"3-5,9" of the sorted [3, 4, 5, 9]."""
    runs = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def main():
    with open(sys.argv[1]) as file:
        files = json.load(file)["files"]
    at_least = float(sys.argv[2])
    folders = collections.defaultdict(lambda: [0, 0])
    missing = {}
    for file in files:
        lines = [line for line in file["lines"] if not line["gcovr/noncode"]]
        never = sorted(line["line_number"] for line in lines if line["count"] == 0)
        for folder in (os.path.dirname(file["file"]), "all"):
            folders[folder][0] += len(lines)
            folders[folder][1] += len(lines) - len(never)
        if never:
            missing[file["file"]] = never
    print(f"{'folder':22}{'lines':>8}{'run':>8}{'percent':>9}")
    for folder, (lines, run) in sorted(folders.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        print(f"{folder:22}{lines:8}{run:8}{100 * run / lines:9.1f}")
    print("\nlines that no test ran")
    for path, numbers in sorted(missing.items()):
        print(f"{path}: {ranges(numbers)}")
    lines, run = folders["all"]
    if not lines or 100 * run < at_least * lines:
        sys.exit(f"less than {at_least:g} % of the lines ran")


if __name__ == "__main__":
    main()

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""check_headers.py TREE LIST: users get what the headers that they include need, and no more."""

import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FOUND_BESIDE = re.compile(r"(absl|Eigen|unsupported|gtest|gmock|benchmark)/")
PROTOBUF = re.compile(r"(google/protobuf|opgraft/proto)/")


def in_tree(name):
    return name if name.startswith("opgraft/") else "opgraft/" + name


def includes(tree, header):
    """The headers of the tree that one includes; ends the test if it asks for what nobody has."""
    with open(os.path.join(tree, header), encoding="utf-8") as f:
        for included in INCLUDE.findall(f.read()):
            for place in (included, "opgraft/compat/" + included):
                if os.path.exists(os.path.join(tree, place)):
                    yield place
                    break
            else:
                # TensorFlow's headers of messages are for programs that bring protobuf.
                is_message = PROTOBUF.match(included) and "/compat/" in header
                if not FOUND_BESIDE.match(included) and not is_message:
                    sys.exit("%s includes %s, which is not installed" % (header, included))


def main(tree, listed):
    with open(listed) as f:
        roots = f.read().split("\n# What these and ")[0].split("\n")
    here = {
        os.path.relpath(os.path.join(folder, name), tree)
        for folder, _, names in os.walk(tree, followlinks=True)
        for name in names
    }
    todo = [in_tree(line) for line in roots if line and not line.startswith("#")]
    todo += [name for name in here if name.startswith("opgraft/compat/")]
    reached = set(todo)
    while todo:
        for header in includes(tree, todo.pop()):
            if header not in reached:
                reached.add(header)
                todo.append(header)
    if here != reached:
        unused = sorted(here - reached)
        sys.exit("installed, but nothing that users include includes it: %s" % unused)


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/tensorflow_headers.md to standard output: tools/headers_page.py [FOLDER [LIST]].

FOLDER holds the headers that there are, LIST those that are not, with advice
(tensorflow_compat/absent_headers.txt). A test holds the page against this.
"""

import collections
import os
import sys

BEGIN = """# TensorFlow's headers

Which headers of TensorFlow 2.21 the source of an op may include. `opgraft build` and `opgraft flags` put them on the include path.
`tools/headers_page.py` writes this page.

Beside those below, Eigen is there as `third_party/eigen3/...` and `unsupported/Eigen/...`, Abseil as `absl/...`, and what begins
with `tensorflow/core/` also with `third_party/` before it. `tsl/platform/X.h`, `xla/tsl/platform/X.h` and
`tensorflow/tsl/platform/X.h` lead to `tensorflow/core/platform/X.h`. `op_def.pb.h`, `node_def.pb.h`, `graph.pb.h`,
`function.pb.h` and `versions.pb.h` are for programs that link protobuf: an op library does without them.

## There
"""

ABSENT = """
## Not there

Including one of these is an error that says what to do instead. Inside of `#if GOOGLE_CUDA` and the like nothing is included, so
nothing is an error.

| headers | most of them in | do |
|---|---|---|
"""


def headers_there(folder):
    """By folder: the names of the headers, without the folder. Our own and other spellings are left out."""
    root = os.path.join(folder, "tensorflow", "core")
    found = {}
    for place, _, names in os.walk(root, followlinks=True):
        headers = sorted(name for name in names if name.endswith(".h"))
        if headers:
            found[os.path.relpath(place, folder)] = headers
    return found


def headers_absent(path):
    """By advice: the headers."""
    found, advice = collections.defaultdict(list), ""
    with open(path, encoding="utf-8") as f:
        for line in map(str.strip, f):
            if line.startswith("advice: "):
                advice = line[len("advice: "):]
            elif line and not line.startswith("#"):
                found[advice].append(line)
    return found


def main(folder="tensorflow_compat", listed="tensorflow_compat/absent_headers.txt"):
    absent = headers_absent(listed)
    missing = {header for headers in absent.values() for header in headers}
    print(BEGIN, end="")
    for place, names in sorted(headers_there(folder).items()):
        names = [name for name in names if os.path.join(place, name) not in missing]
        if names:
            print("\n`%s/`:\n%s" % (place, ",\n".join("`%s`" % name for name in names)))
    print(ABSENT, end="")
    for advice, headers in sorted(absent.items(), key=lambda item: -len(item[1])):
        places = collections.Counter("/".join(header.split("/")[:3]) for header in headers)
        print("| %d | `%s` | %s |" % (len(headers), places.most_common(1)[0][0], advice[0].upper() + advice[1:]))


if __name__ == "__main__":
    main(*sys.argv[1:])

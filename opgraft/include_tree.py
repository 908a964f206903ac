#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the folder that users include from: include_tree.py OUT LIST FILES ABSENT.

LIST names Opgraft's headers, one a line. FILES has a line "NAME PATH" for each file there is: its
name from the root of the sources, and where it lies. Below OUT/opgraft/ come opgraft/X as X,
framework/X and testing/X as they are, tensorflow_compat/X as compat/X (but tensorflow_compat/platform/X,
which is no path of TensorFlow's, as platform/X), and in all of them

    #include "framework/x.h"   becomes   #include "opgraft/framework/x.h"

so that nobody who has OUT on his include path finds a folder of ours but opgraft/. An include of
what is not in the tree ends this with a message.

ABSENT names headers that TensorFlow has and we have not, below lines "advice: TEXT": of each comes
an #error with the advice. compat/tensorflow/core/X is found as third_party/tensorflow/core/X too.
"""

import os
import re
import sys

INCLUDE = re.compile(r'^(\s*#\s*include\s+")([^"]+)"', re.MULTILINE)
COMPAT = "tensorflow_compat/"
PLATFORM = COMPAT + "platform/"
# What is found beside the tree, and by a header that asks for it and says so.
OTHERS = re.compile(r"(absl|Eigen|unsupported|gtest|gmock|benchmark)/")
PROTOBUF = re.compile(r"(google/protobuf|opgraft/proto)/")


def place(name):
    """Where a header of ours comes to lie, from the tree's root."""
    if name.startswith(PLATFORM):
        return "opgraft/platform/" + name[len(PLATFORM):]
    if name.startswith(COMPAT):
        return "opgraft/compat/" + name[len(COMPAT):]
    return name if name.startswith("opgraft/") else "opgraft/" + name


def new_include(name, included, names):
    """What `included` is called in the tree, by the header `name`."""
    if included in names:
        return place(included)
    if OTHERS.match(included) or COMPAT + included in names:
        return included
    if name.startswith(COMPAT) and PROTOBUF.match(included):
        return included
    sys.exit("%s includes %s, which users do not get: list it in opgraft/headers.txt, or do without"
             % (name, included))


NO_HEADER = """// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
#error "Opgraft has no %s: %s"
"""
OTHER_NAME = """// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
#include "%s"
"""


def absent_headers(path):
    """The headers of the list ABSENT, each with its advice."""
    with open(path) as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    advice, headers = "", {}
    for line in lines:
        if line.startswith("advice: "):
            advice = line[len("advice: "):]
        elif line in headers:
            sys.exit("%s has %s twice" % (path, line))
        else:
            headers[line] = advice
    return headers


def write(out, name, text):
    path = os.path.join(out, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def write_other_headers(out, names, absent):
    """Those that are not, and those that have another name beside their own."""
    there = [name[len(COMPAT):] for name in names if name.startswith(COMPAT)]
    both = sorted(set(there) & set(absent))
    if both:
        sys.exit("there, and listed as absent: " + " ".join(both))
    for name, advice in absent.items():
        write(out, place(COMPAT + name), NO_HEADER % (name, advice))
    for name in there + sorted(absent):
        if name.startswith("tensorflow/core/"):
            write(out, place(COMPAT + "third_party/" + name), OTHER_NAME % name)


def main(out, listed, files, absent):
    with open(listed) as f:
        wanted = {line.strip() for line in f if line.strip() and not line.startswith("#")}
    with open(files) as f:
        paths = dict(line.split() for line in f)
    names = wanted | {name for name in paths if name.startswith(COMPAT)}
    missing = sorted(wanted - set(paths))
    if missing:
        sys.exit("%s lists what is not there: %s" % (listed, " ".join(missing)))
    for name in sorted(names):
        with open(paths[name], encoding="utf-8") as f:
            text = f.read()
        text = INCLUDE.sub(lambda m: '%s%s"' % (m[1], new_include(name, m[2], names)), text)
        write(out, place(name), text)
    write_other_headers(out, sorted(names), absent_headers(absent))


if __name__ == "__main__":
    main(*sys.argv[1:])

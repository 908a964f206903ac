#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes version scripts: make_exports.py LIBRARY BOX TEMPLATE PROTO... -- ARCHIVE...

LIBRARY is TEMPLATE with @build@ replaced by a hash of the archives, and @messages@ by the mangled
names of the messages and enums of the .proto files. BOX, for the libraries on top, exports what is
Opgraft's under the same hash. Arguments may stand in a file, one a line: @FILE.
"""

import hashlib
import re
import sys

_BOX = """OPGRAFT_BUILD_%s {
  global:
    _ZN7opgraft*;
    _ZNK7opgraft*;
    _ZTVN7opgraft*;
    _ZTTN7opgraft*;
    _ZTIN7opgraft*;
    _ZTSN7opgraft*;
    _ZGVN7opgraft*;
    _ZTHN7opgraft*;
    _ZTWN7opgraft*;
    _ZN16opgraft_internal*;
    _ZNK16opgraft_internal*;
    _ZTVN16opgraft_internal*;
    _ZTTN16opgraft_internal*;
    _ZTIN16opgraft_internal*;
    _ZTSN16opgraft_internal*;
    _ZGVN16opgraft_internal*;
    _ZTHN16opgraft_internal*;
    _ZTWN16opgraft_internal*;
  local:
    *;
};
"""


def names_of(proto):
    """What protoc declares of a file: A, A_B for a B inside of A."""
    names, outer = [], []
    for line in proto.split("\n"):
        line = line.split("//")[0]
        found = re.match(r"\s*(message|enum|oneof)\s+(\w+)\s*\{", line)
        depth = line.count("{") - line.count("}")
        if found:
            outer.append(found[2] if found[1] != "oneof" else "")
            if found[1] != "oneof":
                names.append("_".join(name for name in outer if name))
            depth -= 1
        elif depth > 0:
            outer.append("")
            depth -= 1
        for _ in range(-depth if depth < 0 else 0):
            if outer:
                outer.pop()
    return names


def main(arguments):
    if arguments and arguments[0].startswith("@"):
        with open(arguments[0][1:]) as f:
            arguments = f.read().splitlines()[1:]
    library, box, template = arguments[:3]
    protos, archives = arguments[3:arguments.index("--")], arguments[arguments.index("--") + 1:]
    sum_of_all = hashlib.sha256()
    for path in archives:
        with open(path, "rb") as f:
            sum_of_all.update(f.read())
    build = sum_of_all.hexdigest()[:16]
    names = set()
    for path in protos:
        with open(path) as f:
            names.update(names_of(f.read()))
    # GraphDef, GraphDefDefaultTypeInternal, _GraphDef_default_instance_
    messages = []
    for name in sorted(names):
        for mangled in (name, name + "DefaultTypeInternal", "_%s_default_instance_" % name):
            messages.append("    _Z*N7opgraft%d%s*;\n" % (len(mangled), mangled))
            messages.append("    _ZNK7opgraft%d%s*;\n" % (len(mangled), mangled))
    with open(template) as f:
        text = f.read().replace("@build@", build).replace("    @messages@\n", "".join(messages))
    with open(library, "w") as f:
        f.write(text)
    with open(box, "w") as f:
        f.write(_BOX % build)


main(sys.argv[1:])

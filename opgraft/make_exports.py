#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes version scripts: make_exports.py LIBRARY BOX TEMPLATE PROTO... -- ARCHIVE... -- USER...

LIBRARY is TEMPLATE with @build@ replaced by a hash of the archives, and @inner@ by the symbols of
the archives that are not for everybody and that the USERs, the archives of the libraries on top,
need. Inline functions and those that the compiler makes of templates are for nobody: whoever calls
one has it. What is not for everybody: opgraft_internal, Protocol Buffers, the registries, and the
messages and enums of the .proto files. BOX, for the libraries on top, exports what is Opgraft's
under the same hash. Arguments may stand in a file, one a line: @FILE.
"""

import hashlib
import re
import subprocess
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


def inner_names(protos):
    """A pattern of the mangled names that are not for everybody."""
    classes = ["10OpRegistry", "14KernelRegistry"]
    names = set()
    for path in protos:
        with open(path) as f:
            names.update(names_of(f.read()))
    # GraphDef, GraphDefDefaultTypeInternal, _GraphDef_default_instance_
    for name in sorted(names):
        for mangled in (name, name + "DefaultTypeInternal", "_%s_default_instance_" % name):
            classes.append("%d%s" % (len(mangled), mangled))
    return re.compile(
        r"_Z(NK?[RO]?|T[VTISHW]N|GVN)(16opgraft_internal|6google8protobuf9opgraft_1|7opgraft(%s))|"
        r"descriptor_table_opgraft_2fproto_2f" % "|".join(classes))


def names_and_kinds(archives):
    """What nm tells of the archives: [(name, letter)]."""
    listing = subprocess.run(["nm", "--format=posix", "--no-sort"] + archives, check=True,
                             stdout=subprocess.PIPE, universal_newlines=True).stdout
    lines = (line.split(" ") for line in listing.splitlines())
    # What has no letter is the name of an object file.
    return [(words[0], words[1]) for words in lines if len(words) >= 2 and len(words[1]) == 1]


def defined(symbols):
    """The names that are defined."""
    return {name for name, kind in symbols if kind == "u" or (kind.isupper() and kind != "U")}


def taken(symbols):
    """The names that are taken from others or shared with them: what is not defined, and data of
    inline functions and classes, of which there is to be one."""
    return {name for name, kind in symbols if kind in "UwvVu"}


def inline_functions(ours, abseils):
    """The names of the functions that each object which calls them has. What Abseil alone has is not
    among them: it makes some functions of templates for everybody (extern template)."""
    inline = {name for name, kind in ours if kind == "W"}
    return inline - {name for name, kind in ours + abseils if kind in "UT"}


def main(arguments):
    if arguments and arguments[0].startswith("@"):
        with open(arguments[0][1:]) as f:
            arguments = f.read().splitlines()[1:]
    library, box, template = arguments[:3]
    first = arguments.index("--")
    second = arguments.index("--", first + 1)
    protos, archives, users = arguments[3:first], arguments[first + 1:second], arguments[second + 1:]
    sum_of_all = hashlib.sha256()
    for path in archives:
        with open(path, "rb") as f:
            sum_of_all.update(f.read())
    build = sum_of_all.hexdigest()[:16]
    with open(template) as f:
        text = f.read().replace("@build@", build)
    pattern = inner_names(protos)
    abseils = names_and_kinds([a for a in archives if "com_google_absl" in a])
    ours = names_and_kinds([a for a in archives if "com_google_absl" not in a])
    inner = {name for name in defined(ours + abseils) if pattern.match(name) and name not in text}
    exported = inner & taken(names_and_kinds(users))
    # By name in full: the patterns of what is for everybody would let them through.
    hidden = {name for name in inner - exported if re.match("_Z[A-Z]+N?K?7opgraft", name)}
    hidden |= {name for name in inline_functions(ours, abseils) - exported
               if re.match("_ZNK?(7opgraft|4absl9opgraft_1)", name)}
    for place, names in (("    @inner@\n", exported), ("    @hidden@\n", hidden)):
        text = text.replace(place, "".join("    %s;\n" % name for name in sorted(names)))
    with open(library, "w") as f:
        f.write(text)
    with open(box, "w") as f:
        f.write(_BOX % build)


main(sys.argv[1:])

#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds knots: files, or folders, none of which can be understood, tested or rebuilt alone.

    tools/check_knots.py [ROOT]

A unit is a header together with its source file, its NAME_inl.h and its NAME_impl files. A knot is
a set of units that all include each other, directly or by way of others: a strongly connected
component of the include graph. For example

    list.cc includes node.h
    node.h  includes list.h

make the knot {list, node}, though no header includes itself in a circle. The same is asked of
folders. Known knots are listed below; the check fails on a new one, and on a known one that is gone
but still listed.
"""

import os
import re
import sys

FOLDERS = [
    "opgraft",
    "framework",
    "ops",
    "kernels",
    "openvino",
    "saved_model",
    "checkpoint",
    "python",
    "testing",
    "tools",
]

# The knots that are known: each a set of units. A name that ends with a slash is any unit below it.
KNOWN_UNITS = [
    # A tensor's elements may be Variants, and a Variant's value may hold tensors.
    {
        "framework/tensor/tensor",
        "framework/tensor/tensor_buffer",
        "framework/tensor/variant",
        "framework/tensor/variant_tensor_data",
    },
    # A kernel computes with a context, and the context knows its kernel.
    {"framework/kernel/op_kernel", "framework/kernel/op_kernel_context"},
]
KNOWN_FOLDERS = [
    # openvino/ itself has both what its rooms are made with (ir_net, ir_text, element_type, ...) and
    # what is made of them (ir, write_ir).
    {"openvino", "openvino/fusions", "openvino/lowering", "openvino/writing"},
]

INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def unit_of(path):
    """framework/op/attr_spec for framework/op/attr_spec.h and framework/op/attr_spec.cc."""
    return re.sub(r"(_inl|_impl)?\.(h|cc)$", "", path)


def read_units(root):
    """The include graph: a dict from each unit to the set of units that it includes."""
    units = {}
    for top in FOLDERS:
        for folder, _, files in os.walk(os.path.join(root, top)):
            for name in files:
                if not name.endswith((".h", ".cc")):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    included = {unit_of(found) for found in INCLUDE.findall(file.read())}
                unit = unit_of(os.path.relpath(path, root))
                units.setdefault(unit, set()).update(included - {unit})
    return {unit: included & units.keys() for unit, included in units.items()}


def folders_of(units):
    """The same graph with folders for units."""
    folders = {os.path.dirname(unit): set() for unit in units}
    for unit, included in units.items():
        folder = os.path.dirname(unit)
        folders[folder] |= {os.path.dirname(other) for other in included} - {folder}
    return folders


def reachable(graph, start):
    """All that one comes to from `start`, by one arrow or more."""
    seen, work = set(), list(graph[start])
    while work:
        at = work.pop()
        if at not in seen:
            seen.add(at)
            work.extend(graph[at])
    return seen


def find_knots(graph):
    """The strongly connected components of two members and more: who reaches each other."""
    reached = {member: reachable(graph, member) for member in graph}
    knots, placed = [], set()
    for member in sorted(graph):
        if member in placed or member not in reached[member]:
            continue
        knot = {other for other in reached[member] if member in reached[other]}
        knots.append(knot)
        placed |= knot
    return knots


def is_within(knot, known):
    folders = tuple(name for name in known if name.endswith("/"))
    return all(member in known or (member + "/").startswith(folders) for member in knot)


def check(kind, graph, known_knots):
    """What is wrong with one graph, as text; empty if nothing is."""
    complaints = ""
    knots = find_knots(graph)
    for knot in knots:
        if not any(is_within(knot, known) for known in known_knots):
            complaints += "a knot of %d %s, tied by these includes:\n" % (len(knot), kind)
            for member in sorted(knot):
                complaints += "  %s -> %s\n" % (member, ", ".join(sorted(graph[member] & knot)))
    for known in known_knots:
        if not any(is_within(knot, known) for knot in knots):
            complaints += "this knot is gone, remove it from tools/check_knots.py: "
            complaints += ", ".join(sorted(known)) + "\n"
    return complaints


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    units = read_units(root)
    complaints = check("files", units, KNOWN_UNITS)
    complaints += check("folders", folders_of(units), KNOWN_FOLDERS)
    sys.stderr.write(complaints)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Loops that are compiled once for each level of x86-64, to be chosen from when the program runs."""

load("//:opgraft.bzl", "opgraft_cc_library")

_LEVELS = ["v2", "v3", "v4"]

# The vectoriser may not assume these away; nothing here looks at errno or at floating-point
# exceptions.
_COPTS = [
    "-fno-math-errno",
    "-fno-trapping-math",
    # clang tells where it does not vectorise: integer division, 16 bytes an element.
    "-Wno-pass-failed",
]

def opgraft_isa_library(name, srcs, hdrs = [], isa_srcs = [], isa_hdrs = [], isa_copts = [], deps = [], isa_deps = [], **kwargs):
    """A library whose `isa_srcs` are compiled for x86-64-v2, v3 and v4, and once plainly on other machines.

    `srcs` hold the dispatching functions. `{isa}` in `isa_copts` becomes the namespace of the level, e.g. x86_64_v3.
    """
    for level in _LEVELS:
        x86 = ["-march=x86-64-" + level] + _isa_copts("x86_64_" + level, isa_copts)
        other = _isa_copts("plain", isa_copts)
        opgraft_cc_library(
            name = name + "_" + level,
            srcs = isa_hdrs + select({
                "@platforms//cpu:x86_64": isa_srcs,
                # One build is enough there.
                "//conditions:default": isa_srcs if level == _LEVELS[0] else [],
            }),
            hdrs = hdrs,
            copts = _COPTS + select({
                "@platforms//cpu:x86_64": x86,
                "//conditions:default": other,
            }),
            visibility = ["//visibility:private"],
            deps = deps + isa_deps,
        )
    opgraft_cc_library(
        name = name,
        srcs = srcs,
        hdrs = hdrs,
        deps = deps + [":isa_dispatch"] + [name + "_" + level for level in _LEVELS],
        **kwargs
    )

def _isa_copts(isa, copts):
    return ["-DOPGRAFT_ISA=" + isa] + [copt.format(isa = isa) for copt in copts]

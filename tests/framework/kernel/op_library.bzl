# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Op libraries for the tests of the loader."""

load("//:opgraft.bzl", "opgraft_cc_library")

def test_op_library(name, copts = [], needs = None):
    """testdata/NAME.so of testdata/NAME.cc: its own code only; the program that loads it has the rest.

    It needs the library testdata/NEEDS.so, which it looks for beside itself.
    """
    opgraft_cc_library(
        name = name + "_objects",
        testonly = True,
        srcs = ["testdata/" + name + ".cc"],
        copts = copts,
        deps = [
            "//framework/kernel:op_kernel",
            "//framework/op:op_def_builder",
            "//framework/op:shape_inference",
            "//framework/types:status_macros",
        ],
    )
    native.genrule(
        name = name,
        testonly = True,
        srcs = [":" + name + "_objects"] + ([needs] if needs else []),
        outs = ["testdata/" + name + ".so"],
        visibility = ["//tests:__subpackages__"],
        cmd = "$(CC) -shared -o $@ -Wl,--whole-archive $(location :" + name + "_objects) -Wl,--no-whole-archive" +
              (" -Wl,--no-as-needed -L$$(dirname $@) -l:%s.so '-Wl,-rpath,$$ORIGIN'" % needs if needs else "") +
              # A library that counts its lines needs what the program has not.
              select({"//:counts_lines": " -lgcov", "//conditions:default": ""}),
        toolchains = ["@bazel_tools//tools/cpp:current_cc_toolchain"],
    )

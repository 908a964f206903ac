"""Op libraries for the tests of the loader."""

load("//:opgraft.bzl", "opgraft_cc_library")

def test_op_library(name, copts = []):
    """testdata/NAME.so of testdata/NAME.cc: its own code only; the program that loads it has the rest."""
    opgraft_cc_library(
        name = name + "_objects",
        testonly = True,
        srcs = ["testdata/" + name + ".cc"],
        # In tools/coverage.sh too: a library that counts its lines needs more than the program has.
        copts = copts + ["-fno-profile-arcs"],
        linkstatic = True,
        deps = [
            "//framework/kernel:op_kernel",
            "//framework/op:op_def_builder",
        ],
    )
    native.genrule(
        name = name,
        testonly = True,
        srcs = [":" + name + "_objects"],
        outs = ["testdata/" + name + ".so"],
        visibility = ["//tests:__subpackages__"],
        cmd = "$(CC) -shared -o $@ -Wl,--whole-archive $(location :" + name + "_objects) -Wl,--no-whole-archive",
        toolchains = ["@bazel_tools//tools/cpp:current_cc_toolchain"],
    )

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""How Opgraft's own C++ is compiled."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")

# Here and in third_party/, not in .bazelrc, stands what makes the code what it is: who builds Opgraft from a workspace of
# his own, which does not read our .bazelrc, gets the same.
CODE_COPTS = [
    "-std=c++17",
    "-O2",
    "-DNDEBUG",
]

# g++ 12 at -O2 does not vectorise loops of unknown count; without fused multiply-add every machine gives the same bits.
_KERNEL_COPTS = [
    "-O3",
    "-ffp-contract=off",
]

# Warnings are errors in our files; headers of other libraries, Eigen's included, are system headers.
OPGRAFT_COPTS = CODE_COPTS + [
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Wno-sign-conversion",
    "-Wnon-virtual-dtor",
    "-Woverloaded-virtual",
    "-Wimplicit-fallthrough",
    "-Werror",
    # False positives of g++ 12's flow analysis in code inlined from the standard library and Eigen; clang has none of them.
    "-Wno-array-bounds",
    "-Wno-stringop-overflow",
    "-Wno-stringop-overread",
    "-Wno-stringop-truncation",
    "-Wno-restrict",
    "-Wno-maybe-uninitialized",
    "-Wno-psabi",
    # Our functions call each other directly and may be inlined, though all is position independent: nobody is to put
    # another function in their place.
    "-fno-semantic-interposition",
    # Bazel keeps a frame pointer in every function; traces do without, and a run has a register more.
    "-fomit-frame-pointer",
]

ABSL = "@com_google_absl//:absl"

# The header that every one of ours which is not for users includes.
INTERNAL_NAMESPACE = Label("//framework/types:internal_namespace")

# For shared libraries: what is missing is an error when they are linked, not when they are loaded. The sanitizers' runtime
# is in the program.
NO_UNDEFINED_SYMBOLS = select({
    str(Label("//:sanitized")): [],
    "//conditions:default": ["-Wl,-z,defs"],
})

def opgraft_cc_library(name, copts = [], deps = [], alwayslink = None, **kwargs):
    """A cc_library of ours: warnings are errors, Abseil is there.

    Registrars (ops/, kernels/) say `alwayslink = True`: without it they vanish silently from programs. So does all of
    framework/ and of what stands on it: libopgraft.so.0 must hold what only those who link it use.
    """
    if alwayslink == None:
        alwayslink = native.package_name().split("/")[0] in ["checkpoint", "framework", "openvino", "saved_model"]
    if (native.package_name() + "/").startswith("kernels/"):
        copts = _KERNEL_COPTS + copts
    cc_library(
        name = name,
        alwayslink = alwayslink,
        copts = OPGRAFT_COPTS + copts,
        deps = deps + [ABSL] + ([] if name == INTERNAL_NAMESPACE.name else [str(INTERNAL_NAMESPACE)]),
        **kwargs
    )

def opgraft_cc_binary(name, copts = [], deps = [], **kwargs):
    """A cc_binary of ours."""
    cc_binary(
        name = name,
        copts = OPGRAFT_COPTS + copts,
        deps = deps + [ABSL],
        **kwargs
    )

def opgraft_cc_test(name, srcs = None, copts = [], deps = [], size = "small", **kwargs):
    """A GoogleTest (and GoogleMock) test, by default of the file `name`.cc; Abseil and main() are there."""
    cc_test(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = OPGRAFT_COPTS + copts,
        size = size,
        deps = deps + [
            ABSL,
            "@googletest//:gtest_main",
        ],
        **kwargs
    )

def opgraft_cc_benchmark(name, srcs = None, copts = [], deps = [], tags = [], **kwargs):
    """A program on Google Benchmark with its own main(); not part of `bazel test //...`."""
    cc_binary(
        name = name,
        srcs = srcs or [name + ".cc"],
        copts = OPGRAFT_COPTS + copts,
        testonly = True,
        tags = tags + ["benchmark"],
        deps = deps + [
            ABSL,
            "@benchmark//:benchmark",
        ],
        **kwargs
    )

def _headers_only_impl(ctx):
    merged = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps])
    headers = merged.compilation_context.headers
    return [
        DefaultInfo(files = headers, runfiles = ctx.runfiles(transitive_files = headers)),
        CcInfo(compilation_context = merged.compilation_context),
    ]

opgraft_headers = rule(
    doc = "The headers of libraries, without their code: for what takes the code from libopgraft.so.0.",
    implementation = _headers_only_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
)

def opgraft_op_library(name, srcs, copts = [], deps = [], **kwargs):
    """A shared library of ops and kernels (`name` ends in .so), for `opgraft --load` and LoadLibrary().

    Its code is hidden but for the registrations it makes when it is loaded; all of Opgraft and Abseil comes from
    libopgraft.so.0. Warnings are the author's own affair. Sources written for TensorFlow compile as they are.
    """
    cc_binary(
        name = name,
        srcs = srcs,
        copts = ["-std=c++17", "-fvisibility=hidden", "-fvisibility-inlines-hidden"] + copts,
        local_defines = ["tensorflow=opgraft"],
        linkopts = ["-Wl,-rpath,$$ORIGIN"] + NO_UNDEFINED_SYMBOLS,
        linkshared = True,
        deps = deps + [Label("//opgraft")],
        **kwargs
    )

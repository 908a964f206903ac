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
    # What is jumped to stands where it stands: filling up to 16 bytes before it took 3 % of the code. Loops are aligned.
    "-falign-jumps=1",
    # clang knows neither that nor g++'s parameters below.
    "-Wno-ignored-optimization-argument",
    "-Wno-unused-command-line-argument",
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

# A class without typeinfo, name and relocations is 150 bytes smaller, and of kernels there are 1,600: the runtime asks them
# what they are by OpKernel::Facets(). (UBSan looks at the typeinfo of every object.)
_NO_RTTI = select({
    str(Label("//:sanitized")): [],
    "//conditions:default": ["-fno-rtti"],
})

# What is compiled alike, with its options beyond OPGRAFT_COPTS: each kind has a precompiled header (third_party/precompiled).
LIBRARY_KINDS = {
    "plain": [],
    # Code that runs once a model or a command, and kernels that hand tensors on: as small as can be, which is 40 % smaller.
    # (Registrations of ops are a quarter smaller at -O2, which makes of their literals' lengths constants.)
    "small": ["-Os", "-ffp-contract=off"],
    # The same of the command, with another header: three of five seconds went into CLI11's.
    "command": ["-Os", "-ffp-contract=off"],
    # Kernels whose time goes where the compiler vectorises nothing: into solvers of Eigen's, which are vectorised by hand,
    # into random bits, hash tables and strings. A tenth to a fifth smaller than at -O3.
    "scalar_kernel": ["-O2", "-ffp-contract=off"] + _NO_RTTI,
    # What a step of a plan spends its time in where tensors are small: every call that is not made counts, 1.5 ns of 11 a node.
    "short_kernel": ["-O3", "-ffp-contract=off"] + _NO_RTTI,
    # g++ 12 at -O2 does not vectorise loops of unknown count (and with -ftree-vectorize some kernels take twice as long as
    # at -O3: Interpolate, say); without fused multiply-add every machine gives the same bits. What is put into its callers is
    # chosen as at -O2: the rest of -O3 makes kernels hardly larger, this by a quarter.
    "kernel": [
        "-O3",
        "-ffp-contract=off",
        "--param=early-inlining-insns=6",
        "--param=inline-min-speedup=30",
        "--param=max-inline-insns-auto=15",
        "--param=max-inline-insns-single=70",
    ] + _NO_RTTI,
}

# Tests take as long to compile as all else; what they test is optimised as ever. Those that compute little are not
# optimised at all.
TEST_KINDS = {
    "test": ["-O1"],
    "quick_test": ["-O0", "-U_FORTIFY_SOURCE"],
}

# The packages of each kind, with those below them, and single targets. The first kind that has one counts.
_PACKAGES = {
    "command": ["tools/cli"],
    "small": [
        "framework/graph/builder",
        "framework/graph/data:graph_editor",
        "framework/graph/functions",
        "framework/graph/v1_control_flow",
        "framework/graph/variables",
        "framework/library",
        "framework/op:spec_problem",
        "framework/runtime:compiled_model",
        "framework/runtime:memory_report",
        "framework/runtime:profile",
        "framework/runtime:state_file",
        "kernels/control",
        "kernels/io",
        "kernels/list",
        "kernels/lookup",
        "kernels/ragged",
        "kernels/sets",
        "openvino",
        "saved_model",
        "testing",
        "tools",
    ],
    "short_kernel": ["kernels/elementwise", "kernels/loops"],
    "scalar_kernel": ["kernels/" + domain for domain in ["ctc", "linalg", "parsing", "random", "sparse", "strings"]],
    "kernel": ["kernels"],
    "quick_test": ["tests/framework/" + room for room in ["files", "graph", "kernel", "op", "tensor", "types"]] +
                  ["tests/" + room for room in ["ops", "proto", "testing", "tools"]],
}

# Folders whose files go into libopgraft.so.0 and the libraries on it; see library_note.h.
_WITHOUT_NOTES = ["checkpoint", "framework", "kernels", "openvino", "ops", "saved_model", "testing", "tools"]

def _is_of(target, package_or_target):
    return target == package_or_target or (target.replace(":", "/") + "/").startswith(package_or_target + "/")

def _copts_and_headers(name, kinds, usual, copts, srcs):
    """The options of a target, and as deps the precompiled header of its kind if it may have it (see there)."""
    target = native.package_name() + ":" + name
    kind = ([kind for kind in _PACKAGES if kind in kinds and any([_is_of(target, p) for p in _PACKAGES[kind]])] + [usual])[0]
    options = OPGRAFT_COPTS + kinds[kind] + copts
    changes_code = type(copts) != "list" or any([not copt.startswith("-D") for copt in copts])
    if changes_code or not srcs:
        return options, []
    header = "third_party/precompiled/" + kind
    return options + ["-include", header + ".h"], [str(Label("//third_party/precompiled:" + kind))]

def opgraft_cc_library(name, copts = [], deps = [], alwayslink = None, **kwargs):
    """A cc_library of ours: warnings are errors, Abseil is there.

    Registrars (ops/, kernels/) say `alwayslink = True`: without it they vanish silently from programs. So does all of
    framework/ and of what stands on it: libopgraft.so.0 must hold what only those who link it use.
    """
    folder = native.package_name().split("/")[0]
    if alwayslink == None:
        alwayslink = folder in ["checkpoint", "framework", "openvino", "saved_model"]

    # Without it Bazel links each library into a .so as well, which nobody uses.
    kwargs.setdefault("linkstatic", True)
    if folder in _WITHOUT_NOTES:
        copts = copts + ["-DOPGRAFT_WITHOUT_LIBRARY_NOTES"]
    copts, headers = _copts_and_headers(name, LIBRARY_KINDS, "plain", copts, kwargs.get("srcs"))
    cc_library(
        name = name,
        alwayslink = alwayslink,
        copts = copts,
        deps = deps + [ABSL] + headers + ([] if name == INTERNAL_NAMESPACE.name else [str(INTERNAL_NAMESPACE)]),
        **kwargs
    )

def opgraft_cc_binary(name, copts = [], deps = [], **kwargs):
    """A cc_binary of ours."""
    copts, headers = _copts_and_headers(name, LIBRARY_KINDS, "plain", copts, kwargs.get("srcs"))
    cc_binary(
        name = name,
        copts = copts,
        deps = deps + [ABSL] + headers,
        **kwargs
    )

def opgraft_cc_test(name, srcs = None, copts = [], deps = [], size = "small", **kwargs):
    """A GoogleTest (and GoogleMock) test, by default of the file `name`.cc; Abseil and main() are there."""
    srcs = srcs or [name + ".cc"]
    copts, headers = _copts_and_headers(name, TEST_KINDS, "test", copts, srcs)
    cc_test(
        name = name,
        srcs = srcs,
        copts = copts,
        size = size,
        deps = deps + headers + [
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

def _checked_library_impl(ctx):
    library = ctx.actions.declare_file(ctx.label.name)
    needed = ctx.attr._command[DefaultInfo].default_runfiles.files.to_list()
    ctx.actions.run_shell(
        inputs = [ctx.file.library] + [file for file in needed if ".so" in file.basename],
        tools = [ctx.file._command],
        outputs = [library],
        command = 'cp "$2" "$3" && "$1" build --check "$3"',
        arguments = [ctx.file._command.path, ctx.file.library.path, library.path],
        mnemonic = "CheckRegistrations",
        progress_message = "Checking the registrations of %s" % ctx.label,
    )
    runfiles = ctx.runfiles([library]).merge(ctx.attr.library[DefaultInfo].default_runfiles)
    return [DefaultInfo(files = depset([library]), runfiles = runfiles)]

_checked_library = rule(
    # A copy, because validation actions, which need none, are off in Bazel 4.
    doc = "A copy of a shared library of ops, made if its registrations are right.",
    implementation = _checked_library_impl,
    attrs = {
        "library": attr.label(allow_single_file = True, mandatory = True),
        # Not for the machine that builds, as tools are: that would compile Opgraft twice.
        "_command": attr.label(allow_single_file = True, default = Label("//:command")),
    },
)

def opgraft_op_library(name, srcs, copts = [], deps = [], tags = [], testonly = False, visibility = None, **kwargs):
    """A shared library of ops and kernels (`name` ends in .so), for `opgraft --load` and LoadLibrary().

    Its code is hidden but for the registrations it makes when it is loaded; all of Opgraft and Abseil comes from
    libopgraft.so.0. Warnings are the author's own affair. Sources written for TensorFlow compile as they are. A wrong
    registration ends the build with FILE:LINE:COLUMN: error:, as `opgraft build` does.
    """
    folder, slash, file = name.rpartition("/")
    unchecked = folder + slash + "unchecked_" + file
    cc_binary(
        name = unchecked,
        srcs = srcs,
        copts = ["-std=c++17", "-fvisibility=hidden", "-fvisibility-inlines-hidden"] + copts,
        local_defines = ["tensorflow=opgraft"],
        linkopts = ["-Wl,-rpath,$$ORIGIN"] + NO_UNDEFINED_SYMBOLS,
        linkshared = True,
        deps = deps + [Label("//opgraft")],
        tags = tags + ["manual"],
        testonly = testonly,
        visibility = ["//visibility:private"],
        **kwargs
    )
    _checked_library(
        name = name,
        library = unchecked,
        tags = tags,
        testonly = testonly,
        visibility = visibility,
    )

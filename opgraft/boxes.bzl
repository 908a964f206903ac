# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""libopgraft.so.0 and the libraries on top of it.

libopgraft.so.0 exports two sets of symbols. OPGRAFT_0 is for everybody. OPGRAFT_BUILD_<hash>, named
after the code that it was linked from, is for the boxes on top: the runtime's internals, the
messages, Protocol Buffers. The dynamic linker refuses a box of another build, and LoadLibrary an op
library that uses the second set.
"""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("//:opgraft.bzl", "NO_UNDEFINED_SYMBOLS")

def _linker_inputs(deps):
    return depset(transitive = [
        dep[CcInfo].linking_context.linker_inputs
        for dep in deps
    ]).to_list()

def _archive(library):
    return library.pic_static_library or library.static_library

def _archives(inputs):
    return [
        _archive(library)
        for input in inputs
        for library in input.libraries
        if _archive(library)
    ]

def _exports_impl(ctx):
    below = _linker_inputs(ctx.attr.deps)
    owners = {str(input.owner): True for input in below}
    archives = _archives(below)
    users = _archives([
        input
        for input in _linker_inputs(ctx.attr.users)
        if str(input.owner) not in owners
    ])
    args = ctx.actions.args()
    args.add(ctx.file._script)
    args.add(ctx.outputs.library)
    args.add(ctx.outputs.box)
    args.add(ctx.file.template)
    args.add_all(ctx.files.protos)
    args.add("--")
    args.add_all(archives)
    args.add("--")
    args.add_all(users)
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    ctx.actions.run_shell(
        command = 'python3 "$@"',
        arguments = [ctx.file._script.path, args],
        inputs = archives + users + ctx.files.protos + [ctx.file._script, ctx.file.template],
        outputs = [ctx.outputs.library, ctx.outputs.box],
        mnemonic = "OpgraftExports",
        progress_message = "Naming the build of libopgraft.so.0",
        use_default_shell_env = True,
    )

opgraft_exports = rule(
    doc = "The version scripts of a library of `deps` and of the boxes on it, whose code is `users`.",
    implementation = _exports_impl,
    attrs = {
        "box": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "library": attr.output(mandatory = True),
        "protos": attr.label_list(allow_files = [".proto"]),
        "template": attr.label(allow_single_file = True),
        "users": attr.label_list(providers = [CcInfo]),
        "_script": attr.label(default = "//opgraft:make_exports.py", allow_single_file = True),
    },
)

def _code_beyond_impl(ctx):
    below = {str(input.owner): True for input in _linker_inputs(ctx.attr.below)}
    toolchain = ctx.attr._cc_toolchain[cc_common.CcToolchainInfo]
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain)
    inputs = []
    for input in _linker_inputs(ctx.attr.deps):
        if str(input.owner) in below:
            continue
        libraries = [
            cc_common.create_library_to_link(
                actions = ctx.actions,
                alwayslink = True,
                cc_toolchain = toolchain,
                feature_configuration = features,
                pic_static_library = library.pic_static_library,
                static_library = library.static_library,
            )
            for library in input.libraries
            if _archive(library)
        ]
        inputs.append(cc_common.create_linker_input(owner = input.owner, libraries = depset(libraries)))
    return [CcInfo(linking_context = cc_common.create_linking_context(linker_inputs = depset(inputs)))]

_code_beyond = rule(
    doc = "The code of `deps` but for what `below` has: all of it, not only what is referred to.",
    implementation = _code_beyond_impl,
    attrs = {
        "below": attr.label_list(providers = [CcInfo]),
        "deps": attr.label_list(providers = [CcInfo]),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
)

# Functions of the same instructions become one, as the kernels of int64 and uint64 often are: a sixth of the library. Also those
# whose addresses are taken (icf=all): nothing in here compares two functions' addresses. bfd's linker cannot. (gold lists
# thread-local variables, but as local ones.)
_LINKER = select({
    str(Label("//:sanitized")): ["-fuse-ld=bfd"],
    "//conditions:default": [
        "-fuse-ld=gold",
        "-Wl,--icf=all",
        "-Wl,-O2",  # a string that ends as another is a part of it
    ],
})

def opgraft_core(name, code, users, **kwargs):
    """libopgraft.so.0, with what these users of its inner parts need.

    Args:
      name: of the file; NAME_library.lds and NAME_box.lds are its version script and that of boxes.
      code: what it is.
      users: the code of the boxes on it.
      **kwargs: of the cc_binary.
    """
    opgraft_exports(
        name = name + "_exports",
        box = name + "_box.lds",
        library = name + "_library.lds",
        protos = ["//proto:files"],
        template = "//opgraft:exports.lds",
        visibility = ["//visibility:private"],
        deps = [code],
        users = users,
    )
    cc_binary(
        name = name,
        additional_linker_inputs = [name + "_library.lds"],
        features = ["-supports_start_end_lib"],  # all of an archive, or what is needed of it
        linkopts = _LINKER + [
            "-Wl,-soname,libopgraft.so.0",
            # Calls of its own functions are bound when it is linked, not each time it is loaded.
            "-Wl,-Bsymbolic-functions",
            "-Wl,--version-script=$(location %s_library.lds)" % name,
            "-ldl",
            "-lpthread",
        ] + NO_UNDEFINED_SYMBOLS,
        linkshared = True,
        deps = [code],
        **kwargs
    )

def opgraft_box(name, deps, below, on, exports, linkopts = NO_UNDEFINED_SYMBOLS, **kwargs):
    """A shared library on libopgraft.so.0.

    Args:
      name: libopgraft_X.so.0.
      deps: whose code it has,
      below: but for the code of these, which
      on: these shared libraries hold.
      exports: its version script.
      linkopts: more for the linker.
      **kwargs: of the cc_binary.
    """
    _code_beyond(
        name = name + "_code",
        below = below,
        visibility = ["//visibility:private"],
        deps = deps,
    )
    cc_binary(
        name = name,
        additional_linker_inputs = [exports],
        features = ["-supports_start_end_lib"],
        linkopts = _LINKER + [
            "-Wl,-soname," + name,
            "-Wl,-rpath,$$ORIGIN",
            "-Wl,-Bsymbolic-functions",
            "-Wl,--version-script=$(location %s)" % exports,
        ] + linkopts,
        linkshared = True,
        deps = [name + "_code"] + on,
        **kwargs
    )

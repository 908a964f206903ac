# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Headers of other libraries, parsed once for all of our files.

Of the 180,000 lines that g++ reads for a kernel of 300, two thirds are libstdc++'s, Abseil's and Eigen's. g++ takes
NAME.h.gch, what it made of NAME.h before, if NAME.h is the first that a file includes: opgraft.bzl passes `-include`.

The .gch must be made with the very options of the files that use it. g++ refuses it where macros, the machine or the lack
of optimisation differ, and reads NAME.h instead; but other options of optimisation it TAKES from the .gch, without a word.
So there is one for each kind of file in opgraft.bzl, and a target with options of its own goes without.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _precompile(ctx, toolchain, context, header):
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    compiled = ctx.actions.declare_file(header.basename + ".gch")
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = compiled.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts + ctx.attr.copts,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = context.defines,
        use_pic = True,
    )
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(feature_configuration = features, action_name = CPP_COMPILE_ACTION_NAME),
        arguments = ["-x", "c++-header"] + cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        inputs = depset([header], transitive = [context.headers, toolchain.all_files]),
        outputs = [compiled],
        mnemonic = "PrecompileHeader",
        progress_message = "Precompiling %s" % header.short_path,
    )
    return compiled

def _precompiled_header_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    if "clang" in toolchain.compiler_executable or ctx.configuration.coverage_enabled:
        ctx.actions.write(header, "// This compiler has no precompiled headers here.\n")
        headers = [header]
        context = cc_common.create_compilation_context()
    else:
        ctx.actions.symlink(output = header, target_file = ctx.file.header)
        context = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps]).compilation_context
        headers = [header, _precompile(ctx, toolchain, context, header)]
    return [
        DefaultInfo(files = depset(headers)),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset(headers, transitive = [context.headers]),
            defines = context.defines,
            includes = context.includes,
            quote_includes = context.quote_includes,
            system_includes = context.system_includes,
        )),
    ]

precompiled_header = rule(
    doc = "NAME.h: `header`, and beside it what g++ made of it. Empty for other compilers, and where lines are counted.",
    implementation = _precompiled_header_impl,
    attrs = {
        "copts": attr.string_list(doc = "the options of those who include it"),
        "deps": attr.label_list(doc = "whose headers it includes", providers = [CcInfo]),
        "header": attr.label(allow_single_file = [".h"], mandatory = True),
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

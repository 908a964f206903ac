# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""The headers as users see them."""

def _include_tree_impl(ctx):
    contexts = [dep[CcInfo].compilation_context for dep in ctx.attr.deps]
    root = ctx.label.workspace_root
    headers = depset(ctx.files.hdrs, transitive = [context.headers for context in contexts])
    ours = [
        file
        for file in headers.to_list()
        if file.is_source and file.owner.workspace_root == root
    ]
    names = ctx.actions.declare_file(ctx.label.name + "_files.txt")
    start = len(root) + 1 if root else 0
    ctx.actions.write(names, "".join(["%s %s\n" % (file.path[start:], file.path) for file in ours]))
    tree = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run_shell(
        command = 'python3 "$@"',
        arguments = [
            ctx.file._script.path,
            tree.path,
            ctx.file.list.path,
            names.path,
            ctx.file.absent.path,
        ],
        inputs = ours + [ctx.file._script, ctx.file.list, names, ctx.file.absent],
        outputs = [tree],
        mnemonic = "OpgraftIncludeTree",
        progress_message = "Collecting the headers for users",
        use_default_shell_env = True,
    )
    own = cc_common.create_compilation_context(
        headers = depset([tree]),
        system_includes = depset([tree.path + "/opgraft/compat", tree.path]),
    )
    beside = [dep[CcInfo] for dep in ctx.attr.beside]
    others = depset(transitive = [info.compilation_context.headers for info in beside])
    return [
        DefaultInfo(
            files = depset([tree]),
            runfiles = ctx.runfiles(files = [tree], transitive_files = others),
        ),
        cc_common.merge_cc_infos(cc_infos = [CcInfo(compilation_context = own)] + beside),
    ]

opgraft_include_tree = rule(
    doc = """A folder with the listed headers under the names that users include them by.

    What depends on this sees the folder and the headers beside it, and nothing else of Opgraft;
    include_tree.py says what is in it.""",
    implementation = _include_tree_impl,
    attrs = {
        "absent": attr.label(allow_single_file = True, doc = "headers that are not there", mandatory = True),
        "beside": attr.label_list(doc = "what the headers include of others", providers = [CcInfo]),
        "deps": attr.label_list(
            doc = "libraries that have the listed headers",
            providers = [CcInfo],
        ),
        "hdrs": attr.label_list(doc = "more files that have them", allow_files = True),
        "list": attr.label(allow_single_file = True, mandatory = True),
        "_script": attr.label(allow_single_file = True, default = "//opgraft:include_tree.py"),
    },
)

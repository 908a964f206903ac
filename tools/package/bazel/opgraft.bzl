# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Op libraries on the prebuilt Opgraft in this folder."""

def opgraft_op_library(name, srcs, copts = [], deps = [], **kwargs):
    """A shared library of ops and kernels (`name` ends in .so), for `opgraft --load` and LoadLibrary().

    Its code is hidden but for the registrations it makes when it is loaded. Sources written for TensorFlow compile as
    they are.
    """
    native.cc_binary(
        name = name,
        srcs = srcs,
        copts = ["-std=c++17", "-fvisibility=hidden", "-fvisibility-inlines-hidden"] + copts,
        local_defines = ["tensorflow=opgraft"],
        linkopts = ["-Wl,-z,defs"],
        linkshared = True,
        deps = deps + [Label("//opgraft")],
        **kwargs
    )

# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Fuzz targets: a parser or the runtime fed with any bytes."""

load("//:opgraft.bzl", "opgraft_cc_binary", "opgraft_cc_library", "opgraft_cc_test")

def fuzz_target(name, deps, mutations = 20, corpora = [], data = []):
    """A target in NAME.cc, which defines LLVMFuzzerTestOneInput, with its corpus in corpus/NAME.

    NAME_fuzzer is libFuzzer's program: built with --config=asan only, by tools/fuzz.sh.
    NAME_corpus_test runs every file of the corpus, and `mutations` changed copies of each, in the
    ordinary build: the findings of the past, kept there, are tests. `corpora` are folders of other
    files to start from, whose labels are `data`; tools/fuzz.sh reads them here.
    """
    own_corpus = native.glob(["corpus/" + name + "/**"])
    opgraft_cc_library(
        name = name + "_target",
        testonly = True,
        srcs = [name + ".cc"],
        alwayslink = True,
        deps = deps + [":fuzz_target"],
    )
    opgraft_cc_binary(
        name = name + "_fuzzer",
        testonly = True,
        linkopts = ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = [":" + name + "_target"],
    )
    opgraft_cc_test(
        name = name + "_corpus_test",
        size = "medium",
        srcs = ["replay_main.cc"],
        args = [
            "--mutations=%d" % mutations,
        ] + (["tests/fuzz/corpus/" + name] if own_corpus else []) + corpora,
        data = own_corpus + data,
        deps = [
            ":fuzz_target",
            ":" + name + "_target",
        ],
    )

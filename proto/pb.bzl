# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""Generated C++ code of Opgraft's messages."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("//:opgraft.bzl", "CODE_COPTS")

def opgraft_proto_library(name, srcs, imports = [], shared_enums = {}, copts = [], deps = [], **kwargs):
    """One C++ library of all `srcs`, included as "opgraft/proto/X.pb.h".

    protoc runs once over all files. They import each other as "opgraft/proto/X.proto", which is also their name in
    protobuf's pool: it cannot clash with the files of another library in the process.

    Args:
      name: the library.
      srcs: .proto files of this package.
      imports: further ones that these import; their code is in one of the deps.
      shared_enums: {"file.proto Enum": "header"}: an enum that a hand-written header defines, so that it can be had
        without protobuf. The definition is taken out of the generated header, which includes the other instead. A
        change in what protoc writes fails the build.
      copts: of the library, beyond the usual ones.
      deps: of the library; the targets of the headers in shared_enums.
      **kwargs: of the library.
    """
    outs_h = ["opgraft/proto/%s.pb.h" % src[:-len(".proto")] for src in srcs]
    outs_cc = ["opgraft/proto/%s.pb.cc" % src[:-len(".proto")] for src in srcs]
    edits = ["python3 $(location //proto:empty_oneofs.py) " +
             " ".join(["$(RULEDIR)/" + out for out in outs_cc])]
    for file_and_enum, header in shared_enums.items():
        src, enum = file_and_enum.split(" ")
        edits.append("python3 $(location //proto:share_enum.py) $(RULEDIR)/opgraft/proto/%s.pb.h %s %s" %
                     (src[:-len(".proto")], enum, header))
    native.genrule(
        name = name + "_generate",
        srcs = srcs + imports,
        outs = outs_h + outs_cc,
        cmd = " && ".join([
            "$(location @protoc//:protoc) -Iopgraft/proto=$$(dirname $(location %s)) --cpp_out=$(RULEDIR) %s" % (
                srcs[0],
                " ".join(["opgraft/proto/" + src for src in srcs]),
            ),
        ] + edits),
        message = "Generating messages",
        tools = [
            "//proto:empty_oneofs.py",
            "//proto:share_enum.py",
            "@protoc//:protoc",
        ],
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name,
        srcs = outs_cc,
        hdrs = outs_h,
        # Not ours to warn about.
        copts = CODE_COPTS + ["-w"] + copts,
        includes = ["."],
        deps = ["@com_google_protobuf//:protobuf"] + deps,
        **kwargs
    )

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The folder that `opgraft new-op` writes, a workspace without a .bazelrc, builds op libraries on an
# unpacked Opgraft in seconds: they work, and what they compute and export is what ours do. A
# registration that is wrong fails the build at its place.
set -euo pipefail
prefix=$TEST_TMPDIR/prefix workspace=$TEST_TMPDIR/workspace ours=$PWD/examples/first_op/zero_out.so
tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$prefix"
tools/package/make_repository.sh "$prefix"
"$prefix/bin/opgraft" new-op MyScale "$workspace"
cp examples/first_op/zero_out.cc examples/first_op/zero_out.pbtxt "$workspace"
cd "$workspace"
export HOME=$TEST_TMPDIR
grep -qF 'builds the same with CMake, BUILD with Bazel' README.md
sed 's/T: {float/T: {flaot/' zero_out.cc >wrong.cc
cat >>BUILD <<'END'

opgraft_op_library(
    name = "zero_out.so",
    srcs = ["zero_out.cc"],
)

opgraft_op_library(
    name = "wrong.so",
    srcs = ["wrong.cc"],
    tags = ["manual"],
)
END
in_bazel() { bazel --batch --nohome_rc --output_user_root="$TEST_TMPDIR/bazel" "$1" --spawn_strategy=local --jobs=2 "${@:2}"; }

in_bazel test --test_output=errors //...

theirs=$workspace/bazel-bin/zero_out.so
outputs() { "$prefix/bin/opgraft" run zero_out.pbtxt --load "$1" --input x=5,4,3,2,1; }
diff <(outputs "$ours") <(outputs "$theirs")
# What linkers add is their own affair.
exports() { nm -D --defined-only "$1" | awk '{print $3}' | grep -vxE '__bss_start|_edata|_end' | LC_ALL=C sort; }
diff <(exports "$ours") <(exports "$theirs")

in_bazel build :wrong.so >wrong.txt 2>&1 && { printf 'Bazel built a wrong registration\n'; exit 1; }
place=$(grep -n flaot wrong.cc | cut -d: -f1)
grep -qF "wrong.cc:$place:16: error: 'flaot' is not a type" wrong.txt || { cat wrong.txt; exit 1; }

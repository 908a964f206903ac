#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# A workspace without a .bazelrc builds an op library on an installed Opgraft in seconds: it works,
# and what it computes and exports is what ours does.
set -euo pipefail
prefix=$TEST_TMPDIR/prefix workspace=$TEST_TMPDIR/workspace ours=$PWD/examples/first_op/zero_out.so
tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$prefix"
tools/package/make_repository.sh "$prefix"
mkdir "$workspace"
cp examples/first_op/zero_out.cc examples/first_op/zero_out.pbtxt tools/package/try_bazel/zero_out_test.cc "$workspace"
cp tools/package/try_bazel/BUILD.in "$workspace/BUILD"
sed "s|@root@|$prefix|" tools/package/try_bazel/WORKSPACE >"$workspace/WORKSPACE"
cd "$workspace"
export HOME=$TEST_TMPDIR

bazel --batch --nohome_rc --output_user_root="$TEST_TMPDIR/bazel" \
  test --spawn_strategy=local --jobs=2 --test_output=errors //...

theirs=$workspace/bazel-bin/zero_out.so
outputs() { "$prefix/bin/opgraft" run zero_out.pbtxt --load "$1" --input x=5,4,3,2,1; }
diff <(outputs "$ours") <(outputs "$theirs")
# What linkers add is their own affair.
exports() { nm -D --defined-only "$1" | awk '{print $3}' | grep -vxE '__bss_start|_edata|_end' | LC_ALL=C sort; }
diff <(exports "$ours") <(exports "$theirs")

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft gen cpp` writes generated_ops.h, byte by byte, which generated_ops_test.cc compiles and
# uses.
set -euo pipefail
opgraft=$PWD/tools/opgraft
golden=$PWD/tests/tools/op_gen/generated_ops.h
cd "$TEST_TMPDIR"
ops=(AddV2 ConcatV2 Const IdentityN If MatMul NoOp Placeholder ReadValue Split Squeeze StringToNumber Sum Unpack)
"$opgraft" gen cpp "${ops[@]}" -o generated_ops.h
diff -u "$golden" generated_ops.h || {
  printf 'FAILED: the header is another; if that is meant: opgraft gen cpp %s -o tests/tools/op_gen/generated_ops.h\n' "${ops[*]}"
  exit 1
}
"$opgraft" gen cpp --all -o all_ops.h
"$opgraft" gen cpp --all -o again/all_ops.h 2>/dev/null || { mkdir again && "$opgraft" gen cpp --all -o again/all_ops.h; }
cmp all_ops.h again/all_ops.h

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft compat`, `lint` and `coverage`, with their exit codes; our own ops are without a finding.
set -uo pipefail
opgraft=$PWD/tools/opgraft
library=$PWD/examples/first_op/zero_out.so
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

run "write" 0 "$opgraft" ops --proto all.pb
run "compare with itself" 0 "$opgraft" compat all.pb
has "$out" "compatible: graphs made for the "
run "write one as text" 0 "$opgraft" ops Sum --proto sum.pbtxt
run "binary and text" 0 "$opgraft" compat sum.pbtxt all.pb
run "write a library's" 0 "$opgraft" ops --load "$library" --proto mine.pbtxt
[ "$(grep -c '^op {' mine.pbtxt)" = 1 ] || fail "a library's ops: $(cat mine.pbtxt)"
run "compare a library" 0 "$opgraft" compat mine.pbtxt --load "$library"
run "without the library" 1 "$opgraft" compat mine.pbtxt
has "$out" "ZeroOut: the op is gone. Rule: an op that graphs use must stay. Fix: keep it;"
sed 's/name: "keep_dims"/name: "keepdims"/' sum.pbtxt >other.pbtxt
run "a violation" 1 "$opgraft" compat other.pbtxt sum.pbtxt
has "$out" "Sum: Attr 'keepdims' removed. Rule: an attr that graphs set must stay. Fix: put back .Attr(\"keepdims: bool = false\")"
has "$out" "1 violation in 1 op"
run "no file" 1 "$opgraft" compat nowhere.pb
has "$err" "nowhere.pb"
printf 'no list' >no_list
run "no OpList" 1 "$opgraft" compat no_list
has "$err" "no_list: not an OpList in text format: line 1, column "
run "no argument" 2 "$opgraft" compat

run "lint of our own ops" 0 "$opgraft" lint
has "$out" "0 findings in "
undescribed=$("$opgraft" ops --json | python3 -c '
import json, sys
for op in map(json.loads, sys.stdin):
  for arg in op.get("input_arg", []) + op.get("output_arg", []):
    if not arg.get("description"): print(op["name"], arg["name"])')
[ -z "$undescribed" ] || fail "inputs and outputs without a word: $undescribed"
run "lint of a library" 1 "$opgraft" lint --load "$library"
has "$out" "zero_out.cc:"
has "$out" "ZeroOut: attr 'preserve_index' has no description. Add a line \"preserve_index: ...\" to its .Doc()."
has "$out" "ZeroOut: input 'to_zero' has no description. Add a line \"to_zero: ...\" to its .Doc()."
cat >mine.txt <<'END'
ZeroOut: input 'to_zero' has no description
ZeroOut: attr 'preserve_index' has no description
NoSuchOp: has no kernel
END
run "a line without finding" 1 "$opgraft" lint --load "$library" --allow mine.txt
has "$out" "mine.txt: no finding begins with 'NoSuchOp: has no kernel'. Remove the line."
sed -i '$d' mine.txt
run "all meant" 0 "$opgraft" lint --load "$library" --allow mine.txt
run "an unknown op" 1 "$opgraft" lint Smu
has "$err" "'Sum'"
run "coverage" 0 "$opgraft" coverage
has "$out" "ops of TensorFlow 2.21 with kernels for a CPU, "
has "$out" " are left out, input pipelines (tf.data):"
run "coverage against itself" 0 "$opgraft" coverage --against sum.pbtxt
[ "$out" = "Of 1 ops of sum.pbtxt, 1 are here, 0 are missing, 0 are left out." ] || fail "coverage of itself: $out"
run "coverage against a library's ops" 1 "$opgraft" coverage --against mine.pbtxt
has "$out" "1 are missing:"
has "$out" "  ZeroOut"
exit $status

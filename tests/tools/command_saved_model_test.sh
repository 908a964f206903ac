#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The command on the folder of a SavedModel: signature add counts and sums x up, clear sets the sum to zero; count starts at 10.
set -uo pipefail
opgraft=$PWD/tools/opgraft
counter=$PWD/tests/saved_model/data/counter
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

run "check" 0 "$opgraft" check "$counter"
has "$out" "no problem in"
run "run" 0 "$opgraft" run "$counter" --signature add --input x=1,2
has "$out" "count = 11"

# --- convert ---
run "assigned variables have no place in a GraphDef" 1 "$opgraft" convert "$counter" refused.pb
has "$err" "--checkpoint-out"
[ ! -e refused.pb ] || fail "a file was written"
run "a checkpoint for them" 0 "$opgraft" convert "$counter" counter.pb --checkpoint-out "$TEST_TMPDIR/values"
run "the graph has them as variables" 0 "$opgraft" show counter.pb
has "$out" "VarHandleOp"
run "there is no checkpoint of a GraphDef" 1 "$opgraft" convert counter.pb again.pb --checkpoint-out values
has "$err" "is not a SavedModel"

# What a checkpoint has under these names.
cat >restore.pbtxt <<END
node { name: "prefix" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { } string_val: "$TEST_TMPDIR/values" } } } }
node { name: "names" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } } string_val: "count" string_val: "sum" } } } }
node { name: "slices" op: "Const" attr { key: "dtype" value { type: DT_STRING } }
  attr { key: "value" value { tensor { dtype: DT_STRING tensor_shape { dim { size: 2 } } string_val: "" string_val: "" } } } }
node { name: "restored" op: "RestoreV2" input: "prefix" input: "names" input: "slices"
  attr { key: "dtypes" value { list { type: DT_INT64 type: DT_FLOAT } } } }
END
run "the checkpoint has their values" 0 "$opgraft" run restore.pbtxt
has "$out" "restored = 10"
has "$out" "restored:1 = [0 0]"

exit $status

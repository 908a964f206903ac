#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# OpenVINO's IR as the command writes it.
set -uo pipefail
opgraft=$PWD/tools/opgraft
mlp=$PWD/examples/mlp/mlp.pb
summator=$PWD/examples/summator/summator.pbtxt
if=$PWD/examples/if/if.pbtxt
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
size() { stat -c %s "$1"; }

# --- The files ---
run "a graph" 0 "$opgraft" convert "$mlp" mlp.xml
[ -s mlp.xml ] && [ -s mlp.bin ] || fail "no mlp.xml and mlp.bin"
run "the same again" 0 "$opgraft" convert "$mlp" again.xml
sed 's/net name="again"/net name="mlp"/' again.xml >renamed.xml
same mlp.xml renamed.xml
same mlp.bin again.bin
run "an IR" 0 "$opgraft" convert mlp.xml again.xml
same mlp.bin again.bin
run "other weights" 0 "$opgraft" convert "$mlp" named.xml --weights other.bin
same mlp.bin other.bin
[ ! -e named.bin ] || fail "--weights, and yet there is named.bin"
run "to standard output" 0 "$opgraft" convert "$mlp" - --format ir --weights piped.bin
has "$out" '<net name="model" version="11">'
same mlp.bin piped.bin

# --- The numbers ---
run "the graph" 0 "$opgraft" run "$mlp" --input x=random:2x10
before=$out
run "the IR" 0 "$opgraft" run mlp.xml --input x=random:2x10
[ "$before" = "$out" ] || fail "the IR of mlp.pb gives: $out, not $before"
run "of 16 bits" 0 "$opgraft" convert "$mlp" half.xml --f16
[ $(($(size half.bin) * 3)) -lt $(($(size mlp.bin) * 2)) ] || fail "half.bin has $(size half.bin) bytes"
run "the IR of 16 bits" 0 "$opgraft" run half.xml --input x=random:2x10
[ "$before" != "$out" ] || fail "no weight of mlp.pb is rounded to 16 bits"

# --- States and branches ---
run "a state" 0 "$opgraft" convert "$summator" summator.xml
run "it adds up" 0 "$opgraft" run summator.xml --sequence x=1..3
has "$out" "   3    3    9    6"
run "a branch" 0 "$opgraft" convert "$if" if.xml
has "$(cat if.xml)" '<then_body>'
for cond in true false; do
  run "the branch $cond" 0 "$opgraft" run "$if" --input cond=$cond --input x=1 --input z=10 --input w=100
  before=$out
  run "the same as an IR" 0 "$opgraft" run if.xml --input cond=$cond --input x=1 --input z=10 --input w=100
  [ "$before" = "$out" ] || fail "the IR of if.pbtxt gives: $out, not $before"
done
run "a transformation" 0 "$opgraft" transform reshape x:3,10 "$mlp" three.xml
run "its batch is known" 0 "$opgraft" run three.xml --input x=random
has "$out" "float [3,4]"

# --- What cannot be ---
printf 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "a" op: "Digamma" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "b" op: "Lgamma" input: "a" attr { key: "T" value { type: DT_FLOAT } } }' >odd.pbtxt
run "ops that no layer means" 1 "$opgraft" convert odd.pbtxt odd.xml
has "$err" "node 'a' (Digamma)"
has "$err" "node 'b' (Lgamma)"
[ ! -e odd.xml ] && [ ! -e odd.bin ] || fail "a failed conversion leaves files"
run "weights of a GraphDef" 1 "$opgraft" convert "$mlp" mlp.pbtxt --weights mlp.bin
has "$err" "--weights and --f16 are for an IR"
run "half a GraphDef" 1 "$opgraft" convert "$mlp" mlp.pbtxt --f16
has "$err" "--weights and --f16 are for an IR"
run "both on standard output" 1 "$opgraft" convert "$mlp" - --format ir
has "$err" "needs --weights FILE.bin"
run "one file for both" 1 "$opgraft" convert "$mlp" one.xml --weights one.xml
has "$err" "that is the file of the .xml text"

exit $status

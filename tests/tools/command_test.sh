#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The command as a user calls it: results on standard output, errors on standard error, exit codes.
set -uo pipefail
opgraft=$PWD/tools/opgraft
summator=$PWD/examples/summator/summator.pbtxt
if_model=$PWD/examples/if/if.pbtxt
mlp=$PWD/examples/mlp/mlp.pb
library=$PWD/examples/first_op/zero_out.so
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

run "the summator" 0 "$opgraft" run "$summator" --sequence x=1..6 --reset-at 4 --state-out day1.state
diff -u - <(printf '%s\n' "$out") <<'END' || fail "the table"
step    x  out  sum
   1    1    1    1
   2    2    4    3
   3    3    9    6
reset
   4    4    4    4
   5    5   13    9
   6    6   24   15
END
run "state goes on" 0 "$opgraft" run "$summator" --state-in day1.state --input x=10
has "$out" "out = [40]"
has "$out" "state sum = [25]"
run "JSON" 0 "$opgraft" run "$summator" --sequence x=1,2 --json
has "$out" '"outputs":{"out":{"data":[4.0],"shape":[1],"type":"float"}}'
run "an absent state" 1 "$opgraft" run "$summator" --state-in nowhere.state --input x=1
has "$err" "NOT_FOUND"
run "a missing feed" 1 "$opgraft" run "$summator"
has "$err" "feed 'x' is missing"
run "a wrong value" 1 "$opgraft" run "$summator" --input x=abc
has "$err" '"abc" is not a float'
run "a wrong name" 1 "$opgraft" run "$summator" --input y=1
has "$err" "'y'"

cat >misspelt.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shap" value { shape {} } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
END
run "an attr that is ignored" 0 "$opgraft" run misspelt.pbtxt --input x=1
has "$err" "warning: misspelt.pbtxt: node 'x' (Placeholder): Placeholder has no attr 'shap'; nearest: 'shape'; it is ignored"

for format in "" --dot --html; do
  run "show $format tells it once" 0 "$opgraft" show $format misspelt.pbtxt
  [ "$(grep -c 'it is ignored' <<<"$err")" = 1 ] || fail "not once: $err"
done
sed 's/op: "Neg"/op: "Neh"/' misspelt.pbtxt >misspelt_too.pbtxt
run "show of a wrong model tells it once" 0 "$opgraft" show misspelt_too.pbtxt
[ "$(grep -c 'it is ignored' <<<"$err")" = 1 ] || fail "not once: $err"
head -1 misspelt.pbtxt | sed 's/shap"/shape"/' >input.pbtxt
run "a model without outputs" 0 "$opgraft" run input.pbtxt
[ "$err" = "warning: input.pbtxt: the model has no outputs; choose some with --fetch" ] || fail "no outputs: $err"
run "what is fetched of it" 0 "$opgraft" run input.pbtxt --input x=1 --fetch x
[ -z "$err" ] || fail "a fetch warns: $err"

run "bench" 0 "$opgraft" bench "$summator" --seconds 0.02
has "$out" "nodes per run, 1 request, 1 thread"
has "$out" "  per node "
run "bench as JSON" 0 "$opgraft" bench "$mlp" --dimension 32 --seconds 0.02 --threads 2 --requests 4 --json
has "$out" '"requests":4,'
has "$out" '"threads":2}'
has "$out" '"nodes_per_run":'
allocations=$(grep -o '"allocations_per_run":[^,]*' <<<"$out")
case $allocations in '' | *:0.0) ;; *) fail "a warm run allocates: $allocations" ;; esac  # not counted by sanitizers
run "bench with an input" 0 "$opgraft" bench "$summator" --input x=2 --seconds 0.01
run "bench with a wrong input" 1 "$opgraft" bench "$summator" --input y=2
has "$err" "'y'"
run "bench with what is no feed" 1 "$opgraft" bench "$summator" --input out=2
has "$err" "the model does not feed 'out'"
run "bench with too few requests" 1 "$opgraft" bench "$mlp" --threads 2 --requests 1
has "$err" "--requests 1 cannot keep --threads 2 busy"
run "bench with values for an open shape" 1 "$opgraft" bench "$mlp" --input x=1
has "$err" "--input x"
cat >frozen.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_BOOL } } attr { key: "shape" value { shape {} } } }
node { name: "unused" op: "Placeholder" attr { key: "dtype" value { type: DT_VARIANT } } }
node { name: "s" op: "Switch" input: "x" input: "p" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "no" op: "Neg" input: "s:1" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "m" op: "Merge" input: "s" input: "no" attr { key: "T" value { type: DT_FLOAT } } attr { key: "N" value { i: 2 } } }
node { name: "y" op: "Exp" input: "m" attr { key: "T" value { type: DT_FLOAT } } }
versions { producer: 1882 }
END
run "bench a frozen graph with inputs that nothing uses" 0 "$opgraft" bench frozen.pbtxt --seconds 0.01
run "run a frozen graph with a branch" 0 "$opgraft" run frozen.pbtxt --input x=0 --input p=false
[ "$out" = "y = 1  (float [])" ] || fail "outputs of a frozen graph: $out"
run "bench no model" 1 "$opgraft" bench nowhere.pb
has "$err" "NOT_FOUND"

cat >folded.pbtxt <<'EOF'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape {} } } }
node { name: "two" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
       attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape {} float_val: 2 } } } }
node { name: "four" op: "Square" input: "two" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "y" op: "Mul" input: "x" input: "four" attr { key: "T" value { type: DT_FLOAT } } }
EOF
run "profile of what follows from constants" 0 "$opgraft" profile folded.pbtxt --runs 5
has "$out" '1 node, 5 runs: '
has "$out" '1 node follows from constants: computed once, when the model was compiled'
run "profile" 0 "$opgraft" profile "$mlp" --runs 5 --top 2 --trace trace.json
has "$out" "sequential_1/"  # which are the slowest, the machine tells
has "$out" "... and 7 more (--top 0 shows all)"
[ "$(grep -c '"cat":"run"' trace.json)" = 5 ] || fail "the trace has not five runs"
[ "$(grep -c '"cat":"MatMul"' trace.json)" = 15 ] || fail "the trace has not fifteen products"
for model in "$mlp" "$if_model"; do
  run "the column for speed" 0 "$opgraft" profile "$model" --runs 3
  case $(grep -c 'GB/s' <<<"$out") in
    0 | 2) ;;  # left out, or explained below the table
    *) fail "a column without a word on what is in it: $out" ;;
  esac
  grep -qE '^[0-9]+ nodes?, 3 runs: .* per run in kernels \(.* per node for reading the clock already subtracted\)$' <<<"$out" || fail "the last line: $out"
done
run "profile as JSON" 0 "$opgraft" profile "$if_model" --runs 2 --json
has "$out" '"node":"y/add_z/add","op":"AddV2"'
run "profile into no folder" 1 "$opgraft" profile "$mlp" --trace nowhere/trace.json
has "$err" "nowhere/trace.json"
run "profile without a run" 2 "$opgraft" profile "$mlp" --runs 0

run "check a good file" 0 "$opgraft" check "$mlp"
has "$out" "no problem in 25 nodes"
cat >bad.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "a" op: "Ned" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "b" op: "Neg" input: "z" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "c" op: "Neg" input: "x" }
END
run "check a bad file" 1 "$opgraft" check bad.pbtxt
has "$out" "bad.pbtxt: 3 problems in 4 nodes"
has "$out" "  Ned  unknown; nearest: Neg  1 node, 'a'"
has "$out" "An unknown op may be a custom op: --load ITS_LIBRARY.so"
has "$out" "(Neg)"
has "$out" "'z'"
has "$out" "'T'"
run "check no file" 1 "$opgraft" check nowhere.pb
has "$err" "nowhere.pb"
printf 'not a graph' >text.pb
run "check a wrong file" 1 "$opgraft" check text.pb
has "$out" "text.pb: not a GraphDef in text format: line 1, column 5: "
: >empty.pb
run "check an empty file" 1 "$opgraft" check empty.pb
[ "$out" = "empty.pb: 1 problem
  empty.pb: there is nothing in it" ] || fail "check an empty file: $out"
echo 'versions { producer: 1 }' >bare.pbtxt
run "check a file without a node" 1 "$opgraft" check bare.pbtxt
has "$out" "bare.pbtxt: 1 problem"
has "$out" "there is no node in it"
run "run an empty file" 1 "$opgraft" run empty.pb
has "$err" "empty.pb: there is nothing in it"
run "run what is not a graph" 1 "$opgraft" run "$0"
has "$err" "not a GraphDef in text format"

run "ops" 0 "$opgraft" ops
has "$out" "MatMul("
run "one op" 0 "$opgraft" ops Softmax
has "$out" "logits: T"
has "$out" "python  softmax(logits, name=None)"
run "an unknown op" 1 "$opgraft" ops Sofmax
[ "$err" = "opgraft: NOT_FOUND: op 'Sofmax' is not registered. Nearest: 'Softmax'." ] || fail "an unknown op: $err"
run "an op of another library" 1 "$opgraft" ops Qqqqqqqqqqq
has "$err" "load its library first: --load FILE"
cat >custom.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "norm" op: "OurNorm" input: "x" }
node { name: "tpu" op: "TPUReplicatedInput" input: "norm" }
END
cat >custom.txt <<'END'
custom.pbtxt: 2 ops that are not offered, in 2 of 3 nodes
  TPUReplicatedInput  TensorFlow's, not offered yet  1 node, 'tpu'
  OurNorm             unknown                        1 node, 'norm'
An unknown op may be a custom op: --load ITS_LIBRARY.so
END
run "check lists the ops that are missing" 1 "$opgraft" check custom.pbtxt
diff <(printf '%s\n' "$out") custom.txt || fail "missing ops of check: $out"
for command in "run custom.pbtxt" "bench custom.pbtxt" "profile custom.pbtxt" "show --memory custom.pbtxt"; do
  run "$command lists the ops that are missing" 1 "$opgraft" $command
  diff <(printf '%s\n' "$err") <(printf 'opgraft: NOT_FOUND:\n'; cat custom.txt) || fail "missing ops of $command: $err"
done
run "kernels" 0 "$opgraft" kernels Softmax
has "$out" "Softmax  CPU"
run "kernels of what is a step" 0 "$opgraft" kernels StatelessIf
[ "$out" = "StatelessIf  is a step of the plan, not a kernel" ] || fail "kernels of a step: $out"
run "kernels of an op without type attr" 0 "$opgraft" kernels LogicalAnd
[ "$out" = "LogicalAnd  CPU  bool" ] || fail "kernels of one type: $out"
run "the matrix" 0 "$opgraft" kernels --matrix
has "$out" "bfloat16"
grep -qE '^ReadValue +is a step of the plan, not a kernel$' <<<"$out" || fail "the matrix has no steps: $out"
run "the matrix of an op without type attr" 0 "$opgraft" kernels --matrix LogicalAnd
grep -qE '^LogicalAnd( +\.){14} +x +\. *$' <<<"$out" || fail "the matrix of one type: $out"
run "kernels of a library" 0 "$opgraft" kernels ZeroOut --load "$library"
[ "$out" = "ZeroOut  CPU  T: float double int32 int64" ] || fail "kernels of a library: $out"
run "no library" 1 "$opgraft" ops --load ./nowhere.so
has "$err" "nowhere.so"

run "explain" 0 "$opgraft" explain "$mlp" y
has "$out" "Identity"
has "$out" "  Identity CPU  yes  "
run "explain a choice among several" 0 "$opgraft" explain "$if_model" y/add_z/add
[ "$(sed -n 2p <<<"$out" | awk '{print $1, $2, $3, $4}')" = "AddV2 CPU T=float yes" ] || fail "the choice is not first: $out"
has "$out" "others do not fit: "
run "explain a step" 0 "$opgraft" explain "$if_model" y
has "$out" "y = StatelessIf["
has "$out" "](cond, x, z, w) -> float"
has "$out" "  StatelessIf is a step of the plan, not a kernel"
has "$out" "  then_branch: add_z, whose nodes are y/add_z/NAME"
has "$out" "  else_branch: add_w, whose nodes are y/add_w/NAME"
run "explain names nodes of functions" 0 "$opgraft" help explain
has "$out" "call/function/node"
run "explain by the function" 0 "$opgraft" explain "$if_model" add_w/add
has "$out" "add = AddV2"
run "explain what a function has not" 1 "$opgraft" explain "$if_model" y/add_z/ad
has "$err" "function 'add_z' has no node 'ad'; nearest: 'add'"
run "explain no node" 1 "$opgraft" explain "$mlp" yy
run "show" 0 "$opgraft" show "$summator"
has "$out" "variable sum: float [1]"
run "show of a model with unknown ops" 0 "$opgraft" show custom.pbtxt
has "$out" "x = Placeholder[dtype=DT_FLOAT, shape=<unknown>]() -> float <unknown>"
has "$out" "norm = OurNorm(x) -> ?  # unknown op"
has "$err" "custom.pbtxt: 2 ops that are not offered, in 2 of 3 nodes"
run "show of what is wrong otherwise" 0 "$opgraft" show bad.pbtxt
has "$out" "c = Neg(x)  # attr 'T' is missing"
run "explain beside an unknown op" 0 "$opgraft" explain custom.pbtxt x
has "$out" "x = Placeholder()"
[ "$err" = "opgraft: custom.pbtxt: 2 ops that are not offered, in 2 of 3 nodes" ] || fail "explain told: $err"
run "explain an unknown op" 0 "$opgraft" explain custom.pbtxt norm
[ "$out" = "norm = OurNorm(x) -> ?  # unknown op" ] || fail "explain an unknown op: $out"
run "show functions" 0 "$opgraft" show "$if_model"
has "$out" "function add_z: then_branch of 'y'"
has "$out" "  y/add_z/add = AddV2[T=DT_FLOAT](x, z) -> float"
run "branches are clusters" 0 "$opgraft" show --dot "$if_model"
has "$out" "label=\"else_branch of 'y': add_w\""
run "show unknown ops as dot" 0 "$opgraft" show --dot custom.pbtxt
has "$out" "OurNorm (?)"
run "show as a page" 0 "$opgraft" show --html "$if_model"
has "$out" '"path":"y/add_z/"'
has "$out" 'StatelessIf is a step of the plan, not a kernel'
run "show unknown ops as a page" 0 "$opgraft" show --html custom.pbtxt
has "$out" '"p":"unknown op"'
run "a page and dot at once" 2 "$opgraft" show --html --dot "$if_model"
run "show the memory plan" 0 "$opgraft" show --memory "$mlp"
has "$out" "9 steps, 9 tensors in 2 regions"
has "$out" "peak        1536 bytes"
has "$out" "bound       1536 bytes alive at one step"
has "$out" "saves a factor of 3.50"
has "$out" "9 tensors with dimensions that are unknown before the run"
has "$out" "sequential_1/dense_1_2/MatMul 3..4"
has "$out" "constants: 1392 bytes in 6 tensors, shared by all requests"
run "show two things at once" 2 "$opgraft" show --memory --dot "$mlp"
run "a run with its kernels checked" 0 "$opgraft" run "$summator" --check --sequence x=1..3
run "show as dot" 0 "$opgraft" show --dot "$summator"
has "$out" "digraph"

run "to text" 0 "$opgraft" convert "$mlp" mlp.pbtxt
run "and back" 0 "$opgraft" convert mlp.pbtxt mlp.pb
run "the same graph" 0 "$opgraft" check mlp.pb
has "$out" "25 nodes"

run "a new op's name" 1 "$opgraft" new-op lower there
has "$err" "CamelCase"
exit $status

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
run "an IR from standard input" 1 "$opgraft" run - --input x=random:2x10 <mlp.xml
has "$err" "it is XML; if it is OpenVINO's, give the file by its name, MODEL.xml, with MODEL.bin beside it, or name its weights (--weights)"
run "with its weights" 0 "$opgraft" run - --weights mlp.bin --input x=random:2x10 <mlp.xml
[ "$before" = "$out" ] || fail "the IR from standard input gives: $out, not $before"
run "weights from standard input" 0 "$opgraft" check mlp.xml --weights - <mlp.bin
run "both from there" 1 "$opgraft" check - --weights - <mlp.xml
run "an IR of another name" 0 "$opgraft" check --weights mlp.bin <(cat mlp.xml)
has "$out" "no problem in"
for command in show "show --memory" "bench --seconds 0.1" "profile --runs 1"; do
  run "$command of an IR from standard input" 0 "$opgraft" $command - --weights mlp.bin <mlp.xml
done
run "explain of one" 0 "$opgraft" explain - sequential_1/dense_1/MatMul --weights mlp.bin <mlp.xml
run "transform of one" 0 "$opgraft" transform reshape x:3,10 - piped.xml --weights mlp.bin <mlp.xml
run "convert of one" 0 "$opgraft" convert - piped.pb --from-weights mlp.bin <mlp.xml
run "and its numbers" 0 "$opgraft" run piped.pb --input x=random:2x10
first=$(head -n 1 <<<"$before")
has "$out" "${first#*= [}"
run "weights of a graph" 1 "$opgraft" run "$mlp" --weights mlp.bin
has "$err" "mlp.pb: it is not XML"
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
run "a pair that is none" 1 "$opgraft" transform reshape x "$mlp" pair.xml
has "$err" "write INPUT:SHAPE, for example x:3,10; got 'x'"
run "its batch is known" 0 "$opgraft" run three.xml --input x=random
has "$out" "float [3,4]"

run "a transformation of nothing" 0 "$opgraft" transform low-latency2 "$mlp" same.xml
has "$err" "nothing was changed: the model has no loop"

# A loop in a branch: y = h + all parts of x.
branch() {
  printf '<layers><layer id="0" name="x" type="Parameter" version="opset1"><data shape="3" element_type="f32"/>
<output><port id="0"/></output></layer><layer id="1" name="h" type="Parameter" version="opset1">
<data shape="1" element_type="f32"/><output><port id="0"/></output></layer>%s
<layer id="3" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer></layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges>' "$1"
}
ports='<input><port id="0"/><port id="1"/></input><output><port id="2"/></output>'
maps='<input external_port_id="1" internal_layer_id="0"/><input external_port_id="2" internal_layer_id="1"/>
<output external_port_id="3" internal_layer_id="3"/>'
add="<layer id=\"2\" name=\"sum\" type=\"Add\" version=\"opset1\">$ports</layer>"
loop="<layer id=\"2\" name=\"loop\" type=\"TensorIterator\" version=\"opset1\">$ports<port_map>
<input external_port_id=\"0\" internal_layer_id=\"0\" axis=\"0\"/><input external_port_id=\"1\" internal_layer_id=\"1\"/>
<output external_port_id=\"2\" internal_layer_id=\"3\"/></port_map><back_edges><edge from-layer=\"3\" to-layer=\"1\"/></back_edges>
<body>$(branch "$add")</body></layer>"
printf '<?xml version="1.0"?><net name="n" version="11"><layers>
<layer id="0" name="c" type="Parameter" version="opset1"><data shape="" element_type="boolean"/><output><port id="0"/></output></layer>
<layer id="1" name="x" type="Parameter" version="opset1"><data shape="3" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="2" name="h" type="Parameter" version="opset1"><data shape="1" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="3" name="if" type="If" version="opset8"><input><port id="0"/><port id="1"/><port id="2"/></input><output><port id="3"/></output>
<then_port_map>%s</then_port_map><else_port_map>%s</else_port_map><then_body>%s</then_body><else_body>%s</else_body></layer>
<layer id="4" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer></layers><edges>
<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/><edge from-layer="1" from-port="0" to-layer="3" to-port="1"/>
<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/><edge from-layer="3" from-port="3" to-layer="4" to-port="0"/></edges></net>' \
  "$maps" "$maps" "$(branch "$loop")" "$(branch "$loop")" >branches.xml
run "a loop in a branch" 0 "$opgraft" transform low-latency2 branches.xml kept.xml
[ -z "$err" ] || fail "a state in a branch is taken for nothing: $err"
run "its state" 0 "$opgraft" run kept.xml --sequence c=true,true --input x=1,2,3 --input h=100
has "$out" "12"

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

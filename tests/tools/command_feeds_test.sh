#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What the command feeds: values, sequences and .npy files give the numbers that they say, or an error.
set -uo pipefail
opgraft=$PWD/tools/opgraft
summator=$PWD/examples/summator/summator.pbtxt
mlp=$PWD/examples/mlp/mlp.pb
if_model=$PWD/examples/if/if.pbtxt
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

# npy FILE DESCR SHAPE BYTES: as numpy.save writes it.
npy() {
  local header="{'descr': '$2', 'fortran_order': False, 'shape': ($3), }"
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" >"$1"
  printf "$4" >>"$1"
}
npy float.npy '<f4' '1,' '\x00\x00\xc0\x3f'
npy big.npy '>f4' '1,' '\x3f\xc0\x00\x00'
npy int.npy '<i4' '1,' '\x03\x00\x00\x00'
npy double.npy '<f8' '1,' '\x00\x00\x00\x00\x00\x00\xf8\x3f'
npy huge.npy '<f8' '1,' '\x9c\x75\x00\x88\x3c\xe4\x37\x7e'

run "a file of the feed's type" 0 "$opgraft" run "$summator" --input x=@float.npy
has "$out" "out = [1.5]"
run "its bytes the other way round" 0 "$opgraft" run "$summator" --input x=@big.npy
has "$out" "out = [1.5]"
for command in run "bench --seconds 0.01" "profile --runs 1"; do
  run "$command with a file of another type" 1 "$opgraft" $command "$summator" --input x=@int.npy
  [ "$err" = "opgraft: 'x' is int32 in int.npy, float in the model. Convert it, or allow it with --cast." ] || fail "$command: $err"
  run "$command with a file that is cast" 0 "$opgraft" $command "$summator" --input x=@int.npy --cast
done
run "integers as floats" 0 "$opgraft" run "$summator" --input x=@int.npy --cast
has "$out" "out = [3]"
run "doubles as floats" 0 "$opgraft" run "$summator" --input x=@double.npy --cast
has "$out" "out = [1.5]"
printf 'node { name: "n" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } }' >n.pbtxt
run "floats as integers" 1 "$opgraft" run n.pbtxt --fetch n --input n=@float.npy
[ "$err" = "opgraft: 'n' is float in float.npy, int32 in the model. Convert it." ] || fail "floats as integers: $err"
npy objects.npy '|O' '1,' 'ab'
run "Python objects" 1 "$opgraft" run "$summator" --input x=@objects.npy
has "$err" "the array holds Python objects, which no tensor can hold"
run "doubles that no float has" 1 "$opgraft" run "$summator" --input x=@huge.npy --cast
has "$err" "has no value in float"
run "a number that no float has" 1 "$opgraft" run "$summator" --input x=1e300
has "$err" '"1e300" is not a float'

# --- What is fed twice ---
for call in "run --input x=1 --input x=2" "run --input x=1 --input x:0=2" "run --sequence x=1,2,3 --input x=4" \
  "run --sequence x=1,2 --sequence x=3,4" "bench --input x=1 --input x=2" "profile --input x=1 --input x:0=2"; do
  run "$call" 2 "$opgraft" $call "$summator"
  has "$err" "is fed twice"
done

# --- Numbers of the command ---
for value in nan -nan 0 -1 x; do
  run "a deadline of '$value'" 2 "$opgraft" run "$summator" --input x=1 --deadline="$value"
  has "$err" "'$value' is not a number above 0"
done
run "a deadline" 0 "$opgraft" run "$summator" --input x=1 --deadline 1e3
for value in nan 0 1e9; do
  run "measuring for '$value' seconds" 2 "$opgraft" bench "$summator" --seconds="$value"
  has "$err" "'$value' is not a number from 0.001 to 3600"
done

# --- Sequences ---
run "a sequence up to the largest number" 0 "$opgraft" run "$summator" --sequence x=9223372036854775806..9223372036854775807 --json
[ "$(wc -l <<<"$out")" = 2 ] || fail "not two steps: $out"
for range in 3..1 -9223372036854775808..9223372036854775807 1..10000001; do
  run "the sequence $range" 1 "$opgraft" run "$summator" --sequence "x=$range"
  has "$err" "not a range of 1 to 10000000 steps"
done
run "a wrong value behind right ones" 1 "$opgraft" run "$summator" --sequence x=1,2,a
[ "$err" = "opgraft: --sequence x: value 3: \"a\" is not a float" ] || fail "a wrong value: $err"
[ -z "$out" ] || fail "steps ran before the wrong value: $out"
run "a file of steps" 1 "$opgraft" run "$summator" --sequence x=@x.npy
has "$err" "files are for --input"
run "a reset behind the end" 2 "$opgraft" run "$summator" --sequence x=1..3 --reset-at 9
[ "$err" = "opgraft run: --reset-at 9: there are only 3 steps. See 'opgraft help run'." ] || fail "a reset behind the end: $err"
run "a reset of one step" 2 "$opgraft" run "$summator" --input x=1 --reset-at 2
has "$err" "there is only 1 step"
run "a reset before the last step" 0 "$opgraft" run "$summator" --sequence x=1..3 --reset-at 3
run "a sequence of one" 0 "$opgraft" run "$summator" --sequence x=-5..-5
has "$out" "-5"

# --- A variable that is fetched ---
run "a variable" 0 "$opgraft" run "$summator" --sequence x=1..3 --fetch sum
diff -u - <(printf '%s\n' "$out") <<'END' || fail "the table"
step    x  sum
   1    1    1
   2    2    3
   3    3    6
END
run "a variable between tensors" 0 "$opgraft" run "$summator" --input x=4 --fetch out,sum,x
has "$(tr '\n' ';' <<<"$out")" "out = [4]  (float [1]);sum = [4]  (float [1]);x = [4]  (float [1]);"
run "a name of nothing" 1 "$opgraft" run "$summator" --input x=4 --fetch some
has "$err" "'some'"
run "a misspelt variable" 1 "$opgraft" run "$summator" --input x=4 --fetch smu
[ "$err" = "opgraft: --fetch: the model has no tensor or variable 'smu'; nearest: 'sum'" ] || fail "a misspelt variable: $err"
run "a misspelt target" 1 "$opgraft" run "$summator" --input x=4 --target ouy
[ "$err" = "opgraft: --target: the graph has no node 'ouy'; nearest: 'out'" ] || fail "a misspelt target: $err"
run "a node of a function" 1 "$opgraft" run "$if_model" --input cond=true --input x=1 --input z=1 --input w=1 --fetch y/add_z/add
has "$err" "'y/add_z/add' is in a function; only tensors of the model's own graph can be fetched"

# --- An input that is none ---
run "no such input" 1 "$opgraft" run "$summator" --input y=2
[ "$err" = "opgraft: the model has no input 'y'. Inputs: 'x'" ] || fail "no such input: $err"
run "a variable as an input" 1 "$opgraft" run "$summator" --input x=1 --input sum=3
[ "$err" = "opgraft: 'sum' is a variable, not an input. Inputs: 'x'" ] || fail "a variable as an input: $err"

# --- Where outputs go ---
run "no such folder" 1 "$opgraft" run "$summator" --input x=1 --output nowhere/x.npy
[ "$err" = "opgraft: --output: there is no folder 'nowhere'" ] || fail "no such folder: $err"
[ -z "$out" ] || fail "the run came before it: $out"

# --- A feed of unknown rank ---
cat >any.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { unknown_rank: true } } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
END
run "one value" 0 "$opgraft" run any.pbtxt --input x=2
has "$out" "y = -2  (float [])"
run "two values" 0 "$opgraft" run any.pbtxt --input x=2,3
has "$out" "y = [-2 -3]  (float [2])"
run "one value a step" 0 "$opgraft" run any.pbtxt --sequence x=2,3 --json
has "$out" '"shape":[]'

# --- Values in other forms ---
cat >matrix.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { dim { size: -1 } dim { size: 2 } } } } }
node { name: "n" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } attr { key: "shape" value { shape { dim { size: 3 } } } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "m" op: "Neg" input: "n" attr { key: "T" value { type: DT_INT32 } } }
END
matrix() { "$opgraft" run matrix.pbtxt --fetch y "$@"; }
run "nested lists" 0 matrix --input 'x=[[1,2],[3,4.5]]'
diff -u - <(printf '%s\n' "$out") <<'END' || fail "a matrix"
y = [[  -1   -2]
     [  -3 -4.5]]  (float [2,2])
END
run "an open dimension" 0 matrix --input x=1,2,3,4,5,6
has "$out" "(float [3,2])"
run "values that do not fill it" 1 matrix --input x=1,2,3
has "$err" "--input x: 3 values for shape [?,2]: it takes a multiple of 2"
run "a ragged list" 1 matrix --input 'x=[[1,2],[3]]'
has "$err" "--input x: at [1]: a list of 1 element, where the first one has 2"
run "a filled shape" 0 matrix --input x=shape:2x2=1.5
has "$out" "y = [[-1.5 -1.5]"
run "random values" 0 matrix --input x=random:2x2
first=$out
run "random values again" 0 matrix --input x=random:2x2
[ "$out" = "$first" ] || fail "they are others: $out $first"
run "other random values" 0 matrix --input x=random:2x2 --seed 2
[ "$out" != "$first" ] || fail "another seed gives the same: $out"
run "two inputs" 0 "$opgraft" run matrix.pbtxt --fetch y,m --input x=random:2x2 --input n=random
has "$out" "m = ["
run "random values of an open shape" 1 matrix --input x=random
has "$err" "the shape [?,2] is open: write random:2x8"
run "a wrong seed" 2 matrix --input x=random:2x2 --seed -1
has "$err" "'-1' is not a whole number from 0 to 2147483647"
run "no value" 2 matrix --input x
has "$err" "--input x: write NAME=VALUE"
for command in "bench --seconds 0.01" "profile --runs 1"; do
  run "$command with random values" 0 "$opgraft" $command matrix.pbtxt --input x=random:4x2
  run "$command with lists" 0 "$opgraft" $command matrix.pbtxt --input 'x=[[1,2]]' --input n=1,2,3
done

# --- Files of several arrays ---
# As numpy.savez writes it; the command does too.
run "write one" 0 "$opgraft" run matrix.pbtxt --fetch x,n --input 'x=[[1,2],[3,4]]' --input n=1,2,3 --output batch.npz
run "all inputs of a file" 0 "$opgraft" run matrix.pbtxt --fetch y,m --input @batch.npz
has "$out" "m = [-1 -2 -3]"
has "$out" "y = [[-1 -2]"
run "from a pipe" 0 bash -c "cat batch.npz | $opgraft run matrix.pbtxt --input @-"
has "$out" "m = [-1 -2 -3]"
run "an input of the file again" 1 "$opgraft" run matrix.pbtxt --input @batch.npz --input n=1
has "$err" "'n' is fed twice"
for command in "bench --seconds 0.01" "profile --runs 1"; do
  run "$command with a file" 0 "$opgraft" $command matrix.pbtxt --input @batch.npz
done
run "an array of no input" 1 "$opgraft" run "$summator" --input @batch.npz
has "$err" "batch.npz: "
has "$err" "'n'"
run "an array file as a batch" 1 "$opgraft" run "$summator" --input @float.npy
has "$err" "float.npy: not a .npz file"
run "a batch as an array" 1 "$opgraft" run "$summator" --input x=@batch.npz
has "$err" "batch.npz: not a .npy file: it is a .npz file: write --input @FILE.npz"
printf '%s' "UEsDBC0AAAAIAAAAIQDqM8Wz//////////8FABQAeC5ucHkBABAAwAEAAAAAAABPAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GiYGOgpGmjoKtQrkAi4GhgP2o5h8DABQSwECLQMtAAAACAAAACEA6jPFs08AAADAAQAABQAAAAAAAAAAAAAAgAEAAAAAeC5ucHlQSwUGAAAAAAEAAQAzAAAAhgAAAAAA" | base64 -d >compressed.npz
run "a compressed file" 0 matrix --input @compressed.npz
has "$out" "y = [[-1.5 -1.5]"

# --- Strings ---
cat >text.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_STRING } } attr { key: "shape" value { shape { dim { size: 2 } } } } }
node { name: "y" op: "Identity" input: "x" attr { key: "T" value { type: DT_STRING } } }
END
run "text" 0 "$opgraft" run text.pbtxt --input x=hé,$'\xff' --json
has "$out" '"data":["hé",{"b64":"/w=="}]'
npy text.npy '<U1' '2,' '\xe9\x00\x00\x00\xac\x20\x00\x00'
run "text of NumPy" 0 "$opgraft" run text.pbtxt --input x=@text.npy --json
has "$out" '"data":["é","€"]'
exit $status

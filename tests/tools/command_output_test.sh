#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What `opgraft run` prints and writes: matrices as NumPy prints them, .npy and .npz files that read back the same.
set -uo pipefail
opgraft=$PWD/tools/opgraft
summator=$PWD/examples/summator/summator.pbtxt
readme=$PWD/README.md examples=$PWD/examples
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"
cat >model.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { unknown_rank: true } } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "a/z" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "a_z" op: "Identity" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
END
model() { "$opgraft" run model.pbtxt "$@"; }

# --- Printed ---
run "a matrix" 0 model --fetch y,a/z --input 'x=[[1,-20],[300,4]]'
diff -u - <(printf '%s\n' "$out") <<'END' || fail "a matrix"
y = [[  -1   20]
     [-300   -4]]  (float [2,2])
a/z = [[  1 -20]
       [300   4]]  (float [2,2])
END
run "a tensor of three dimensions" 0 model --fetch y --input 'x=[[[1],[2]],[[3],[4]]]'
diff -u - <(printf '%s\n' "$out") <<'END' || fail "three dimensions"
y = [[[-1]
      [-2]]

     [[-3]
      [-4]]]  (float [2,2,1])
END
run "a large one" 0 model --fetch y --input x=shape:30x30=1
has "$out" "[-1 -1 -1 ... -1 -1 -1]"
[ "$(wc -l <<<"$out")" = 7 ] || fail "not cut: $out"
run "a large one, whole" 0 model --fetch y --input x=shape:30x30=1 --full
[ "$(wc -l <<<"$out")" = 30 ] || fail "not whole: $out"
has "$out" "(float [30,30])"
run "a long vector" 0 model --fetch y --input x=shape:30=1
has "$out" "-1...]  (float [30])"
run "a long vector, whole" 0 model --fetch y --input x=shape:30=1 --full
[ "$(grep -o -- -1 <<<"$out" | wc -l)" = 30 ] || fail "not whole: $out"
run "JSON is whole" 0 model --fetch y --input x=shape:30x30=1 --json
[ "$(grep -o -- '-1\.0' <<<"$out" | wc -l)" = 900 ] || fail "JSON is cut"
run "a matrix in a table" 0 model --fetch y,a_z --sequence x=1,2 --input 'a_z=[[1,2],[3,4]]'
has "$out" "[[1 2][3 4]]"

# --- Written ---
run "one array" 0 model --fetch y --input 'x=[[1,2],[3,4]]' --output y.npy
has "$out" "y = [[-1 -2]"
run "it reads back" 0 model --fetch y --input x=@y.npy
has "$out" "y = [[1 2]"
run "a short option" 0 model --fetch y --input x=1 -o short.npy
run "several in one file" 0 model --fetch x,y,a/z --input 'x=[1,2]' --output all.npz
printf 'a/z.npy\nx.npy\ny.npy\n' | diff - <(python3 -m zipfile -l all.npz | awk 'NR > 1 { print $1 }' | sort) || fail "its arrays"
python3 -m zipfile -t all.npz | grep -qx 'Done testing' || fail "a wrong zip file"
run "a folder" 0 model --fetch x,a/z --input 'x=[1,2]' --output new/folder/
[ "$(ls new/folder | sort | paste -sd' ')" = "a_z.npy x.npy" ] || fail "the folder has $(ls new/folder)"
run "a folder that is there" 0 model --fetch y --input 'x=[1,2]' --output new/folder
run "from the folder" 0 model --fetch y --input x=@new/folder/y.npy
has "$out" "y = [1 2]"
run "two names that are one file" 1 model --fetch a/z,a_z --input x=1 --output new/
has "$err" "two outputs would be the file 'a_z.npy': write .npz"
run "standard output" 0 bash -c "$opgraft run model.pbtxt --fetch y --input x=5 --output - 2>text | $opgraft run model.pbtxt --fetch y --input x=@-"
has "$out" "y = 5"
has "$(cat text)" "y = -5"
run "two files on standard output" 2 "$opgraft" run "$summator" --input x=1 --output - --state-out -
has "$err" "--output and --state-out are both standard output"
run "all steps, stacked" 0 "$opgraft" run "$summator" --sequence x=1..4 --fetch out --output steps.npy
run "as one array" 0 model --fetch a/z --input x=@steps.npy
diff -u - <(printf '%s\n' "$out") <<'END' || fail "the steps"
a/z = [[ 1]
       [ 4]
       [ 9]
       [16]]  (float [4,1])
END
run "a sequence of one step" 0 "$opgraft" run "$summator" --sequence x=7 --fetch out --output steps.npz
python3 -m zipfile -e steps.npz one
run "has that dimension too" 0 model --fetch a/z --input x=@one/out.npy
has "$out" "(float [1,1])"

# --- The README's lines ---
mkdir -p clone/bazel-bin/tools && ln -s "$opgraft" clone/bazel-bin/tools/opgraft && ln -s "$examples" clone/examples
grep -E '^    bazel-bin/tools/opgraft run examples/(mlp|summator)' "$readme" >lines.txt
[ "$(wc -l <lines.txt)" = 2 ] || fail "the README has other lines: $(cat lines.txt)"
while IFS= read -r line; do run "README: $line" 0 bash -c "cd clone && $line"; done <lines.txt
[ -s clone/probabilities.npy ] || fail "the README's file is not there"

# --- Refused, and the old file stays ---
cp y.npy kept.npy
run "two outputs for one array" 1 model --fetch x,y --input x=1 --output kept.npy
has "$err" "a .npy file holds one array, and there are 2 outputs: choose one with --fetch, or write .npz"
run "a failing run" 1 model --fetch y --input x=@nowhere.npy --output kept.npy
cmp y.npy kept.npy || fail "the old file is gone"
run "an ending that names no format" 1 model --fetch y --input x=1 --output y.txt
has "$err" "--output: the ending of 'y.txt' names no format: .npy is one array, .npz all of them; a folder ends in /"
[ ! -e y.txt ] || fail "it was written all the same"
run "a device" 1 model --fetch y --input x=1 --output /dev/full/
has "$err" "cannot make folder '/dev/full/'"
run "no folder" 1 model --fetch y --input x=1 --output nowhere/y.npy
has "$err" "opgraft: --output: there is no folder 'nowhere'"
[ -z "$(find . -name '.opgraft*')" ] || fail "something is left beside"
exit $status

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Files as the command reads and writes them: pipes, standard streams, links, devices, full disks.
set -uo pipefail
opgraft=$PWD/tools/opgraft
summator=$PWD/examples/summator/summator.pbtxt
mlp=$PWD/examples/mlp/mlp.pb
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"
# shell WHAT CODE SCRIPT: `run` of a line of bash.
shell() { run "$1" "$2" bash -c "$3"; }
export opgraft summator mlp

# --- Output that is lost ---
for call in "ops" "--help" "--version" "run --help" "run $summator --input x=1" "show $mlp" \
  "run $summator --sequence x=1..100000" "check $mlp" "gen python --all" "kernels --matrix"; do
  shell "$call on a full disk" 1 "\$opgraft $call >/dev/full"
  has "$err" "cannot write standard output"
done
shell "the reason" 1 '$opgraft ops >/dev/full'
has "$err" "cannot write standard output: No space left on device"
shell "a closed output" 1 '$opgraft ops >&-'
has "$err" "cannot write standard output: Bad file descriptor"
shell "a closed output and a file" 0 '$opgraft convert $mlp closed.pbtxt >&-'
run "the file has nothing of the output" 0 "$opgraft" check closed.pbtxt
# By SIGPIPE, or where that is ignored, by an error.
shell "a reader that goes away ends the run" 0 '$opgraft run $summator --sequence x=1..1000000 | head -n 1; s=${PIPESTATUS[0]}; [ $s = 141 ] || [ $s = 1 ]'

# --- Standard input and output ---
shell "a model from standard input" 0 '$opgraft run - --input x=1 <$summator'
has "$out" "out = [1]"
shell "a model from a pipe" 0 'cat $mlp | $opgraft check -'
has "$out" "-: no problem in 25 nodes"
for command in "show -" "show --dot -" "show --memory -" "explain - out" "bench - --seconds 0.01" "profile - --runs 1"; do
  shell "$command" 0 "cat \$summator | \$opgraft $command"
done
shell "a closed input" 1 '$opgraft check - <&-'
has "$out" "cannot read '/dev/stdin': Bad file descriptor"
shell "process substitution" 0 '$opgraft run <(cat $summator) --input x=1'
shell "a model twice from standard input" 1 '$opgraft run - --input x=@- <$summator'
has "$err" "standard input, is given twice"
mkfifo fifo
shell "a named pipe" 0 'cat $mlp >fifo & $opgraft check fifo; wait'
has "$out" "no problem in 25 nodes"
printf 'not a graph' >wrong.pbtxt
shell "a wrong file from a pipe is read once" 1 'cat wrong.pbtxt >fifo & $opgraft check fifo; wait $!; $opgraft check - <wrong.pbtxt'
has "$out" "-: 1 problem"

shell "to standard output, in the other format" 0 '$opgraft convert $mlp - >mlp.pbtxt && $opgraft convert - - <mlp.pbtxt >mlp.pb'
run "the same graph" 0 "$opgraft" check mlp.pb
shell "a state through a pipe" 0 '$opgraft run $summator --input x=5 --state-out - 2>results.txt | $opgraft run $summator --state-in - --input x=1'
has "$out" "out = [11]"
has "$(cat results.txt)" "state sum = [5]"
shell "a trace on standard output" 0 '$opgraft profile $mlp --runs 2 --trace - 2>table.txt'
has "$out" '"cat":"run"'
has "$(cat table.txt)" "2 runs"
shell "ops on standard output" 0 '$opgraft ops --proto - Neg | $opgraft compat -'
has "$out" "compatible: graphs made for the 1 op mean the same"
shell "a wrapper on standard output" 0 '$opgraft gen python Neg --output -'
has "$out" "def neg("
printf 'op { graph_op_name: "Neg" endpoint { name: "minus" } }' >api.pbtxt
for kind in "python Neg" "cpp Neg" "docs Neg --output docs"; do
  shell "api defs of $kind from a pipe" 0 "cat api.pbtxt | \$opgraft gen $kind --api-def -"
  shell "api defs of $kind by process substitution" 0 "\$opgraft gen $kind --api-def <(cat api.pbtxt)"
done
shell "standard output goes on where it stands" 0 '{ echo "# first"; $opgraft convert $mlp - --format text; } >appended.pbtxt; head -n 1 appended.pbtxt'
[ "$out" = "# first" ] || fail "the redirected file was replaced: $out"
run "and is whole" 0 "$opgraft" check appended.pbtxt

# --- What convert writes ---
run "an ending that names no format" 1 "$opgraft" convert "$mlp" mlp.json
has "$err" "the ending of 'mlp.json' names no format: .pb is binary, .pbtxt is text; or say --format"
[ ! -e mlp.json ] || fail "it was written all the same"
run "the format that is asked for" 0 "$opgraft" convert "$mlp" mlp.json --format text
has "$(cat mlp.json)" 'node {'
run "a format that is none" 2 "$opgraft" convert "$mlp" a.pb --format json
run "ops with an ending that names no format" 1 "$opgraft" ops --proto ops.json
has "$err" "'ops.json' names no format"

# --- What stands where a file is written ---
printf mine >day.state.tmp
ln -s day.state.tmp day.state.link
run "a state beside a file of another" 0 "$opgraft" run "$summator" --input x=1 --state-out day.state
[ "$(cat day.state.tmp)" = mine ] || fail "a file beside was overwritten"
ln -s day.state link.state
chmod 600 day.state
run "a state through a link" 0 "$opgraft" run "$summator" --input x=2 --state-out link.state
[ -L link.state ] || fail "the link was replaced"
[ "$(stat -c %a day.state)" = 600 ] || fail "the mode was not kept"
run "the state of the link's file" 0 "$opgraft" run "$summator" --state-in day.state --input x=1
has "$out" "state sum = [3]"
run "a device stays a device" 1 "$opgraft" run "$summator" --input x=1 --state-out /dev/full
has "$err" "cannot write '/dev/full': No space left on device"
[ -c /dev/full ] || fail "the device was replaced"
for call in "convert $mlp /dev/full --format text" "gen cpp Neg --output /dev/full" "profile $mlp --runs 1 --trace /dev/full"; do
  run "$call" 1 "$opgraft" $call
  has "$err" "cannot write '/dev/full': No space left on device"
done
cp mlp.pb kept.pb
shell "a file that cannot be written whole" 1 'ulimit -f 1; trap "" XFSZ; $opgraft convert $mlp kept.pb'
has "$err" "cannot write 'kept.pb': File too large"
cmp mlp.pb kept.pb || fail "the old file is gone"
run "into no folder" 1 "$opgraft" convert "$mlp" nowhere/a.pb
has "$err" "cannot write 'nowhere/a.pb': No such file or directory"
[ -z "$(find . -name '.opgraft*')" ] || fail "something is left beside"

# --- What never ends ---
run "a state that never ends" 1 "$opgraft" run "$summator" --input x=1 --state-in /dev/zero
has "$err" "/dev/zero: this is not a state file"
run "a feed that never ends" 1 "$opgraft" run "$summator" --input x=@/dev/zero
has "$err" "bad magic number"
shell "a model that never ends, and no memory for it" 1 'ulimit -v 1000000; $opgraft check /dev/zero'
has "$err$out" "memory"

# --- Names that a terminal would obey ---
cat >names.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } }
node { name: "r" op: "ReadValue" attr { key: "variable_id" value { s: "red\033[31m\n" } } attr { key: "variable_type" value { type: DT_FLOAT } } attr { key: "variable_shape" value { shape { } } } }
node { name: "a" op: "Assign" input: "x" attr { key: "variable_id" value { s: "red\033[31m\n" } } attr { key: "T" value { type: DT_FLOAT } } }
END
cat >read.txt <<'END'
red\033[31m\n
END
for call in "run names.pbtxt --input x=1" "run names.pbtxt --sequence x=1..2" "check names.pbtxt" "show names.pbtxt" \
  "run names.pbtxt --input x=1 --json" "show --dot names.pbtxt" "show --memory names.pbtxt" "run names.pbtxt --input x=1 --state-in day.state"; do
  out=$("$opgraft" $call 2>&1)
  if LC_ALL=C grep -q $'\033' <<<"$out"; then fail "an escape reaches the terminal: $call"; fi
done
run "an id is told apart" 0 "$opgraft" check names.pbtxt
has "$out" "$(cat read.txt)"

# --- Files that a model writes ---
run "a folder that is not there" 2 "$opgraft" run "$summator" --input x=1 --allow-files nowhere
has "$err" "opgraft run: --allow-files: there is no folder 'nowhere'"

exit $status

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Command lines: what is wrong is told in one line on standard error, with the nearest name, and exit code 2; help
# is there in all the ways that people ask for it.
set -uo pipefail
opgraft=$PWD/tools/opgraft
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

# wrong WORDS MESSAGE: standard error is just that line.
wrong() {
  local words
  eval "words=($1)"
  run "opgraft $1" 2 "$opgraft" "${words[@]}"
  [ "$err" = "$2" ] || fail "opgraft $1: $err"
  [ -z "$out" ] || fail "opgraft $1 prints: $out"
}

# --- Names ---
wrong 'rnu mlp.pb' "opgraft: unknown command 'rnu'; nearest: run. See 'opgraft help'."
wrong 'rnu --input x=1 mlp.pb' "opgraft: unknown command 'rnu'; nearest: run. See 'opgraft help'."
wrong 'frobnicate' "opgraft: unknown command 'frobnicate'. See 'opgraft help'."
wrong 'gen cxx Neg' "opgraft gen: unknown command 'cxx'. See 'opgraft help gen'."
wrong 'gen pyton Neg' "opgraft gen: unknown command 'pyton'; nearest: python. See 'opgraft help gen'."
wrong 'run --inptu x=1 m.pbtxt' "opgraft run: unknown option '--inptu'; nearest: --input. See 'opgraft help run'."
wrong 'run --inptu=x=1 m.pbtxt' "opgraft run: unknown option '--inptu'; nearest: --input. See 'opgraft help run'."
wrong 'run --frob' "opgraft run: unknown option '--frob'. See 'opgraft help run'."
wrong 'run m.pb --laod ./x.so' "opgraft run: unknown option '--laod'; nearest: --load. See 'opgraft help run'."
wrong 'run m.pb --threads 2' "opgraft run: unknown option '--threads'; nearest: --kernel-threads. See 'opgraft help run'."
wrong 'run --=x' "opgraft run: unknown option '--'. See 'opgraft help run'."
wrong '--versoin' "opgraft: unknown option '--versoin'; nearest: --version. See 'opgraft help'."
wrong 'gen cpp Neg --out x.h' "opgraft gen cpp: unknown option '--out'; nearest: --output. See 'opgraft help gen cpp'."
wrong '$'"'run\\e[31m'" "opgraft: unknown command 'run\\033[31m'; nearest: run. See 'opgraft help'."
wrong 'help rnu' "opgraft help: unknown command 'rnu'; nearest: run. See 'opgraft help'."
wrong 'help gen cp' "opgraft help: unknown command 'cp'; nearest: cpp. See 'opgraft help'."

# --- What is missing or too much ---
wrong '' "opgraft: a command is missing: $("$opgraft" help | sed -nE 's/^  ([a-z]+(-[a-z]+)?)  .*/\1/p' | paste -sd, | sed 's/,/, /g'). See 'opgraft help'."
wrong 'gen' "opgraft gen: a command is missing: python, cpp, docs. See 'opgraft help gen'."
wrong 'run' "opgraft run: MODEL is missing. See 'opgraft help run'."
wrong 'check a.pb b.pb' "opgraft check: unexpected argument 'b.pb'. See 'opgraft help check'."
wrong 'run m.pb --input' "opgraft run: --input needs a value. See 'opgraft help run'."
wrong 'run m.pb --deadline 1 --deadline 2' "opgraft run: --deadline is given more than once. See 'opgraft help run'."
wrong 'show --memory --dot m.pb' "opgraft show: --dot cannot be used with --memory. See 'opgraft help show'."
wrong 'transform reshape x:3,10 mlp.pb' "opgraft transform reshape: INPUT:SHAPE... IN OUT: at least 3 are needed, 2 given. See 'opgraft help transform reshape'."
wrong 'transform unroll mlp.pb' "opgraft transform unroll: IN OUT: at least 2 are needed, 1 given. See 'opgraft help transform unroll'."
run "a transformation that is withdrawn" 1 "$opgraft" transform low-latency a b
has "$err" "use \`opgraft transform low-latency2\`"
run "help does not name it" 0 "$opgraft" help transform
has "$out" "low-latency2"
if grep -qE 'low-latency( |$)' <<<"$out"; then fail "help names it: $out"; fi
run "completion does not name it" 0 "$opgraft" completion bash
if grep -qE "low-latency([ ']|$)" <<<"$out"; then fail "completion names it"; fi
wrong 'flags' "opgraft flags: --compile or --link is missing. See 'opgraft help flags'."
wrong 'gen cpp' "opgraft gen cpp: no op is chosen: name OPS, or say --all or --load. See 'opgraft help gen cpp'."

# --- Values, with their ranges in plain numbers ---
whole() { wrong "$1 $2 $3" "opgraft ${1%% *}: $2: '$3' is not a whole number from $4. See 'opgraft help ${1%% *}'."; }
whole 'run m.pb' --kernel-threads 0 '1 to 1024'
whole 'bench m.pb' --threads 1025 '1 to 1024'
whole 'bench m.pb' --requests x '1 to 4096'
whole 'bench m.pb' --dimension 99999999999999999999 '0 to 1048576'
whole 'run m.pb' --reset-at 1.5 '1 to 10000000'
whole 'profile m.pb' --runs 0 '1 to 1000000000'
wrong 'run m.pb --deadline 0' "opgraft run: --deadline: '0' is not a number above 0. See 'opgraft help run'."
wrong 'bench m.pb --seconds 1e9' "opgraft bench: --seconds: '1e9' is not a number from 0.001 to 3600. See 'opgraft help bench'."
wrong 'convert a.pb b.pb --format txt' "opgraft convert: --format: 'txt' must be one of text, binary, ir. See 'opgraft help convert'."

# --- Help ---
run "help" 0 "$opgraft" help
all=$out
for same in "--help" "-h"; do
  run "$same" 0 "$opgraft" "$same"
  [ "$out" = "$all" ] || fail "opgraft $same prints other help"
done
has "$all" "Usage: opgraft COMMAND"
commands=$(sed -nE 's/^  ([a-z]+(-[a-z]+)?)  .*/\1/p' <<<"$all")
[ "$(wc -w <<<$commands)" -ge 16 ] || fail "commands are missing: $commands"
for command in $commands "gen cpp" "gen python" "gen docs"; do
  run "help of $command" 0 "$opgraft" help $command
  text=$out
  has "$text" "Usage: opgraft $command"
  run "$command --help" 0 "$opgraft" $command --help
  [ "$out" = "$text" ] || fail "opgraft $command --help prints other help"
  [ -z "$(sed -n '/^ *opgraft/d; /.\{81\}/p' <<<"$text")" ] || fail "lines of $command are too long: $text"
done
run "help of run" 0 "$opgraft" help run
has "$out" "  --input NAME=VALUE"
has "$out" "Options of every command:"
has "$out" "  --load FILE"
for command in run check show explain bench profile; do
  run "help of $command" 0 "$opgraft" help $command
  has "$(tr -s ' \n' ' ' <<<"$out")" "the folder of a SavedModel, or OpenVINO IR"
done
run "help of build" 0 "$opgraft" help build
if grep -q -e '--load FILE' <<<"$out"; then fail "build has two options --load: $out"; fi
for version in "--version" "-V" "run -V"; do
  run "$version" 0 "$opgraft" $version
  [[ $out =~ ^opgraft\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "opgraft $version: $out"
done

# --- Progress ---
# What takes long tells so on a terminal, or where it is asked to; 1.5 seconds of measuring are long.
cat >model.pbtxt <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
END
run "progress where it is asked for" 0 "$opgraft" bench model.pbtxt --seconds 1.5 --progress
has "$err" "measuring model.pbtxt (1 s)"
[ "${err: -4}" = $'\r\e[K' ] || fail "the line stays: $err"
run "none on a file" 0 "$opgraft" bench model.pbtxt --seconds 1.5
[ -z "$err" ] || fail "progress on a file: $err"
if command -v script >/dev/null; then
  run "on a terminal" 0 script -qec "$opgraft bench model.pbtxt --seconds 1.5" /dev/null
  has "$out" "measuring model.pbtxt (1 s)"
  run "none where it is not wanted" 0 script -qec "$opgraft bench model.pbtxt --seconds 1.5 --no-progress" /dev/null
  if grep -q measuring <<<"$out"; then fail "progress that is not wanted: $out"; fi
fi

# --- One spelling ---
for command in $commands "gen cpp" "gen python" "gen docs"; do
  options=$("$opgraft" help $command | grep -oE '^  (-[a-z], )?--[a-z-]+' | tr -d ' ')
  if grep -qxE -- '--(out|outfile|out-file|num-threads|in)' <<<"$options"; then fail "$command: another spelling: $options"; fi
  if grep -q -- '--output' <<<"$options" && ! grep -qx -- '-o,--output' <<<"$options"; then fail "$command: --output without -o"; fi
done
exit $status

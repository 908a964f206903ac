#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The scripts for shells load and complete what is declared; the manual's pages have no mistake that man sees. What the
# machine has not (zsh, fish, man) is left out.
set -uo pipefail
opgraft=$PWD/tools/opgraft
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"
mkdir files && touch files/model.pb files/mlp.pb

# --- bash ---
run "a script for bash" 0 "$opgraft" completion bash
printf '%s\n' "$out" >opgraft.bash
# complete WORD...: what bash offers for the last word, on one line, in order.
cat >complete.sh <<'END'
set -u
. ./opgraft.bash
cd files
COMP_WORDS=(opgraft "$@") COMP_CWORD=$#
_opgraft
printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} | sort | paste -sd' '
END
complete() {
  run "bash completes $*" 0 bash complete.sh "$@"
  [ -z "$err" ] || fail "bash complains of $*: $err"
}
offers() {
  local expected=$1
  shift
  complete "$@"
  [ "$out" = "$expected" ] || fail "bash offers '$out' for '$*', not '$expected'"
}
offers "run" r
offers "compat completion convert coverage" co
offers "cpp" gen c
offers "--seconds --seed" bench --se
offers "--input" run --in
offers "--load" run --lo
offers "--load" build --lo
offers "mlp.pb model.pb" run m
offers "mlp.pb model.pb" run --state-in m
offers "binary ir text" convert --format ''
offers "text" convert a.pb --format t
offers "mlp.pb model.pb" run --input x = @m
offers "mlp.pb model.pb" run --input x =@ m
offers "mlp.pb model.pb" run --input @ m
offers "" run --kernel-threads m
offers "" ops M
offers "bash fish zsh" completion ''
offers "check" help ch
for command in run check show explain bench profile convert ops kernels gen lint compat coverage new-op build flags; do
  options=$("$opgraft" help $command | grep -oE -- '(^  |, )--[a-z0-9-]+' | tr -d ' ,' | sort | paste -sd' ')
  complete $command --
  [ "$out" = "$options" ] || fail "bash offers other options of $command than its help: $out, $options"
done

# --- zsh, fish ---
run "a script for zsh" 0 "$opgraft" completion zsh
printf '%s\n' "$out" >_opgraft
has "$out" "#compdef opgraft"
if command -v zsh >/dev/null; then
  run "zsh takes it" 0 zsh -fc 'autoload -Uz compinit && compinit -u -d dump && . ./_opgraft && (( $+functions[_opgraft_gen_cpp] )) && [[ $_comps[opgraft] = _opgraft ]]'
  [ -z "$err" ] || fail "zsh complains: $err"
fi
run "a script for fish" 0 "$opgraft" completion fish
printf '%s\n' "$out" >opgraft.fish
if command -v fish >/dev/null; then
  run "fish takes it" 0 env HOME="$PWD" fish --no-config -c 'source opgraft.fish; complete -C "opgraft gen c"; complete -C "opgraft run --seq"; complete -C "opgraft convert --format t"'
  [ -z "$err" ] || fail "fish complains: $err"
  has "$out" "cpp"
  has "$out" "--sequence"
  has "$out" "text"
fi
run "another shell" 2 "$opgraft" completion tcsh
has "$err" "'tcsh' must be one of bash, zsh, fish"

# --- The manual ---
run "all pages" 0 "$opgraft" man -o man
pages=$(cd man && ls | paste -sd' ')
for page in opgraft.1 opgraft-run.1 opgraft-gen.1 opgraft-gen-cpp.1 opgraft-new-op.1; do has " $pages " " $page "; done
run "one page" 0 "$opgraft" man gen cpp
printf '%s\n' "$out" | cmp - man/opgraft-gen-cpp.1 || fail "a page on standard output is another"
run "the first page" 0 "$opgraft" man
has "$out" '.TH "OPGRAFT" 1'
run "a page of no command" 2 "$opgraft" man rnu
has "$err" "opgraft man: unknown command 'rnu'; nearest: run."
for page in man/*.1; do
  if command -v groff >/dev/null; then
    run "groff takes $page" 0 groff -man -ww -z -Tutf8 "$page"
    [ -z "$err" ] || fail "groff complains: $err"
  fi
  if command -v man >/dev/null && man --help >/dev/null 2>&1; then
    run "man shows $page" 0 env MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings=all -l "$page"
    [ -z "$err" ] || fail "man complains: $err"
  fi
done
if command -v groff >/dev/null; then
  text=$(groff -man -Tutf8 -P -cbou man/opgraft-run.1)
  for word in "NAME" "opgraft-run - Run a model" "SYNOPSIS" "opgraft run [OPTIONS] MODEL" "--state-in FILE" "OPTIONS OF EVERY COMMAND" "x=random:2x8"; do
    has "$text" "$word"
  done
fi
exit $status

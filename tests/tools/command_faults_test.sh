#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What the command says of op libraries that are at fault: with --check, when one crashes, when one is loaded.
set -uo pipefail
opgraft=$PWD/tools/opgraft
libraries=$PWD/tests/framework/kernel/testdata
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"
ln -sf "$libraries/faulty_library.so" faulty.so

# model FAULT: y = Faulty(x) of four floats.
model() {
  cat >"$1.pbtxt" <<END
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
       attr { key: "shape" value { shape { dim { size: 4 } } } } }
node { name: "y" op: "Faulty" input: "x" attr { key: "T" value { type: DT_FLOAT } }
       attr { key: "fault" value { s: "$1" } } }
END
}
for fault in none behind unwritten crash thread late exit drops "no shape"; do model "$fault"; done

run "a right kernel, checked" 0 "$opgraft" run none.pbtxt --check --load ./faulty.so --input x=7
has "$out" "y = [7 7 7 7]"
run "a write behind an output" 1 "$opgraft" run behind.pbtxt --check --load ./faulty.so --input x=7
has "$err" "{{node y}} Faulty: the kernel wrote behind the end of output 0 'y' (float [4]), as far as 4 bytes (1 element)"
run "an element that nobody writes" 1 "$opgraft" run unwritten.pbtxt --check --load ./faulty.so --input x=7
has "$err" "{{node y}} Faulty: the kernel succeeded, but output 0 'y' element [0] was never written"
run "a shape function that drops an error" 0 "$opgraft" run drops.pbtxt --check --load ./faulty.so --input x=7
has "$err" "warning: drops.pbtxt: {{node y}} Faulty: its shape function drops an error: Shape must be rank 2 but is rank 1; return it"
run "a shape function that sets no shape" 0 "$opgraft" run "no shape.pbtxt" --check --load ./faulty.so --input x=7
has "$err" "warning: no shape.pbtxt: {{node y}} Faulty: its shape function sets no shape for output 0 'y'"
run "the same, not checked" 0 "$opgraft" run "no shape.pbtxt" --load ./faulty.so --input x=7
[ -z "$err" ] || fail "a warning that nobody asked for: $err"

# The exit code is the signal's; a sanitizer has its own.
# crash FAULT OPTIONS...
crash() {
  "$opgraft" run "$1.pbtxt" --load ./faulty.so --input x=7 "${@:2}" >out.txt 2>err.txt && fail "$1: a crash is no success"
  err=$(cat err.txt)
}
crash crash
has "$err" "opgraft: SIGSEGV in Compute of {{node y}} Faulty (./faulty.so, kernel of "
has "$err" "faulty_library.cc:"
has "$err" ", T=float)"
crash thread
has "$err" "opgraft: SIGSEGV on another thread, while Compute of {{node y}} Faulty (./faulty.so, kernel of "
# Its kernel's destructor.
crash late
has "$err" "opgraft: SIGSEGV, in no kernel; a kernel may have written where it must not: run with --check"
crash late --check
has "$err" "opgraft: SIGSEGV, in no kernel"
grep -qF "run with --check" err.txt && fail "advice to do what was done: $err"
run "a kernel that calls exit(0)" 70 "$opgraft" run exit.pbtxt --load ./faulty.so --input x=7
has "$err" "opgraft: the process was ended by exit in Compute of {{node y}} Faulty (./faulty.so, kernel of "

run "an initialiser that throws" 1 env LOADER_TEST_INITIALISER=error "$opgraft" ops --load "$libraries/throwing_library.so"
has "$err" "one of its static initialisers threw std::runtime_error: no licence"
# A line of progress is cut to the terminal's width.
cp "$libraries/throwing_library.so" slow.so
run "an initialiser that takes long" 0 env LOADER_TEST_INITIALISER=slow "$opgraft" ops --progress --load ./slow.so
has "$err" "running the static initialisers of ./slow.so (1 s)"
# One of its kernels is for an op that the other library has.
run "a library that lacks things" 0 "$opgraft" ops LoaderTestBare --load "$libraries/op_library.so" --load "$libraries/unfinished_library.so"
has "$err" "unfinished_library.so: op 'LoaderTestBare' ("
has "$err" "has no kernel: its nodes cannot run."
has "$err" "warning: "
exit $status

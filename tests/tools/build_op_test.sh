#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft build` as an author meets it: what works, and what is told of each mistake.
set -uo pipefail
prefix=$TEST_TMPDIR/prefix
tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$prefix"
opgraft=$prefix/bin/opgraft
sources=$PWD/tests/tools/build_op
cp examples/first_op/zero_out.cc "$TEST_TMPDIR"
cp "$sources"/* "$TEST_TMPDIR"
. tests/tools/run_command.sh
cd "$TEST_TMPDIR"

is() { diff -u <(printf '%s\n' "$1") - || fail "$2"; }

run "an op" 0 "$opgraft" build zero_out.cc --load
is "$out" "an op" <<'END'
zero_out.so: 1 op, 4 kernels
ZeroOut(to_zero: T) -> zeroed: T
ZeroOut  CPU  T: float double int32 int64
END
run "without --load, another name, more options" 0 "$opgraft" build zero_out.cc -o sub.so -- -O1 -march=native
[ -z "$out$err" ] || fail "a build that went well says: $out$err"
run "wider vectors" 0 "$opgraft" kernels ZeroOut --load ./sub.so

run "without RTTI" 0 "$opgraft" build zero_out.cc -o plain.so -- -fno-rtti
printf 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "ZeroOut" input: "x" attr { key: "T" value { type: DT_FLOAT } } }' >zero_out.pbtxt
run "kernels without RTTI" 0 "$opgraft" run zero_out.pbtxt --load ./plain.so --input x=[5,6]
has "$out" "y = [5 0]"

run "two sources" 0 "$opgraft" build split_op.cc split_kernel.cc -o split.so --load
has "$out" "split.so: 1 op, 1 kernel"

# --- Mistakes ---

run "no source" 1 "$opgraft" build nowhere.cc
[ "$err" = "opgraft: NOT_FOUND: there is no file 'nowhere.cc'" ] || fail "no source: $err"
run "no C++" 1 "$opgraft" build err.txt
has "$err" "'err.txt' is not a C++ source"
run "no compiler" 1 env CXX=no-such-compiler "$opgraft" build zero_out.cc
has "$err" "cannot run 'no-such-compiler': No such file or directory. Install g++, or set CXX to your C++ compiler."
echo 'int x = y;' >wrong.cc
run "C++ that is wrong" 1 "$opgraft" build wrong.cc
has "$err" "wrong.cc:1:9: error: "
has "$err" "opgraft: INVALID_ARGUMENT: compiling wrong.cc failed"
[ ! -e wrong.so ] || fail "a library of wrong C++"
run "C++14" 1 "$opgraft" build split_op.cc -- -std=c++14
has "$err" "Opgraft needs -std=c++17 or later"
run "options for others" 1 "$opgraft" ops -- -O3

run "wrong registrations" 1 "$opgraft" build my_op.cc
is "$err" "wrong registrations" <<'END'
my_op.cc:8:23: error: 'doubel' is not a type; nearest: double
    8 |     .Attr("T: {float, doubel}")
      |                       ^~~~~~
my_op.cc:10:20: error: 'floot' is neither a type (nearest: float) nor an attr of Roi (T, size)
   10 |     .Input("boxes: floot")
      |                    ^~~~~
my_op.cc:21:1: error: REGISTER_KERNEL_BUILDER(Name("Roy")): there is no op 'Roy'; nearest: 'Roi' (my_op.cc:7)
   21 | REGISTER_KERNEL_BUILDER(Name("Roy").Device("CPU"), RoiOp);
      | ^
opgraft: INVALID_ARGUMENT: 'my_op.so' has wrong registrations
END
[ ! -e my_op.so ] || fail "a library of wrong registrations"
g++ -shared $("$opgraft" flags --compile) my_op.cc -o my_op.so $("$opgraft" flags --link)
run "a library that another build system made" 1 "$opgraft" build --check zero_out.so my_op.so
has "$err" "my_op.cc:8:"
has "$err" "opgraft: INVALID_ARGUMENT: 'my_op.so' has wrong registrations"
run "a right one" 0 "$opgraft" build --check zero_out.so
cat >noops.cc <<'END'
int nothing() { return 0; }
END
run "no op in it" 1 "$opgraft" build noops.cc
is "$err" "no op in it" <<'END'
opgraft: INVALID_ARGUMENT: './noops.so' registered no op (REGISTER_OP missing, or dropped by the linker); it was not loaded.
END
[ ! -e noops.so ] || fail "a library without an op"
cat >relu.cc <<'END'
#include "opgraft/op.h"
REGISTER_OP("Relu").Input("x: float").Output("y: float");
END
run "an op that is built in, otherwise" 1 "$opgraft" build relu.cc
has "$err" "relu.cc:2:1: error: Relu is registered differently at ops/"
has "$err" "    2 | REGISTER_OP(\"Relu\")"
has "$err" "opgraft: INVALID_ARGUMENT: 'relu.so' has wrong registrations"
cat >place.cc <<'END'
#include "opgraft/op.h"
REGISTER_OP("A21").Input("x: T").Attr("i: int >= 3.5");
END
run "the place in a line" 1 "$opgraft" build place.cc
has "$err" "place.cc:2:30: error: "
run "no such library" 1 "$opgraft" build --check nowhere.so
is "$err" "no such library" <<'END'
opgraft: NOT_FOUND: there is no file 'nowhere.so'
END
run "a source in the place of a library" 1 "$opgraft" build --check relu.cc
has "$err" "opgraft: INVALID_ARGUMENT: './relu.cc' is not a shared library"
run "wrong registrations, when they are loaded" 1 "$opgraft" ops --load my_op.so
is "$err" "wrong registrations, when they are loaded" <<'END'
opgraft: INVALID_ARGUMENT:
my_op.cc:8: REGISTER_OP("Roi") .Attr("T: {float, doubel}")
                                                 ^~~~~~ 'doubel' is not a type; nearest: double
my_op.cc:10: REGISTER_OP("Roi") .Input("boxes: floot")
                                               ^~~~~ 'floot' is neither a type (nearest: float) nor an attr of Roi (T, size)
my_op.cc:21: REGISTER_KERNEL_BUILDER(Name("Roy")): there is no op 'Roy'; nearest: 'Roi' (my_op.cc:7)
END
run "a file of the current folder" 0 "$opgraft" ops ZeroOut --load zero_out.so

run "a forgotten source" 1 "$opgraft" build split_kernel.cc
has "$err" "split_value(float)"
has "$err" "opgraft: INVALID_ARGUMENT: linking split_kernel.so failed"
run "a source that another library has" 0 "$opgraft" build split_kernel.cc -- -Wl,-z,undefs
run "a forgotten source, found later" 1 "$opgraft" build split_kernel.cc --load -- -Wl,-z,undefs
is "$err" "a forgotten source, found later" <<'END'
opgraft: INVALID_ARGUMENT: './split_kernel.so' needs split_value(float), which neither Opgraft nor its other libraries define: is a source file or -l... missing from the link?
END

run "the old ABI" 1 "$opgraft" build split_op.cc --load -- -D_GLIBCXX_USE_CXX11_ABI=0 -Wl,-z,undefs
has "$err" "'./split_op.so' was built for another C++ ABI: with -D_GLIBCXX_USE_CXX11_ABI=0 (by "

run "another op of that name" 0 "$opgraft" build other_zero_out.cc
run "an op that is there already" 1 "$opgraft" ops --load ./zero_out.so --load ./other_zero_out.so
is "$err" "an op that is there already" <<'END'
opgraft: INVALID_ARGUMENT: ZeroOut: registered differently at other_zero_out.cc:8 and zero_out.cc:9: input to_zero is float there, T here. Rename one (Name>Space is allowed).
END
cp zero_out.cc zero_out_2.cc
run "another version of a library" 0 "$opgraft" build zero_out_2.cc
run "two versions" 1 "$opgraft" ops --load ./zero_out.so --load ./zero_out_2.so
[ "$(wc -l <<<"$err")" = 1 ] || fail "two versions are told in several lines: $err"
has "$err" "is registered twice: "
has "$err" "So with 3 more. Is 'zero_out_2.so' another version of a library that is loaded? Load one of them."
run "loading twice" 0 "$opgraft" ops ZeroOut --load ./zero_out.so --load ../"$(basename "$PWD")"/zero_out.so --load "$PWD/zero_out.so"

cp zero_out.so copy.so
run "a copy of a library" 0 "$opgraft" ops ZeroOut --load zero_out.so --load copy.so

g++ -shared -Wl,-soname,libtensorflow_framework.so.2 -o libtensorflow_framework.so.2 wrong_but_empty.cc
g++ -shared -Wl,--no-as-needed -o for_tensorflow.so wrong_but_empty.cc ./libtensorflow_framework.so.2
run "a library for TensorFlow" 1 "$opgraft" ops --load ./for_tensorflow.so
is "$err" "a library for TensorFlow" <<'END'
opgraft: INVALID_ARGUMENT: './for_tensorflow.so' was built for TensorFlow: it needs libtensorflow_framework.so.2. Build its sources for Opgraft: opgraft build X.cc.
END
run "a library without ops" 1 "$opgraft" build wrong_but_empty.cc --load
is "$err" "a library without ops" <<'END'
opgraft: INVALID_ARGUMENT: './wrong_but_empty.so' registered no op (REGISTER_OP missing, or dropped by the linker); it was not loaded.
END

# --- Ops that misbehave when they run ---

run "ops that misbehave" 0 "$opgraft" build bad_ops.cc --load
for op in Throws ThrowsAnInt NeverSets Absurd Huge Negative; do
  printf 'node { name: "y" op: "%s" }\n' "$op" >"$op.pbtxt"
  run "$op" 1 "$opgraft" run "$op.pbtxt" --fetch y --load ./bad_ops.so
  printf '%s\n' "$err" >>misbehaviour.txt
done
is "$(sed 's/: no memory for.*//' misbehaviour.txt)" "ops that misbehave" <<'END'
opgraft: INTERNAL: {{node y}} Throws: the kernel threw std::runtime_error: no more paper
opgraft: INTERNAL: {{node y}} ThrowsAnInt: the kernel threw int, which is not a std::exception
opgraft: INTERNAL: {{node y}} NeverSets: Compute returned OK but did not set output 0 'y'.
opgraft: RESOURCE_EXHAUSTED: {{node y}} Absurd: OOM when allocating output 0 'y' with shape[4611686018427387904] and type float
opgraft: RESOURCE_EXHAUSTED: {{node y}} Huge: OOM when allocating output 0 'y' with shape[17592186044416] and type float
opgraft: INVALID_ARGUMENT: {{node y}} Negative: allocate_output(0) 'y': dimension 0 is -1: an output shape must be known; did you copy it from a shape function?
END
exit $status

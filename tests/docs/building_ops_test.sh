#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Installs Opgraft from the test's files and runs every line of docs/building_ops.md against the
# installation.
set -euo pipefail
doc=$PWD/docs/building_ops.md
source_file=$PWD/examples/first_op/zero_out.cc
build_file=$PWD/examples/first_op/BUILD
export PREFIX=$TEST_TMPDIR/moved
tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$TEST_TMPDIR/prefix"
mv "$TEST_TMPDIR/prefix" "$PREFIX" # it may be moved
export PATH=$PREFIX/bin:$PATH
mkdir "$TEST_TMPDIR/work"
cd "$TEST_TMPDIR/work"
cp "$source_file" .

# The blocks of one language, one after the other.
blocks() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$doc" | grep -v '^```'; }

cat >zero_out_test.cc <<'END'
#include "tensorflow/core/framework/fake_input.h"
#include "tensorflow/core/kernels/ops_testutil.h"
namespace tensorflow {
class ZeroOutTest : public OpsTestBase {};
TEST_F(ZeroOutTest, KeepsTheFirst) {
  TF_ASSERT_OK(NodeDefBuilder("op", "ZeroOut").Input(FakeInput(DT_INT32)).Finalize(node_def()));
  TF_ASSERT_OK(InitOp());
  AddInputFromArray<int32>(TensorShape({3}), {5, 4, 3});
  TF_ASSERT_OK(RunOpKernel());
  test::ExpectTensorEqual<int32>(*GetOutput(0), test::AsTensor<int32>({5, 0, 0}));
}
}  // namespace tensorflow
END
blocks make >Makefile
blocks cmake >CMakeLists.txt
blocks sh >lines.sh
blocks python | sed 's/@opgraft//' >bazel.txt
grep -q . bazel.txt
for line in lines.sh Makefile CMakeLists.txt; do grep -q zero_out "$line"; done

bash -euxo pipefail lines.sh | tee output.txt
kernels='ZeroOut  CPU  T: float double int32 int64'
expected=$(grep -cE 'opgraft kernels|--load$' lines.sh)
[ "$(grep -cxF "$kernels" output.txt)" = "$expected" ] || { printf 'not every line listed the kernels\n'; exit 1; }
build/zero_out_test
sed 's/T: {float/T: {flaot/' zero_out.cc >zero_out_wrong.cc
sed -i 's/zero_out\.cc/zero_out_wrong.cc/' CMakeLists.txt
cmake -B wrong -DCMAKE_PREFIX_PATH="$PREFIX"
cmake --build wrong --target zero_out >wrong.txt 2>&1 && { printf 'CMake built a wrong registration\n'; exit 1; }
grep -q "zero_out_wrong.cc:[0-9]*:[0-9]*: error: 'flaot' is not a type" wrong.txt || { cat wrong.txt; exit 1; }
rm zero_out.so
make zero_out.so
[ "$(opgraft kernels ZeroOut --load ./zero_out.so)" = "$kernels" ]

# The lines for Bazel are those that build the example.
while IFS= read -r line; do
  grep -qxF -- "$line" "$build_file" || { printf 'not in examples/first_op/BUILD: %s\n' "$line"; exit 1; }
done <bazel.txt

# A new op builds from the installation alone, both ways.
opgraft new-op MyScale my_scale
cd my_scale
grep -qF "See first_op.md and building_ops.md in $PREFIX/share/doc/opgraft/docs." README.md
make test
cmake -B build -DCMAKE_PREFIX_PATH="$PREFIX"
cmake --build build
ctest --test-dir build

# Every header that is installed finds what it includes; those that are not offered say so.
check_headers() { sed 's/.*/#include "&"/' >"$TEST_TMPDIR/all.cc" && g++ -fsyntax-only $(opgraft flags --compile) "$TEST_TMPDIR/all.cc"; }
[ "$(ls "$PREFIX/include")" = opgraft ]
cd "$PREFIX/include"
find opgraft/*.h opgraft/framework -name '*.h' ! -name '*_inl.h' | sort | check_headers
cd opgraft/compat
find tensorflow absl -name '*.h' | sort | xargs grep -L '#error' | check_headers

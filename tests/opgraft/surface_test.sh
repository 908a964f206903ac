#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What users find on their include path: opgraft/, absl/, Eigen/, unsupported/ and TensorFlow's
# paths, and no other folder of ours.
set -uo pipefail
. tests/tools/run_command.sh
tree=opgraft/include
flags=(-std=c++17 -isystem "$tree/opgraft/compat" -isystem ../com_google_absl
  -isystem ../eigen/include -isystem "$tree")

[ "$(ls "$tree")" = opgraft ] || fail "beside opgraft/: $(ls "$tree")"
[ "$(ls "$tree/opgraft/compat" | tr '\n' ' ')" = "absl tensorflow third_party tsl xla " ] ||
  fail "TensorFlow's paths: $(ls "$tree/opgraft/compat")"
python3 tests/opgraft/check_headers.py "$tree" opgraft/headers.txt || fail "the list of headers"

# compiles HEADER: away from the sources, as a user does.
compiles() { printf '#include "%s"\n' "$1" | c++ -fsyntax-only "${flags[@]}" -x c++ -; }
run "a header of the surface" 0 compiles opgraft/framework/types/data_type.h
for header in framework/types/data_type.h testing/compare_tensors.h \
  tensorflow_compat/tensorflow/core/framework/types.h opgraft/framework/runtime/executor.h \
  opgraft/framework/op/op_registry.h opgraft/proto/tensor.pb.h; do
  run "$header" 1 compiles "$header"
  has "$err" "$header: No such file"
done
exit $status

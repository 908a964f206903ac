#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft new-op` writes a folder whose test passes at once and whose library the command loads.
# With --bazel also by its BUILD file, which compiles Opgraft once more, as a dependency: minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
build_with_bazel build --show_result=0 //tools:opgraft
opgraft=$PWD/bazel-bin/tools/opgraft
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
"$opgraft" new-op MyScale my_scale
cd my_scale
make test
[ "$("$opgraft" kernels MyScale --load ./my_scale.so)" = "MyScale  CPU  T: float double int32 int64" ]
if [ "${1:-}" = --bazel ]; then
  bazel --output_base="$folder/base" test --ui_event_filters=-info --show_result=0 :my_scale_test
  bazel --output_base="$folder/base" shutdown
fi

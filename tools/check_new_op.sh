#!/usr/bin/env bash
# `opgraft new-op` writes a folder whose test passes at once, whose library the command loads.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
bazel build --ui_event_filters=-info --show_result=0 //tools:opgraft
opgraft=$PWD/$(readlink bazel-bin >/dev/null && echo bazel-bin)/tools/opgraft
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$opgraft" new-op MyScale my_scale
cd my_scale
bazel --output_base="$folder/base" test --ui_event_filters=-info --show_result=0 :my_scale_test
bazel --output_base="$folder/base" build --ui_event_filters=-info --show_result=0 :my_scale.so
[ "$("$opgraft" kernels MyScale --load bazel-bin/my_scale.so)" = "MyScale  CPU  T: float double int32 int64" ]
bazel --output_base="$folder/base" shutdown
chmod -R u+w "$folder/base" 2>/dev/null || true

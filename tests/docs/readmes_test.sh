#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Runs the command as the README and those of the examples show it: by its path in the build from the
# root, by its name in the example's folder.
set -euo pipefail
root=$TEST_TMPDIR/root
mkdir "$root" "$root/bin"
cp -rL README.md examples "$root"
ln -s "$PWD" "$root/bazel-bin"
ln -s "$PWD/tools/opgraft" "$root/bin/opgraft"
export PATH=$root/bin:$PATH

# run_lines PAGE FOLDER COMMAND: the indented lines of a page that begin with the command.
run_lines() {
  grep -E "^    $3 " "$root/$1" | sed 's/^ *//' >"$TEST_TMPDIR/lines.sh"
  (cd "$root/$2" && bash -euxo pipefail "$TEST_TMPDIR/lines.sh")
}
run_lines README.md . bazel-bin/tools/opgraft
run_lines examples/first_op/README.md . bazel-bin/tools/opgraft
for example in if mlp stateful_summator summator; do
  run_lines "examples/$example/README.md" "examples/$example" opgraft
done

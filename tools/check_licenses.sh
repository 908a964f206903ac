#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Checks that each source file names its license in one of its first lines; what a generator wrote
# need not.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
missing=$(source_files '*.h' '*.cc' '*.proto' '*.py' '*.sh' '*.bzl' '*.BUILD' BUILD WORKSPACE \
  '*.js' '*.css' '*.html' '*.lds' '*.in' '*.dict' .clang-format .clang-tidy .bazelrc |
  grep -vx 'tests/tools/op_gen/generated_ops\.h' |
  xargs grep -L 'SPDX-License-Identifier: Apache-2\.0' || true)
[ -z "$missing" ] || {
  printf 'no line "SPDX-License-Identifier: Apache-2.0" in:\n%s\n' "$missing" >&2
  exit 1
}

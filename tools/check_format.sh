#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Checks that the C++ files are formatted as clang-format 14 does it by .clang-format.
set -euo pipefail
usage='usage: tools/check_format.sh [--fix]
Names the files that are not formatted, with the first line that is not. Installs clang-format if
it is missing (apt).
  --fix   formats them'
case "${1:-}" in
  '' | --fix) ;;
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  *) printf '%s\n' "$usage" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
more_packages=(clang-format)
. tools/setup.sh

# Not formatted: the op that the README shows as it is; what `opgraft gen cpp` wrote.
mapfile -t files < <(source_files '*.h' '*.cc' |
  grep -vxE 'examples/first_op/zero_out\.cc|tests/tools/op_gen/generated_ops\.h')
if [ "${1:-}" = --fix ]; then
  printf '%s\0' "${files[@]}" | xargs -0 -n 50 clang-format -i
  exit
fi
problems=$(printf '%s\0' "${files[@]}" | xargs -0 -n 50 clang-format --dry-run 2>&1 |
  sed -n 's/: warning: code should be clang-formatted.*/: not formatted/p' | sort -t: -k1,1 -su)
[ -z "$problems" ] || {
  printf '%s\ntools/check_format.sh --fix formats them\n' "$problems" >&2
  exit 1
}

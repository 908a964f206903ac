#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Sets the machine up, builds everything and runs every test.
set -euo pipefail
usage='usage: tools/test.sh [--asan | --tsan] [BAZEL OPTIONS] [TARGETS]
Installs what is missing (apt), builds everything and runs every test. The last line counts them.
  --asan   under AddressSanitizer and UndefinedBehaviorSanitizer (by clang; our files, not the dependencies)
  --tsan   under ThreadSanitizer (by clang; our files and Abseil): without targets the tests with the tag "concurrent", and
           one that checks that a race in a kernel would be reported; with targets all tests in them'
config=()
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  --asan) config=(--config=asan) more_packages=(clang libclang-rt-14-dev); shift ;;
  --tsan) config=(--config=tsan) more_packages=(clang libclang-rt-14-dev); shift ;;
esac
cd "$(dirname "$0")/.."
. tools/setup.sh
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
all=(//...)
for argument in "$@"; do
  case "$argument" in -*) ;; *) all=() ;; esac
done
if [ "${#all[@]}" -gt 0 ] && [ "${config[*]}" = --config=tsan ]; then
  all=(--test_tag_filters=concurrent --build_tests_only //... //tests/sanitizers:planted_race_test)
fi
build_with_bazel test "${config[@]}" --test_summary=short "$@" "${all[@]}" 2>&1 | tee "$log" || status=$?
passed=$(grep -c ' PASSED in ' "$log" || true)
failed=$(grep -cE '^//.* (FAILED|TIMEOUT|NO STATUS|FAILED TO BUILD)' "$log" || true)
if [ "$status" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
if [ "${#all[@]}" -gt 0 ]; then
  for check in layers.sh knots.py style.py format.sh licenses.sh; do
    if "tools/check_$check"; then
      passed=$((passed + 1))
    else
      printf 'FAILED: tools/check_%s\n' "$check"
      failed=$((failed + 1)) status=1
    fi
  done
fi
printf '%s passed, %s failed\n' "$passed" "$failed"
exit "$status"

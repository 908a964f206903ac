#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Which lines of framework/ the tests run.
set -euo pipefail
usage='usage: tools/coverage.sh [--at-least PERCENT] [--json FILE]
Builds the tests with framework/ instrumented, runs them and prints the lines of framework/ that they ran: a table by folder,
then each file with lines that no test ran, and their numbers. Exits with 1 if a test fails or less than PERCENT (90) of the
lines ran. Installs what is missing (apt).
  --at-least PERCENT   of the lines, 0 to 100
  --json FILE          also writes the figures of each file'
at_least=90
json=
while [ "$#" -gt 0 ]; do
  case "$1" in
    -h | --help) printf '%s\n' "$usage"; exit 0 ;;
    --at-least) at_least=${2:?"$usage"}; shift 2 ;;
    --json) json=$(realpath "${2:?"$usage"}"); shift 2 ;;
    *) printf '%s\n' "$usage" >&2; exit 2 ;;
  esac
done
cd "$(dirname "$0")/.."
. tools/setup.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A line a test: PACKAGE/NAME ARGUMENTS...
tests_with_arguments() {
  bazel query --noshow_progress --ui_event_filters=-info --output=xml 'kind(cc_test, //tests/...)' | python3 -c '
import sys
from xml.etree import ElementTree
for rule in ElementTree.parse(sys.stdin).iter("rule"):
    arguments = [item.get("value") for item in rule.findall("list[@name=\"args\"]/string")]
    print(rule.get("name").lstrip("/").replace(":", "/"), *arguments)'
}
mapfile -t tests < <(tests_with_arguments)
build_with_bazel build --config=coverage --show_result=0 "${tests[@]%% *}" //tests/conformance:run_cases

# As `bazel test` runs them; the counts of all go to one folder.
root=$PWD
run() {  # run PROGRAM ARGUMENTS...
  local program=$1
  shift
  mkdir -p "$work/tmp"
  (cd "$root/bazel-bin/$program.runfiles/opgraft" &&
    GCOV_PREFIX=$work/data GCOV_PREFIX_STRIP=3 TEST_TMPDIR=$work/tmp "./$program" "$@" >"$work/log" 2>&1) || {
    printf 'FAILED: %s\n' "$program"
    tail -n 40 "$work/log"
    return 1
  }
  rm -rf "$work/tmp"
}
failed=0
for test in "${tests[@]}"; do
  read -ra command <<< "$test"
  run "${command[@]}" || failed=$((failed + 1))
done
run tests/conformance/run_cases "$root/tests/conformance/cases" || failed=$((failed + 1))

# The notes of the compiler belong beside the counts.
(cd "$(bazel info --noshow_progress --ui_event_filters=-info execution_root)" &&
  find -L bazel-out/k8-opt/bin/framework bazel-out/k8-opt/bin/tests -name '*.gcno' -exec cp --parents -t "$work/data" {} +)
python3 tools/coverage_table.py "$work/data" "$at_least" ${json:+"$json"}
[ "$failed" = 0 ]

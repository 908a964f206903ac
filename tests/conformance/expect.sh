# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# For the tests of run_cases; sourced. A test ends with `exit $status`.
status=0

expect() {  # expect WHAT CODE COMMAND...: the exit code, and the output in $out
  local what=$1 code=$2
  shift 2
  out=$("$@" 2>&1)
  local got=$?
  if [ "$got" != "$code" ]; then
    printf 'FAILED: %s: exit code %s, expected %s\n%s\n' "$what" "$got" "$code" "$(grep -v '^PASS' <<<"$out")"
    status=1
  fi
}

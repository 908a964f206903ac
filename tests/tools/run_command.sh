# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# For tests of the command; sourced. A test ends with `exit $status`.
status=0

fail() { printf 'FAILED: %s\n' "$*"; status=1; }

# run WHAT CODE COMMAND...: leaves standard output in $out, standard error in $err.
run() {
  local what=$1 code=$2
  shift 2
  out=$("$@" 2>err.txt)
  local got=$?
  err=$(cat err.txt)
  [ "$got" = "$code" ] || fail "$what: exit code $got, expected $code: $out $err"
}
has() { grep -qF -- "$2" <<<"$1" || fail "no '$2' in: $1"; }

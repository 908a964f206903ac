#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The package and a program on it pass `mypy --strict`; a wrong program does not.
set -uo pipefail
check() { (cd python && MYPYPATH=. mypy --strict --cache-dir="$TEST_TMPDIR/mypy" "$@"); }
check -p opgraft || exit 1
check "../tests/python/typed_program.py" || exit 1
sed 's/request.run(x=/request.rum(x=/' tests/python/typed_program.py >"$TEST_TMPDIR/wrong.py"
if check "$TEST_TMPDIR/wrong.py" >/dev/null; then
  echo "a call of a method that is not there passes"
  exit 1
fi

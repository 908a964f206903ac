#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft gen python`: a module that Python imports and that calls what docs/wrappers.md says; the
# same bytes each time.
set -euo pipefail
opgraft=$PWD/tools/opgraft
here=$PWD/tests/tools/op_gen
cd "$TEST_TMPDIR"
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

"$opgraft" gen python --all -o all_ops.py
"$opgraft" gen python --all >again.py
cmp all_ops.py again.py
python3 "$here/gen_python_check.py" "$here/fake_opgraft" "$PWD"

cat >my.pbtxt <<'END'
op { graph_op_name: "Neg" in_arg { name: "x" rename_to: "value" description: "What to negate." } }
END
"$opgraft" gen python Neg --api-def my.pbtxt | grep -qF 'def neg(value: ' || fail "no override"
if "$opgraft" gen python Nge 2>err.txt; then fail "an unknown op passes"; fi
grep -qF "Nearest: 'Neg'" err.txt || fail "$(cat err.txt)"
printf 'op { graph_op_name: "Nge" }' >wrong.pbtxt
if "$opgraft" gen python Neg --api-def wrong.pbtxt 2>err.txt; then fail "an override of no op passes"; fi
grep -qF "wrong.pbtxt: op 'Nge' is not registered" err.txt || fail "$(cat err.txt)"
code=0
"$opgraft" gen python 2>err.txt || code=$?
[ $code = 2 ] || fail "no ops: exit code $code"
code=0
"$opgraft" gen python Neg -o no/such/folder/x.py 2>err.txt || code=$?
[ $code = 1 ] || fail "no folder: exit code $code"
grep -qF "cannot write 'no/such/folder/x.py'" err.txt || fail "$(cat err.txt)"

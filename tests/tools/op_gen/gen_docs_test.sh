#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# `opgraft gen docs`: the same bytes each time, whole pages, links that lead somewhere, nothing from
# a network.
set -euo pipefail
opgraft=$PWD/tools/opgraft
check=$PWD/tests/tools/op_gen/gen_docs_check.py
library=$PWD/examples/first_op/zero_out.so
cd "$TEST_TMPDIR"
"$opgraft" gen docs --all -o one >out.txt
grep -q '^one/index.html: ' out.txt
"$opgraft" gen docs --all -o two >/dev/null
diff -r one two
python3 "$check" one
"$opgraft" gen docs --load "$library" -o mine >/dev/null
[ -f mine/ZeroOut.html ] && [ -f mine/ZeroOut.md ] && [ ! -f mine/Sum.html ]
grep -q 'preserve_index' mine/ZeroOut.html
code=0
"$opgraft" gen docs Sum -o out.txt/folder 2>err.txt || code=$?
[ $code = 1 ] && grep -q "cannot make folder 'out.txt/folder'" err.txt || { echo "FAILED: $(cat err.txt)"; exit 1; }

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The search of the pages that `opgraft gen docs` writes. Without Node.js (node) it is left out.
set -euo pipefail
command -v node >/dev/null || { echo "no node: left out"; exit 0; }
tools/opgraft gen docs AddV2 BatchMatMulV2 MatMul MatrixInverse Mul Sum -o "$TEST_TMPDIR/reference"
tools/opgraft gen docs --all -o "$TEST_TMPDIR/all" >/dev/null
node tests/tools/op_gen/search_check.js "$TEST_TMPDIR/reference" "$TEST_TMPDIR/all"

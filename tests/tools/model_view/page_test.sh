#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The page that `opgraft show --html` writes. Without Node.js (node) it is left out.
set -euo pipefail
command -v node >/dev/null || { echo "no node: left out"; exit 0; }
page() { tools/opgraft show --html "$1" >"$TEST_TMPDIR/$2.html"; }
page examples/if/if.pbtxt if
page examples/mlp/mlp.pb mlp
page tests/saved_model/data/counter counter
node tests/tools/model_view/page_check.js "$TEST_TMPDIR"/{if,mlp,counter}.html

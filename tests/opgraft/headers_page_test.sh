#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# docs/tensorflow_headers.md says which headers there are.
set -euo pipefail
python3 tools/headers_page.py opgraft/include/opgraft/compat tensorflow_compat/absent_headers.txt |
  diff docs/tensorflow_headers.md - ||
  { echo 'FAILED: tools/headers_page.py >docs/tensorflow_headers.md writes it anew'; exit 1; }

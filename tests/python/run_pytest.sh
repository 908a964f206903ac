#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Runs a file of tests against the package that was built: run_pytest.sh FILE.
set -euo pipefail
python/stage_package.sh python/opgraft python/extension/_core.so opgraft/libopgraft.so.0 "$TEST_TMPDIR/package"
export PYTHONPATH=$TEST_TMPDIR/package PYTHONDONTWRITEBYTECODE=1
export HYPOTHESIS_STORAGE_DIRECTORY=$TEST_TMPDIR/hypothesis
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider --rootdir=. "$@"

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Runs a file of tests against the package that was built: run_pytest.sh [--installed] FILE, with
# headers and command as in the wheel if so told.
set -euo pipefail
package=$TEST_TMPDIR/package
if [ "$1" = --installed ]; then
  shift
  tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 \
    tools/opgraft "$package/opgraft"
  python/trim_headers.sh "$package/opgraft/include"
fi
python/stage_package.sh python/opgraft python/extension/_core.so python/libopgraft.so.0 "$package"
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
export HYPOTHESIS_STORAGE_DIRECTORY=$TEST_TMPDIR/hypothesis
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider --rootdir=. "$@"

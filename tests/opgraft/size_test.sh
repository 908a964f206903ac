#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The library with all kernels and the command take 16 MB, stripped.
set -euo pipefail
sum=0
for file in opgraft/libopgraft.so.0 opgraft/libopgraft_command.so.0 tools/opgraft; do
  strip -o "$TEST_TMPDIR/stripped" "$file"
  size=$(stat --format=%s "$TEST_TMPDIR/stripped")
  printf '%s: %s bytes\n' "$file" "$size"
  sum=$((sum + size))
done
printf 'all: %s bytes\n' "$sum"
[ "$sum" -le 16000000 ]

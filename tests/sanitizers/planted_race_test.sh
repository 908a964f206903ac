#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# ThreadSanitizer, as tools/test.sh --tsan sets it up, sees a race in a kernel between the threads
# of Shard and between two requests, and none in the same program without it.
set -uo pipefail
program=$1
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

output=$("$program" nowhere 2>&1) || fail "without a race: exit code $?: $output"
for where in shards requests; do
  output=$("$program" "$where" 2>&1)
  code=$?
  [ "$code" = 66 ] || fail "a race in $where: exit code $code, not ThreadSanitizer's 66: $output"
  grep -q 'WARNING: ThreadSanitizer: data race' <<<"$output" || fail "a race in $where: not reported: $output"
  grep -q 'PlantedRaceOp::Compute' <<<"$output" || fail "a race in $where: the report does not name the kernel: $output"
done
[ "$failures" = 0 ]

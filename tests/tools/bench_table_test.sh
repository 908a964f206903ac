#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The table of figures: medians, units, floors, verdicts, exit codes.
set -uo pipefail
table=$PWD/tools/bench_table.py
cd "$TEST_TMPDIR"
status=0
fail() { printf 'FAILED: %s\n' "$*"; status=1; }

# registration MEASURED_S FLOOR_S: the results of that theme.
registration() {
  cat >registration.json <<END
{"benchmarks": [
  {"run_name": "BM_ParseCheckAndPublish", "run_type": "aggregate", "aggregate_name": "mean", "s_per_unit": 9},
  {"run_name": "BM_ParseCheckAndPublish", "run_type": "aggregate", "aggregate_name": "median", "s_per_unit": $1},
  {"run_name": "BM_ProtobufParse/iterations:1", "run_type": "aggregate", "aggregate_name": "median", "s_per_unit": $2}]}
END
}

registration 2.5e-6 1e-6
out=$(python3 "$table" --strict --json rows.json registration=registration.json) || fail "a figure that holds: $out"
diff -u - <(printf '%s\n' "$out") <<'END' || fail "the table"
figure                           | measured | floor                               | ratio | target  |
---------------------------------|----------|-------------------------------------|-------|---------|---
an op parsed, checked, published | 2.5 us   | protobuf's parse of the OpDef: 1 us | 2.50  | <= 3 us | ok
END
python3 -c '
import json
row, = json.load(open("rows.json"))["figures"]
assert row["verdict"] == "ok" and row["limit"] == 3000 and abs(row["measured"] - 2500) < 1e-6, row
' || fail "the rows as JSON"

registration 3.5e-6 1e-6
out=$(python3 "$table" registration=registration.json) || fail "without --strict a short figure is no error"
grep -q 'SHORT$' <<<"$out" || fail "a figure that falls short: $out"
python3 "$table" --strict registration=registration.json >/dev/null && fail "--strict with a short figure"

printf '{"benchmarks": []}' >registration.json
printf '{"benchmarks": [{"run_name": "BM_FindKernel", "s_per_unit": 5e-8}]}' >kernel_lookup.json
out=$(python3 "$table" kernel_lookup=kernel_lookup.json)
grep -q 'not measured$' <<<"$out" || fail "a floor that is missing: $out"
python3 "$table" --strict kernel_lookup=kernel_lookup.json >/dev/null && fail "--strict with a missing figure"
python3 "$table" --strict registration=registration.json | grep -q published && fail "a theme that did not run"
exit $status

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# run_cases --load: cases of ops that a library brings.
set -uo pipefail
run_cases=$PWD/$1
library=$PWD/$2
all_names=$PWD/$3
. tests/conformance/expect.sh

mkdir -p "$TEST_TMPDIR/custom/zero_out"
cat >"$TEST_TMPDIR/custom/zero_out/graph.pbtxt" <<'END'
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_INT32 } } }
node { name: "y" op: "ZeroOut" input: "x" attr { key: "T" value { type: DT_INT32 } } }
END
cat >"$TEST_TMPDIR/custom/zero_out/case.json" <<'END'
{"id": "zero_out", "model": "graph.pbtxt", "must": "ok", "needs": "zero_out.so", "steps": [{"do": "run",
 "inputs": {"x": {"type": "int32", "shape": [3], "data": [5, 4, 3]}},
 "outputs": {"y": {"type": "int32", "shape": [3], "data": [5, 0, 0]}}}]}
END
expect "a case whose library is not loaded" 0 "$run_cases" "$TEST_TMPDIR/custom"
grep -q '^SKIP zero_out: needs zero_out.so: --load it$' <<<"$out" || { echo "FAILED: no SKIP: $out"; status=1; }
for isolate in "" --isolate; do
  expect "a case whose library is loaded" 0 "$run_cases" $isolate --load "$library" "$TEST_TMPDIR/custom"
  grep -q '^PASS zero_out$' <<<"$out" || { echo "FAILED: no PASS: $out"; status=1; }
done
expect "a library that logs, and has every other name of the API" 0 "$run_cases" --load "$all_names" --load "$library" "$TEST_TMPDIR/custom"
expect "a library that is not there" 2 "$run_cases" --load ./nowhere.so "$TEST_TMPDIR/custom"
grep -q "nowhere.so' does not exist" <<<"$out" || { echo "FAILED: $out"; status=1; }
exit $status

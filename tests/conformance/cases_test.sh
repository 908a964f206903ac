#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Every case passes, plain and isolated, and the runner's own answers are as its --help says. With "all" none may be skipped;
# with "some" those whose ops are not linked are (BUILD).
set -uo pipefail
run_cases=$PWD/$1
cases=tests/conformance/cases
. tests/conformance/expect.sh

expect "all cases" 0 "$run_cases" $cases
skipped=0
[ "$2" = all ] || skipped='[0-9]+'
if ! grep -qE "^[0-9]{3,} passed, 0 failed, $skipped skipped\$" <<<"$(tail -n 1 <<<"$out")"; then
  printf 'FAILED: the last line is: %s\n' "$(tail -n 1 <<<"$out")"
  grep '^SKIP' <<<"$out"
  status=1
fi
expect "hostile cases, isolated" 0 "$run_cases" --isolate $cases/tf/hostile
# Only ever isolated: some take all the memory that the default limits allow.
expect "our own hostile cases, isolated" 0 "$run_cases" --isolate tests/conformance/hostile
grep -q '^worst: ' <<<"$out" || { echo "FAILED: --isolate does not tell the worst"; status=1; }
# Not written: what nobody needs, and the variable of a branch that a constant condition does not choose. Some ops have to do
# without those of caches, which a window becomes.
not_as_ir='if_constant_cond|import_'
[ "$2" = all ] || not_as_ir+='|state_window'
expect "all graphs that run, as an IR" 0 "$run_cases" --as-ir --filter "^(?!.*($not_as_ir))" $cases/opgraft $cases/tf/graphs
if [ "$2" = all ]; then
  passed=$(tail -n 1 <<<"$out" | sed 's/ passed.*//')
  [ "$passed" -ge 35 ] || { echo "FAILED: only $passed of the graphs become an IR"; status=1; }
fi
expect "a filter" 0 "$run_cases" --filter 'state_summator$' $cases
[ "$(tail -n 1 <<<"$out")" = "1 passed, 0 failed, 0 skipped" ] || { echo "FAILED: --filter: $out"; status=1; }
expect "an absent path" 2 "$run_cases" no/such/path
expect "a wrong filter" 2 "$run_cases" --filter '(' $cases

# A case that is wrong must fail, and a case of unknown ops must be skipped.
mkdir -p "$TEST_TMPDIR/own/wrong" "$TEST_TMPDIR/own/unknown"
cp $cases/opgraft/state_summator/* "$TEST_TMPDIR/own/wrong"
chmod -R u+w "$TEST_TMPDIR/own"
sed -i 's/"data": \[1.0\]/"data": [1.5]/' "$TEST_TMPDIR/own/wrong/case.json"
printf 'node { name: "x" op: "NoSuchOp" }' >"$TEST_TMPDIR/own/unknown/graph.pbtxt"
printf '{"id": "unknown", "model": "graph.pbtxt", "must": "ok", "steps": []}' >"$TEST_TMPDIR/own/unknown/case.json"
expect "a wrong case" 1 "$run_cases" "$TEST_TMPDIR/own"
grep -q '^SKIP unknown: ops NoSuchOp are not registered$' <<<"$out" || { echo "FAILED: no SKIP: $out"; status=1; }
[ "$(tail -n 1 <<<"$out")" = "0 passed, 1 failed, 1 skipped" ] || { echo "FAILED: count: $out"; status=1; }

# A case without steps asks only what the import infers: this Merge cannot run.
mkdir -p "$TEST_TMPDIR/import"
for name in x y; do
  printf 'node { name: "%s" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }\n' $name
done >"$TEST_TMPDIR/import/graph.pbtxt"
printf 'node { name: "m" op: "Merge" input: "x" input: "y" attr { key: "N" value { i: 2 } } attr { key: "T" value { type: DT_FLOAT } } }\n' >>"$TEST_TMPDIR/import/graph.pbtxt"
for steps in '' ', "steps": []'; do
  printf '{"id": "import", "model": "graph.pbtxt", "must": "ok"%s}' "$steps" >"$TEST_TMPDIR/import/case.json"
  expect "a case without steps" 0 "$run_cases" "$TEST_TMPDIR/import"
done

exit $status

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks optimised, runs them on one core, and prints the figures beside their floors
# and targets.
set -euo pipefail
themes=(runtime registration import kernel_lookup footprint concurrency elementwise)
usage="usage: tools/bench.sh [--theme NAME]... [--json FILE] [--repetitions N] [--core N] [--strict]
Installs what is missing (apt), builds the benchmarks optimised, runs each pinned to one core, and prints one table:
figure, measured, floor (of the same run), ratio, target, and whether it is met. Figures are medians. Some 5 minutes.
  --theme NAME       only this one; repeatable: ${themes[*]}
  --json FILE        also write the table for machines
  --repetitions N    of each benchmark [5]
  --core N           to run on [the last one]; the concurrency theme takes all
  --strict           exit code 1 if a figure falls short or is missing
A theme by itself, with all its details: bazel run //tests/benchmarks:runtime_benchmark"

wrong_call() {
  printf '%s\n%s\n' "$1" "$usage" >&2
  exit 2
}

repetitions=5
core=$(taskset -cp $$ | sed 's/.*[^0-9]//')
chosen=()
table_options=()
while [ "$#" -gt 0 ]; do
  case "$1" in
    -h | --help) printf '%s\n' "$usage" && exit 0 ;;
    --strict) table_options+=(--strict) && shift && continue ;;
    --theme | --json | --repetitions | --core) [ "$#" -ge 2 ] || wrong_call "$1 needs a value" ;;
    *) wrong_call "unknown argument $1" ;;
  esac
  case "$1" in
    --theme) [[ " ${themes[*]} " == *" $2 "* ]] || wrong_call "there is no theme $2" && chosen+=("$2") ;;
    --json) table_options+=(--json "$(realpath "$2")") ;;
    --repetitions) [[ $2 =~ ^[1-9][0-9]*$ ]] || wrong_call "--repetitions $2 is not a number" && repetitions=$2 ;;
    --core) [[ $2 =~ ^[0-9]+$ ]] || wrong_call "--core $2 is not a number" && core=$2 ;;
  esac
  shift 2
done
[ "${#chosen[@]}" -gt 0 ] || chosen=("${themes[@]}")

cd "$(dirname "$0")/.."
. tools/setup.sh
targets=(//tools:opgraft //opgraft:libopgraft.so.0)
for theme in "${chosen[@]}"; do targets+=("//tests/benchmarks:${theme}_benchmark"); done
build_with_bazel build --show_result=0 "${targets[@]}"
bin=$(bazel info --ui_event_filters=-info,-stderr bazel-bin)
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

run_theme() {
  local theme=$1 pin=(taskset -c "$core") filter=.
  case "$theme" in
    concurrency) pin=() ;;
    elementwise) filter='^BM_(Memcpy|BareAdd|Add|Unary/Float(Neg|Exp))/(4096|16777216)$' ;; # what the table shows
  esac
  local binary=$bin/tests/benchmarks/${theme}_benchmark
  (
    cd "$binary.runfiles/opgraft"
    "${pin[@]}" "$binary" --benchmark_repetitions="$repetitions" --benchmark_report_aggregates_only=true \
      --benchmark_min_time=0.1 --benchmark_filter="$filter" \
      --benchmark_out="$results/$theme.json" --benchmark_out_format=json >"$results/$theme.log" 2>&1
  ) || { cat "$results/$theme.log" >&2 && exit 1; }
}

# Bytes of the command and its libraries as they are shipped.
measure_size() {
  local bytes=0 file
  for file in "$bin/tools/opgraft" "$bin/opgraft/libopgraft"{,_generators,_command}.so.0; do
    strip -o "$results/stripped" "$file"
    bytes=$((bytes + $(stat -c %s "$results/stripped")))
  done
  printf '{"benchmarks": [{"run_name": "stripped", "bytes": %s}]}\n' "$bytes" >"$results/size.json"
}

for theme in "${chosen[@]}"; do
  say "running $theme"
  run_theme "$theme"
done
measure_size
printf '%s, %s cores; core %s, medians of %s\n\n' "$(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1)" \
  "$(nproc --all)" "$core" "$repetitions"
python3 tools/bench_table.py "${table_options[@]}" $(for theme in "${chosen[@]}" size; do
  printf '%s=%s ' "$theme" "$results/$theme.json"
done)

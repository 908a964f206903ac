#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the parsers and the runtime with libFuzzer under ASan and UBSan.
set -euo pipefail
usage='usage: tools/fuzz.sh NAME|all SECONDS [--jobs N]
       tools/fuzz.sh --list
       tools/fuzz.sh --merge NAME
Builds the fuzz target tests/fuzz/NAME.cc (or all of them) with clang, libFuzzer, AddressSanitizer
and UndefinedBehaviorSanitizer, and runs it for SECONDS, starting from its corpus (tests/fuzz/BUILD)
and from what earlier runs on this machine found worth keeping. Ends with 1 if there is a finding,
and says where the input is and how to make a test of it.
  --jobs N    of `all`: so many targets at a time; default: the number of processors
  --list      the names of the targets
  --merge     puts what runs on this machine found into tests/fuzz/corpus/NAME, as few and small files as cover the
              same code
Runs keep their inputs in ${XDG_CACHE_HOME:-~/.cache}/opgraft/fuzz/NAME.'

cd "$(dirname "$0")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/fuzz
most_files=200

names() { sed -n '/^fuzz_target(/,/name/s/.*name = "\(.*\)",/\1/p' tests/fuzz/BUILD; }

die() {
  printf '%s\n' "$*" >&2
  exit 2
}

# The folders of inputs that a target starts from: its corpus and what tests/fuzz/BUILD names.
corpora() {
  if [ -d "tests/fuzz/corpus/$1" ]; then printf '%s\n' "tests/fuzz/corpus/$1"; fi
  awk -v name="name = \"$1\"," '
    /^fuzz_target\(/ { mine = inside = 0 }
    index($0, name) { mine = 1 }
    mine && /corpora = \[/ { inside = 1 }
    inside && match($0, /"[^"]*"/) { print substr($0, RSTART + 1, RLENGTH - 2) }
    inside && /\]/ { inside = 0 }' tests/fuzz/BUILD
}

check_name() {
  names | grep -qx -- "$1" || die "there is no fuzz target '$1'; there are: $(names | tr '\n' ' ')"
}

# Builds the given targets and sets `bin` to where they are.
build() {
  more_packages=(clang libclang-rt-14-dev)
  . tools/setup.sh
  build_with_bazel build --config=asan --noshow_progress "${@/#/\/\/tests/fuzz:}"
  bin=$(bazel info --config=asan --ui_event_filters=-info --noshow_progress bazel-bin)/tests/fuzz
}

# Options of libFuzzer that all runs of a target share.
options() {
  local longest=16384
  case $1 in
    attr_spec | arg_spec | library_note | einsum_equation) longest=512 ;;
    random_graph) longest=1024 ;;
    tensor_proto | tensor_json | op_library | api_def | state_file | npy | npz) longest=4096 ;;
  esac
  printf '%s\n' -max_len=$longest -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512
  # Each graph reaches a hundred thousand features: entropic scheduling takes ten times as long with them as the
  # target, and the plain one finds more.
  if [ "$1" = random_graph ]; then printf '%s\n' -entropic=0; fi
  if [ -f "tests/fuzz/dictionaries/$1.dict" ]; then printf '%s\n' "-dict=tests/fuzz/dictionaries/$1.dict"; fi
}

# Runs one target; a line at its end, more if there is a finding.
fuzz() {
  local name=$1 seconds=$2 work=$cache/$1 log status=0
  mkdir -p "$work/corpus" "$work/findings" "tests/fuzz/corpus/$name"
  log=$work/log
  mapfile -t given < <(options "$name"; corpora "$name")
  # Long stacks of every allocation take a fifth of the time; a finding that is run again has them.
  ASAN_OPTIONS=malloc_context_size=6:${ASAN_OPTIONS:-} \
    "$bin/${name}_fuzzer" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$work/findings/" "$work/corpus" "${given[@]}" > "$log" 2>&1 || status=$?
  local runs found
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  if [ "$status" = 0 ]; then
    printf '%-18s %9s inputs in %s s, no finding\n' "$name" "$runs" "$seconds"
    return 0
  fi
  found=$(sed -n "s/.*Test unit written to //p" "$log" | tail -n 1)
  printf '%-18s FINDING, see %s\n' "$name" "$log"
  grep -E '^finding:|ERROR: |runtime error:|SUMMARY:' "$log" | head -n 4 | sed 's/^/    /'
  if [ -n "$found" ]; then
    printf '    the input: %s\n' "$found"
    printf '    again:     %s\n' "$bin/${name}_fuzzer $found"
    printf '    smaller:   %s\n' "$bin/${name}_fuzzer -minimize_crash=1 -max_total_time=60 $found"
    printf '    a test:    %s\n' "cp $found tests/fuzz/corpus/$name/   (//tests/fuzz:${name}_corpus_test runs it)"
  fi
  return 1
}

merge() {
  local name=$1 kept=tests/fuzz/corpus/$1 merged
  merged=$(mktemp -d)
  mapfile -t given < <(corpora "$name"; options "$name")
  mkdir -p "$kept"
  "$bin/${name}_fuzzer" -set_cover_merge=1 "$merged" "$cache/$name/corpus" "${given[@]}"
  # Files with names that say what they are were put there by hand: they stay.
  find "$kept" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' -delete
  find "$merged" -type f -printf '%s %p\n' | sort -n | head -n "$most_files" | cut -d' ' -f2 | xargs -r cp -t "$kept"
  rm -r "$merged"
  printf '%s: %s files, %s\n' "$kept" "$(find "$kept" -type f | wc -l)" "$(du -sh --apparent-size "$kept" | cut -f1)"
}

fuzz_all() {
  local seconds=$1 jobs=$2 name failed=0 running=0
  local -a names
  mapfile -t names < <(names)
  build "${names[@]/%/_fuzzer}"
  for name in "${names[@]}"; do
    if [ "$running" -ge "$jobs" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    fuzz "$name" "$seconds" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
  done
  return "$failed"
}

case "${1:-}" in
  -h | --help) printf '%s\n' "$usage" ;;
  --list) names ;;
  --merge)
    [ "$#" = 2 ] || die "$usage"
    check_name "$2"
    build "$2_fuzzer"
    merge "$2"
    ;;
  *)
    name=${1:-} seconds=${2:-} jobs=$(nproc)
    if [ "${3:-}" = --jobs ]; then jobs=${4:-}; fi
    [[ $seconds =~ ^[1-9][0-9]*$ && $jobs =~ ^[1-9][0-9]*$ ]] || die "$usage"
    if [ "$name" = all ]; then
      fuzz_all "$seconds" "$jobs"
    else
      check_name "$name"
      build "${name}_fuzzer"
      fuzz "$name" "$seconds"
    fi
    ;;
esac

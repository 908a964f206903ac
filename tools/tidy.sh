#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# clang-tidy by .clang-tidy: on given files, on what changed, or on all.
set -euo pipefail
usage='usage: tools/tidy.sh [FILE... | --changed [COMMIT]]
Runs clang-tidy on the C++ files, by default on all. Ends with 1 if it has a complaint. Installs
what is missing (apt).
  --changed   on the files that differ from COMMIT, new ones included; default: the last commit, or
              the one before it if nothing has changed since
A header is checked by way of its source file, or of the first file that includes it.'
changed_files() {
  local commit=${1:-HEAD}
  if [ "$#" = 0 ] && [ -z "$(git status --porcelain)" ]; then commit=HEAD~1; fi
  git diff --name-only --diff-filter=d "$commit" -- '*.h' '*.cc'
  git ls-files --others --exclude-standard -- '*.h' '*.cc'
}

case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
esac
cd "$(dirname "$0")/.."
more_packages=(clang-tidy)
. tools/setup.sh
case "${1:-}" in
  --changed) shift; asked=$(changed_files "$@") ;;
  '') asked=$(source_files '*.cc') ;;
  -*) printf '%s\n' "$usage" >&2; exit 2 ;;
  *) asked=$(printf '%s\n' "$@") ;;
esac
[ -n "$asked" ] || {
  printf 'tidy: nothing to check\n'
  exit 0
}
tools/compile_commands.sh

# The files to compile for the files on standard input.
to_compile() {
  python3 -c '
import json, os, subprocess, sys

known = {command["file"] for command in json.load(open("compile_commands.json"))}
chosen = set()
for file in sys.stdin.read().split():
    source = os.path.splitext(file)[0] + ".cc"
    if file in known or source in known:
        chosen.add(file if file in known else source)
        continue
    found = subprocess.run(["git", "grep", "-lF", "#include \"%s\"" % file, "--", "*.cc"], capture_output=True, text=True)
    chosen.update([user for user in found.stdout.split() if user in known][:1])
print("\n".join(sorted(chosen)))'
}

mapfile -t files < <(to_compile <<<"$asked" | grep .)
printf 'tidy: %s files\n' "${#files[@]}"
[ "${#files[@]}" = 0 ] || printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" \
  clang-tidy -p . --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Writes the reference of the C++ classes.
set -euo pipefail
usage='usage: tools/api_docs.sh [--out DIR]
Writes HTML pages of all classes, functions and macros that users get (opgraft/headers.txt) into DIR (default: api-docs), by
Doxygen from the comments of the headers; DIR/index.html is the first. Installs what is missing (apt).
Says what Doxygen finds wrong in the comments, and fails then.'
out=api-docs
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  --out) out=${2:?}; shift 2 ;;
esac
if [ "$#" != 0 ]; then
  printf '%s\n' "$usage" >&2
  exit 2
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/.."
more_packages=(doxygen)
. tools/setup.sh
build_with_bazel build --show_result=0 //opgraft:include
headers=$PWD/bazel-bin/opgraft/include
version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
filter=$PWD/tools/api_docs/as_doxygen_reads.py
{
  cat tools/api_docs/Doxyfile
  printf 'PROJECT_NUMBER = %s\nINPUT_FILTER = "python3 %s"\nSTRIP_FROM_PATH = "%s"\nSTRIP_FROM_INC_PATH = "%s"\n' \
    "$version" "$filter" "$headers" "$headers"
  printf 'OUTPUT_DIRECTORY = "%s"\nUSE_MDFILE_AS_MAINPAGE = "%s"\nINPUT = "%s" "%s"\n' \
    "$out" "$PWD/tools/api_docs/main_page.md" "$PWD/tools/api_docs/main_page.md" "$headers/opgraft"
} >"$out/Doxyfile"
doxygen -q "$out/Doxyfile" 2>"$out/warnings.txt" || { cat "$out/warnings.txt" >&2; exit 1; }
rm "$out/Doxyfile"
# Specialisations of the standard library's templates, and names of other libraries in examples, have no page here.
sed -i -e '/scope for class std::numeric_limits/d' -e '/explicit link request to/d' "$out/warnings.txt"
if [ -s "$out/warnings.txt" ]; then
  cat "$out/warnings.txt" >&2
  exit 1
fi
rm "$out/warnings.txt"
say "written: $out/index.html"

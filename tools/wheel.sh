#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Builds Opgraft and makes a Python wheel of it.
set -euo pipefail
usage='usage: tools/wheel.sh [--out DIR]
Installs what is missing to build (apt), builds Opgraft and writes opgraft-VERSION-*.whl into DIR
(default: dist), in place of older ones: the package `opgraft` with libopgraft.so.0, the headers to
compile ops against and the command. It is for the Python of Debian 12 (3.11) and needs NumPy alone:

    python3 -m venv venv && venv/bin/pip install dist/opgraft-*.whl

It prints which Python the wheel is for; the last line is its path.'
out=dist
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
more_packages=(advancecomp)
. tools/setup.sh
build_with_bazel build --show_result=0 //python/extension:_core.so //tools:opgraft //opgraft:include //opgraft:libraries
external=$(bazel info output_base 2>/dev/null)/external
version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# An installation whose prefix is the package: lib/, include/, bin/.
tools/install/install_tree.sh bazel-bin/opgraft/include "$external/com_google_absl" "$external/eigen/include" \
  bazel-bin/opgraft/libopgraft.so.0 bazel-bin/tools/opgraft "$tree/opgraft" >&2
rm -rf "$tree/opgraft/share"
# Its libopgraft.so.0 has what the extension needs, too.
python/stage_package.sh python/opgraft bazel-bin/python/extension/_core.so bazel-bin/python/libopgraft.so.0 "$tree"
PYTHONPATH=$tree PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -P python/make_ops_stub.py >"$tree/ops.pyi"
mv "$tree/ops.pyi" "$tree/opgraft"
strip --strip-unneeded "$tree"/opgraft/lib/_core.*.so "$tree/opgraft/lib/libopgraft.so.0"
python/trim_headers.sh "$tree/opgraft/include"
install -D -m 755 python/command.py "$tree/scripts/opgraft"
install -m 644 LICENSE NOTICE "$tree"
find "$tree/opgraft" -type f ! -path '*/bin/*' -exec chmod 644 {} +
wheel=$(/usr/bin/python3 python/make_wheel.py "$tree" "$version" "$out")
# The same files in 3 % less: a slower search for what repeats.
advzip --recompress --shrink-normal --quiet "$wheel"
printf 'for Python %s, Linux %s\n' "$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" "$(uname -m)"
printf '%s\n' "$wheel"

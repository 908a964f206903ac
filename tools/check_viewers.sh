#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Has Netron, TensorBoard and Chromium read what Opgraft writes.
set -euo pipefail
usage='usage: tools/check_viewers.sh
Writes graphs from Python and by `opgraft convert`, and reads them by Netron, under Node.js, and by TensorBoard: nodes, edges, functions
and layers must be those that were written. Then opens the page of a model, its picture and the op reference in Chromium, without a
window: no script may fail. Netron and TensorBoard come from PyPI into a folder of their own the first time
(${XDG_CACHE_HOME:-~/.cache}/opgraft/viewers, 200 MB), Node.js and
Chromium from Debian.'
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  '') ;;
  *) printf '%s\n' "$usage" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/.."
more_packages=(python3-venv nodejs chromium)
. tools/setup.sh
build_with_bazel build --noshow_progress //python/extension:_core.so //python:libopgraft.so.0 //tools:opgraft

venv=${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/viewers
[ -x "$venv/bin/python" ] || /usr/bin/python3 -m venv "$venv"
"$venv/bin/pip" install --quiet netron tensorboard
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python/stage_package.sh python/opgraft bazel-bin/python/extension/_core.so bazel-bin/python/libopgraft.so.0 "$place"
# Node.js takes files for modules where a package says so.
cp -r "$("$venv/bin/python" -c 'import netron, os; print(os.path.dirname(netron.__file__))')" "$place/netron"
printf '{"type": "module"}\n' >"$place/netron/package.json"
PYTHONPATH=$place PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" tools/viewers/check_viewers.py \
  bazel-bin/tools/opgraft "$place/netron"

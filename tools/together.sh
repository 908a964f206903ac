#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Runs Opgraft in one Python process with its peers.
set -euo pipefail
usage='usage: tools/together.sh [--python PROGRAM] [PEER...]
Imports the Python package and its peers in one process, each pair in both orders and all at once in two. Each peer runs a model before
and after ours, and ours must answer the same before and after theirs. PEER: onnx, onnxruntime, openvino, tensorflow, torch; default:
all. They are installed from PyPI into a folder of their own the first time (${XDG_CACHE_HOME:-~/.cache}/opgraft/together; all of them
take some 6 GB, most of it what torch brings for GPUs).
  --python PROGRAM  a Python that has them already; nothing is installed'

cd "$(dirname "$0")/.."
python=
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  --python) python=${2:?}; shift 2 ;;
esac
peers=("$@")
[ "$#" != 0 ] || peers=(onnx onnxruntime openvino tensorflow torch)
for peer in "${peers[@]}"; do
  case "$peer" in
    onnx | onnxruntime | openvino | tensorflow | torch) ;;
    *) printf 'there is no peer %s\n%s\n' "$peer" "$usage" >&2; exit 2 ;;
  esac
done
more_packages=(python3-venv)
. tools/setup.sh
build_with_bazel build --noshow_progress //python/extension:_core.so //python:libopgraft.so.0

if [ -z "$python" ]; then
  venv=${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/together
  python=$venv/bin/python
  [ -x "$python" ] || /usr/bin/python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet numpy onnx "${peers[@]/#tensorflow/tensorflow-cpu}"  # onnx writes the model of onnxruntime
fi
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
python/stage_package.sh python/opgraft bazel-bin/python/extension/_core.so bazel-bin/python/libopgraft.so.0 "$package"
PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1 "$python" tools/together.py "${peers[@]}"

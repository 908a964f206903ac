#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Times whole models beside TensorFlow and OpenVINO.
set -euo pipefail
usage='usage: tools/peers.sh [--rounds N] [--seconds S] [--core N] [MODEL...]
Times models in Opgraft, TensorFlow 2.21 and OpenVINO, one thread each, pinned to one core, in turn in one run, and prints a table
with ratios: what the other takes, divided by what Opgraft takes. A MODEL is a folder with a case.json, which names the model and its
inputs; default: all below ../shared/cases/real/tf. The peers are installed from PyPI into a folder of their own the first time
(${XDG_CACHE_HOME:-~/.cache}/opgraft/peers, 3 GB).
  --rounds N    processes of each that a figure is the best of [3]
  --seconds S   that each process measures [0.5]
  --core N      to run on [the last one]'

cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) printf '%s\n' "$usage"; exit 0 ;; esac
more_packages=(python3-venv)
. tools/setup.sh
build_with_bazel build --noshow_progress //tools:opgraft

venv=${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/peers
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import tensorflow, openvino' 2>/dev/null; then
  say "installing TensorFlow and OpenVINO into $venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet 'tensorflow-cpu==2.21.*' 'openvino==2026.*'
fi
exec "$venv/bin/python" tools/peers/time_models.py --opgraft bazel-bin/tools/opgraft "$@"

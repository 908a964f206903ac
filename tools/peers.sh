#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Times whole models, and the decode steps of a language model, beside TensorFlow and OpenVINO.
set -euo pipefail
usage='usage: tools/peers.sh [--rounds N] [--seconds S] [--core N] [MODEL...]
       tools/peers.sh --decode [--rounds N] [--steps N] [--weights KIND...] [--lengths N...]
Times models in Opgraft, TensorFlow 2.21 and OpenVINO, one thread each, pinned to one core, in turn in one run, and prints a table
with ratios: what the other takes, divided by what Opgraft takes. A MODEL is a folder with a case.json, which names the model and its
inputs; default: all below ../shared/cases/real/tf. The peers are installed from PyPI into a folder of their own the first time
(${XDG_CACHE_HOME:-~/.cache}/opgraft/peers, 3 GB).
  --rounds N    processes of each that a figure is the best of [3]
  --seconds S   that each process measures [0.5]
  --core N      to run on [the last one]
With --decode: milliseconds a token of a language model of random weights (8 layers, 1,024 wide, 16 heads on 8) beside OpenVINO, in
the precision of the model and with its defaults, on one thread and two; the last columns are what OpenVINO takes, divided by ours.
  --steps N     tokens that a figure is the mean of [16]
  --weights     kinds of weights: f32 f16 i8 i4 [f32 i4]
  --lengths     tokens in the cache when the clock starts [1 2048]'

cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) printf '%s\n' "$usage"; exit 0 ;; esac
more_packages=(python3-venv)
. tools/setup.sh
program=//tools:opgraft
[ "${1:-}" = --decode ] && program=//examples/language_model
build_with_bazel build --noshow_progress "$program"

venv=${XDG_CACHE_HOME:-$HOME/.cache}/opgraft/peers
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import tensorflow, openvino' 2>/dev/null; then
  say "installing TensorFlow and OpenVINO into $venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet 'tensorflow-cpu==2.21.*' 'openvino==2026.*'
fi
if [ "${1:-}" = --decode ]; then
  shift
  exec "$venv/bin/python" tools/peers/time_language_model.py --opgraft bazel-bin/examples/language_model/language_model "$@"
fi
exec "$venv/bin/python" tools/peers/time_models.py --opgraft bazel-bin/tools/opgraft "$@"

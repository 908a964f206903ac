#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Sets the machine up, builds Opgraft optimised and runs the tour: an op of your own, a graph from
# GraphDef, state, If.
set -euo pipefail
case "${1:-}" in
  -h | --help)
    printf 'usage: tools/run.sh\nInstalls what is missing (apt), builds Opgraft and runs a short tour on real files.\n'
    exit 0
    ;;
esac
cd "$(dirname "$0")/.."
. tools/setup.sh
build_with_bazel build --show_result=0 //tools:opgraft //examples/tour
exec bazel-bin/examples/tour/tour

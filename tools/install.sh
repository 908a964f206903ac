#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Builds Opgraft and installs it: headers, libopgraft.so.0, the command, pkg-config and CMake files.
set -euo pipefail
usage='usage: tools/install.sh --prefix DIR
Installs what is missing to build (apt), builds Opgraft and installs it below DIR:
  DIR/bin/opgraft                the command
  DIR/lib/libopgraft.so.0        the library, and libopgraft.so
  DIR/lib/libopgraft_*.so.0      on top of it: the test kit, the generators, the command
  DIR/include/opgraft/           headers: Opgraft'"'"'s, TensorFlow'"'"'s paths (compat/), Abseil and Eigen (deps/)
  DIR/lib/pkgconfig/opgraft.pc   pkg-config --cflags --libs opgraft
  DIR/lib/cmake/Opgraft/         find_package(Opgraft): Opgraft::opgraft, opgraft_add_op_library()
  DIR/share/man, DIR/share/doc   the manual (man opgraft), the pages of docs/, examples, LICENSE, NOTICE
  DIR/share/...                  completion for bash, zsh and fish
The folder may be moved afterwards; neither it nor the command needs the sources.'
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
esac
if [ "$#" != 2 ] || [ "$1" != --prefix ] || [ -z "$2" ]; then
  printf '%s\n' "$usage" >&2
  exit 2
fi
mkdir -p "$2"
prefix=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
. tools/setup.sh
build_with_bazel build --show_result=0 //tools:opgraft //opgraft:include //opgraft:libraries
external=$(bazel info output_base 2>/dev/null)/external
tools/install/install_tree.sh bazel-bin/opgraft/include "$external/com_google_absl" "$external/eigen/include" \
  bazel-bin/opgraft/libopgraft.so.0 bazel-bin/tools/opgraft "$prefix"
printf 'installed below %s; try %s/bin/opgraft --help\n' "$prefix" "$prefix"

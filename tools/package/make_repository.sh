#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# make_repository.sh PREFIX: makes an installation a Bazel repository too, @opgraft with the prebuilt
# library; from the root of the sources.
set -euo pipefail
prefix=$1
install -m 644 deps.bzl opgraft.bzl WORKSPACE "$prefix"
install -m 644 tools/package/bazel/prebuilt.BUILD "$prefix/BUILD"
install -D -m 644 tools/package/bazel/opgraft.BUILD "$prefix/opgraft/BUILD"
# The rules and deps.bzl are those of the sources; a repository that nothing needs is not fetched. The folders of third_party
# are for who compiles the sources.
mkdir -p "$prefix/third_party"
find -L third_party -maxdepth 1 -type f -exec cp -L -t "$prefix/third_party" {} +

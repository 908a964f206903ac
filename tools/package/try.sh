#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Run by tools/check_packages.sh in a bare system: try.sh deb|tarball|bazel.
set -euxo pipefail
cd /try

unpacked() { echo /opt/opgraft-*; }

# builds_an_op PREFIX: in every way but Bazel.
builds_an_op() {
  opgraft --version
  time opgraft build zero_out.cc -o zero_out.so --load
  run_it ./zero_out.so
  g++ -O2 -shared zero_out.cc -o by_pkg_config.so $(pkg-config --cflags --libs opgraft)
  run_it ./by_pkg_config.so
  cmake -S try_cmake -B build -DCMAKE_PREFIX_PATH="$1" -DCMAKE_BUILD_TYPE=Release
  cmake --build build
  run_it build/zero_out.so
  build/sum
}

run_it() {
  [[ "$(opgraft run zero_out.pbtxt --load "$1" --input x=5,4,3,2,1)" == *"[5 0 0 0 0]"* ]]
}

has_docs() {
  test -e "$1/share/doc/opgraft/examples/first_op/zero_out.cc"
  ls "$1"/share/man/man1/opgraft.1* "$1/share/bash-completion/completions/opgraft"
}

case "$1" in
  deb)
    dpkg -i opgraft_*.deb
    builds_an_op /usr
    has_docs /usr
    dpkg -r opgraft
    test ! -e /usr/include/opgraft
    ! ldconfig -p | grep libopgraft
    ;;
  tarball)
    tar -C /opt -xf opgraft-*.tar.gz
    PATH=$(unpacked)/bin:$PATH
    export PATH PKG_CONFIG_PATH=$(unpacked)/lib/pkgconfig
    builds_an_op "$(unpacked)"
    has_docs "$(unpacked)"
    ;;
  bazel)
    "$(unpacked)/bin/opgraft" new-op MyScale my_scale
    cd my_scale
    time bazel test --spawn_strategy=local --test_output=errors //...
    bazel shutdown
    ;;
esac

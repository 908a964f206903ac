#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Tries the packages as users get them.
set -euo pipefail
usage='usage: tools/check_packages.sh [--packages DIR] [--root FILE]
Installs what tools/package.sh made (in DIR, default: dist) on a bare Debian 12, each package on one of its own, and builds
and runs the first op against it: with the command, with g++ and pkg-config, with CMake, with Bazel. lintian reads the .deb.
  --root FILE   a tarball of the bare system with compilers; made by mmdebstrap if it is not there, which takes minutes
Needs root (or sudo) for chroot, and a network for what it installs here.'
dist=dist root=
while [ "$#" -gt 0 ]; do
  case "$1" in
    -h | --help) printf '%s\n' "$usage"; exit 0 ;;
    --packages) dist=${2:?}; shift 2 ;;
    --root) root=${2:?}; shift 2 ;;
    *) printf '%s\n' "$usage" >&2; exit 2 ;;
  esac
done
dist=$(cd "$dist" && pwd)
[ -z "$root" ] || root=$(realpath "$root")
cd "$(dirname "$0")/.."
more_packages=(mmdebstrap lintian)
. tools/setup.sh
work=$(mktemp -d)
trap 'as_root rm -rf "$work"' EXIT
[ -n "$root" ] || root=$work/root.tar
if [ ! -e "$root" ]; then
  say "making a bare system with compilers: minutes"
  as_root mmdebstrap --quiet --variant=minbase \
    --include=g++,make,cmake,pkgconf,bazel-bootstrap,bazel-platforms,bazel-rules-java,bazel-rules-proto,bazel-skylib,libgtest-dev,libgmock-dev \
    bookworm "$root"
fi

# bare NAME PACKAGE: a fresh system with a folder /try, and in it the package and the first op.
bare() {
  system=$work/$1
  mkdir "$system"
  as_root tar -C "$system" -xf "$root" --exclude=./dev/'*'
  as_root mkdir "$system/try"
  as_root cp "$2" examples/first_op/zero_out.cc examples/first_op/zero_out.pbtxt "$system/try"
  as_root cp -R tools/package/try_cmake "$system/try"
  as_root cp tools/package/try.sh "$system/try"
  as_root mknod -m 666 "$system/dev/null" c 1 3
  as_root mknod -m 666 "$system/dev/urandom" c 1 9
  as_root mkdir -p "$system/dev/shm" "$system/proc"
}

# inside WAY: runs try.sh there.
inside() {
  as_root unshare --mount --pid --fork bash -c \
    'mount -t proc proc "$1/proc" && exec chroot "$1" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin bash /try/try.sh "$2"' \
    - "$system" "$1"
}

passed=0 failed=0
check() {
  printf '=== %s\n' "$1"
  if "${@:2}"; then
    passed=$((passed + 1))
  else
    printf 'FAILED: %s\n' "$1"
    failed=$((failed + 1))
  fi
}

deb=$(ls "$dist"/opgraft_*.deb)
tarball=$(ls "$dist"/opgraft-*.tar.gz)
check "lintian finds no error" lintian --fail-on error --allow-root "$deb"
bare deb "$deb"
check "the .deb: an op in seconds, and nothing stays when it is removed" inside deb
bare tarball "$tarball"
check "the tarball: an op in seconds" inside tarball
check "the tarball as a Bazel repository" inside bazel
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" = 0 ]

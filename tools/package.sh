#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Builds Opgraft and makes packages of it.
set -euo pipefail
usage='usage: tools/package.sh [--out DIR]
Installs what is missing to build (apt), builds Opgraft and writes into DIR (default: dist):
  opgraft-VERSION-linux-MACHINE.tar.gz   unpack it anywhere: bin/, lib/, include/, share/. It is a Bazel repository too:
                                         a local_repository or http_archive @opgraft, with //opgraft, //opgraft:testing
                                         and opgraft_op_library on the library in it
  opgraft_VERSION-1_ARCHITECTURE.deb     for Debian 12
Both have the command, headers, libraries, pkg-config and CMake files, man pages, shell completion, docs and examples.
tools/check_packages.sh installs them on a bare system.'
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
more_packages=(dpkg-dev fakeroot)
. tools/setup.sh
build_with_bazel build --show_result=0 //tools:opgraft //opgraft:include //opgraft:libraries
external=$(bazel info output_base 2>/dev/null)/external
version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
# Files of the same sources have the same times.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# install_below PREFIX LIBDIR: what is installed.
install_below() {
  tools/install/install_tree.sh bazel-bin/opgraft/include "$external/com_google_absl" "$external/eigen/include" \
    bazel-bin/opgraft/libopgraft.so.0 bazel-bin/tools/opgraft "$1" "$2"
  mkdir -p "$1/share/doc/opgraft"
  find "$1" -type d -exec chmod 755 {} +
  find "$1/include" "$1/share" -type f -exec chmod 644 {} +
}

make_tarball() {
  local name=opgraft-$version-linux-$(uname -m)
  local tree=$stage/$name
  install_below "$tree" lib
  cp LICENSE NOTICE README.md "$tree"
  tools/package/make_repository.sh "$tree"
  tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip -9n >"$out/$name.tar.gz"
  printf '%s\n' "$out/$name.tar.gz"
}

# For a prefix that compilers search anyway, which must not be named: their own headers look behind it.
adapt_to_usr() {
  sed -i -e 's|^prefix=.*|prefix=/usr|' -e 's| -isystem ${includedir}$||' -e 's| -Wl,-rpath,${libdir}||' "$1"
}

make_deb() {
  local architecture triplet tree=$stage/deb
  architecture=$(dpkg --print-architecture)
  triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
  install_below "$tree/usr" "lib/$triplet"
  local lib=$tree/usr/lib/$triplet doc=$tree/usr/share/doc/opgraft
  adapt_to_usr "$lib/pkgconfig/opgraft.pc"
  chmod 644 "$lib"/*.so.0
  rm -f "$doc/LICENSE" "$doc/NOTICE" # debian/copyright has them
  tools/package/debian_docs.sh "$version" "$doc"
  gzip -9n "$tree"/usr/share/man/man1/*.1
  install -D -m 644 tools/package/lintian-overrides "$tree/usr/share/lintian/overrides/opgraft"
  mkdir "$tree/DEBIAN" "$stage/debian"
  printf 'libopgraft%s 0 opgraft (>= %s)\n' '' "$version" '_testing' "$version" '_generators' "$version" '_command' "$version" \
    >"$tree/DEBIAN/shlibs"
  echo 'activate-noawait ldconfig' >"$tree/DEBIAN/triggers"
  # dpkg-shlibdeps wants a source package; what is needed of our own libraries is in this one.
  printf 'Source: opgraft\n\nPackage: opgraft\nArchitecture: any\n' >"$stage/debian/control"
  local needs
  needs=$(cd "$stage" && dpkg-shlibdeps -O -xopgraft -S"$tree" --ignore-missing-info -l"$lib" "$lib"/*.so.0 "$tree/usr/bin/opgraft" 2>/dev/null |
    sed -n 's/^shlibs:Depends=//p')
  sed -e "/^#/d; s|@version@|$version|; s|@architecture@|$architecture|; s|@needs@|$needs|" \
    -e "s|@size@|$(du -sk --apparent-size "$tree/usr" | cut -f 1)|" tools/package/control.in >"$tree/DEBIAN/control"
  (cd "$tree" && find usr -type f -printf '%P\0' | LC_ALL=C sort -z | sed -z 's|^|usr/|' | xargs -0 md5sum >DEBIAN/md5sums)
  fakeroot dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/opgraft_$version-1_$architecture.deb" >/dev/null
  printf '%s\n' "$out/opgraft_$version-1_$architecture.deb"
}

make_tarball
make_deb

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Copies what was built to its places: install_tree.sh HEADERS ABSEIL EIGEN LIBRARY COMMAND PREFIX
# [LIBDIR], from the folder of the sources. HEADERS is what //opgraft:include makes; LIBDIR, below
# PREFIX, is where libraries go: lib, or lib/x86_64-linux-gnu as Debian has it.
set -euo pipefail
own_headers=$1 abseil=$2 eigen=$3 library=$4 command=$5 prefix=$6 libdir=${7:-lib}
lib=$prefix/$libdir
headers=$prefix/include/opgraft
deps=$headers/deps

# copy FROM TO: the files named on standard input, with their folders.
copy() { tar -C "$1" -chf - --mode=u+w,a+r -T - | tar -C "$2" -xf - --no-same-owner; }

rm -rf "$headers"
mkdir -p "$deps" "$prefix/bin" "$lib/pkgconfig" "$lib/cmake/Opgraft"
(cd "$own_headers/opgraft" && find -L . -type f) | copy "$own_headers/opgraft" "$headers"
(cd "$abseil" && find -L absl \( -name '*.h' -o -name '*.inc' \) ! -name '*_test*' ! -name '*benchmark*') | copy "$abseil" "$deps"
(cd "$eigen" && find -L Eigen unsupported/Eigen -type f ! -name '*.txt') | copy "$eigen" "$deps"

install -m 755 "$library" "$lib/libopgraft.so.0"
strip --strip-unneeded "$lib/libopgraft.so.0"
for box in testing generators command; do
  install -m 755 "${library%.so.0}_$box.so.0" "$lib"
  strip --strip-unneeded "$lib/libopgraft_$box.so.0"
done
# For -lopgraft: the test kit comes in where it is used.
rm -f "$lib/libopgraft.so"
echo 'INPUT(libopgraft.so.0 AS_NEEDED(libopgraft_testing.so.0))' >"$lib/libopgraft.so"
install -m 755 "$command" "$prefix/bin/opgraft"
strip --strip-unneeded "$prefix/bin/opgraft"

version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
for file in pkgconfig/opgraft.pc cmake/Opgraft/OpgraftConfig.cmake cmake/Opgraft/OpgraftConfigVersion.cmake; do
  root=$(realpath -ms --relative-to="/$libdir/$(dirname "$file")" /)
  sed "s|@version@|$version|g; s|@root@|$root|g; s|@libdir@|$libdir|g" "tools/install/$(basename "$file").in" >"$lib/$file"
done

# What the command says of itself; below a prefix that is not the last one it may not find its library.
export LD_LIBRARY_PATH=$lib
opgraft=$prefix/bin/opgraft share=$prefix/share
"$opgraft" man -o "$share/man/man1"
# completion SHELL FOLDER FILE
completion() {
  mkdir -p "$share/$2"
  "$opgraft" completion "$1" >"$share/$2/$3"
}
completion bash bash-completion/completions opgraft
completion zsh zsh/site-functions _opgraft
completion fish fish/vendor_completions.d opgraft.fish
# The pages link to each other by these places.
install -D -m 644 -t "$share/doc/opgraft" README.md CHANGELOG.md LICENSE NOTICE
install -D -m 644 -t "$share/doc/opgraft/docs" docs/*.md docs/*.png
# A test that installs may have none at hand.
if [ -d examples ]; then find -L examples -type f ! -name BUILD ! -name '*.so' | copy . "$share/doc/opgraft"; fi

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Copies what was built to its places: install_tree.sh ABSEIL EIGEN LIBRARY COMMAND PREFIX, from the
# folder of the sources.
set -euo pipefail
abseil=$1 eigen=$2 library=$3 command=$4 prefix=$5
headers=$prefix/include/opgraft

# Headers of ours that bring in protobuf's: those are hidden inside the library.
with_protobuf() {
  grep -REo '^#include "[^"]+"' --include='*.h' opgraft framework |
    sed -E 's/:#include "(.*)"/ \1/' |
    awk '{ from[NR] = $1; to[NR] = $2 }
         END {
           do {
             grown = 0
             for (i = 1; i <= NR; i++) {
               if (!(from[i] in bad) && (to[i] ~ /\.pb\.h$|^google\/protobuf/ || to[i] in bad)) { bad[from[i]]; grown = 1 }
             }
           } while (grown)
           for (file in bad) print file
         }'
}

# copy FROM TO: the files named on standard input, with their folders.
copy() { tar -C "$1" -chf - --mode=u+w,a+r -T - | tar -C "$2" -xf - --no-same-owner; }

rm -rf "$headers"
mkdir -p "$headers" "$prefix/bin" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/Opgraft"
folders=(opgraft framework testing tensorflow_compat)
find -L "${folders[@]}" -type f ! -name BUILD ! -name '*.bzl' ! -name '*.cc' ! -name '*.md' ! -name '*.lds' |
  grep -vxFf <(with_protobuf) | copy . "$headers"
(cd "$abseil" && find -L absl \( -name '*.h' -o -name '*.inc' \) ! -name '*_test*' ! -name '*benchmark*') | copy "$abseil" "$headers"
(cd "$eigen" && find -L Eigen unsupported/Eigen -type f ! -name '*.txt') | copy "$eigen" "$headers"

install -m 755 "$library" "$prefix/lib/libopgraft.so.0"
strip --strip-unneeded "$prefix/lib/libopgraft.so.0"
ln -sf libopgraft.so.0 "$prefix/lib/libopgraft.so"
install -m 755 "$command" "$prefix/bin/opgraft"
strip --strip-unneeded "$prefix/bin/opgraft"

version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
for file in pkgconfig/opgraft.pc cmake/Opgraft/OpgraftConfig.cmake cmake/Opgraft/OpgraftConfigVersion.cmake; do
  sed "s/@version@/$version/g" "tools/install/$(basename "$file").in" >"$prefix/lib/$file"
done

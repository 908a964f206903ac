#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Copies what was built to its places: install_tree.sh HEADERS ABSEIL EIGEN LIBRARY COMMAND PREFIX,
# from the folder of the sources. HEADERS is what //opgraft:include makes.
set -euo pipefail
own_headers=$1 abseil=$2 eigen=$3 library=$4 command=$5 prefix=$6
headers=$prefix/include/opgraft
deps=$headers/deps

# copy FROM TO: the files named on standard input, with their folders.
copy() { tar -C "$1" -chf - --mode=u+w,a+r -T - | tar -C "$2" -xf - --no-same-owner; }

rm -rf "$headers"
mkdir -p "$deps" "$prefix/bin" "$prefix/lib/pkgconfig" "$prefix/lib/cmake/Opgraft"
(cd "$own_headers/opgraft" && find -L . -type f) | copy "$own_headers/opgraft" "$headers"
(cd "$abseil" && find -L absl \( -name '*.h' -o -name '*.inc' \) ! -name '*_test*' ! -name '*benchmark*') | copy "$abseil" "$deps"
(cd "$eigen" && find -L Eigen unsupported/Eigen -type f ! -name '*.txt') | copy "$eigen" "$deps"

install -m 755 "$library" "$prefix/lib/libopgraft.so.0"
strip --strip-unneeded "$prefix/lib/libopgraft.so.0"
ln -sf libopgraft.so.0 "$prefix/lib/libopgraft.so"
install -m 755 "$command" "$prefix/bin/opgraft"
strip --strip-unneeded "$prefix/bin/opgraft"

version=$(sed -nE 's/#define OPGRAFT_VERSION "(.*)"/\1/p' framework/types/version.h)
for file in pkgconfig/opgraft.pc cmake/Opgraft/OpgraftConfig.cmake cmake/Opgraft/OpgraftConfigVersion.cmake; do
  sed "s/@version@/$version/g" "tools/install/$(basename "$file").in" >"$prefix/lib/$file"
done

# What the command says of itself.
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

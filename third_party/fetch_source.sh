#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Prints the path of a checked upstream tarball, taken from the cache folder or from a Debian source
# package.
#
#   fetch_source.sh PACKAGE VERSION FILE SHA256 CACHE_DIR SCRATCH_DIR
#
# Nothing of the machine's package state is changed: apt works on a state of its own below
# SCRATCH_DIR. On a machine without apt, put FILE into CACHE_DIR by hand.
set -eu
package=$1 version=$2 file=$3 sha256=$4 cache=$5 scratch=$6

. "$(dirname "$0")/cached_file.sh"
take_from_cache
if ! command -v apt-get > /dev/null; then
  echo "There is no apt-get on this machine: $by_hand" >&2
  exit 1
fi

# The machine's own sources, read as source packages.
rm -rf "$scratch"
mkdir -p "$scratch/lists/partial" "$scratch/cache/archives/partial" "$scratch/parts" "$scratch/out"
: > "$scratch/sources.list"
: > "$scratch/status"
n=0
for from in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -f "$from" ] || continue
  sed -nE 's/^[[:space:]]*deb(-src)?[[:space:]]+/deb-src /p' "$from" >> "$scratch/sources.list"
done
for from in /etc/apt/sources.list.d/*.sources; do
  [ -f "$from" ] || continue
  n=$((n + 1))
  sed -E 's/^Types:.*/Types: deb-src/' "$from" > "$scratch/parts/$n.sources"
done
sort -u -o "$scratch/sources.list" "$scratch/sources.list"

apt() {
  apt-get -q -o Dir::Etc::sourcelist="$scratch/sources.list" -o Dir::Etc::sourceparts="$scratch/parts" \
    -o Dir::State::lists="$scratch/lists" -o Dir::Cache="$scratch/cache" -o Dir::State::status="$scratch/status" \
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o APT::Get::List-Cleanup=false \
    -o Acquire::Retries=3 "$@" >&2
}
# An unrelated source that is down must not stop us: the download below says whether ours was found.
apt update || true
cd "$scratch/out"
apt source --download-only --tar-only "$package=$version" || apt source --download-only --tar-only "$package" || {
  echo "The source package $package cannot be fetched: $by_hand" >&2
  exit 1
}
if ! checked "$file"; then
  echo "The source package $package holds no $file with sha256 $sha256: $by_hand" >&2
  exit 1
fi
keep "$scratch/out/$file"

#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Prints the path of a checked wheel, taken from the cache folder or from the package index that pip
# is set up for.
#
#   fetch_wheel.sh PACKAGE VERSION FILE SHA256 CACHE_DIR SCRATCH_DIR
#
# Nothing is installed. On a machine without pip, put FILE into CACHE_DIR by hand.
set -eu
package=$1 version=$2 file=$3 sha256=$4 cache=$5 scratch=$6

. "$(dirname "$0")/cached_file.sh"
take_from_cache
if ! python3 -m pip --version > /dev/null 2>&1; then
  echo "There is no pip on this machine (apt-get install python3-pip): $by_hand" >&2
  exit 1
fi
rm -rf "$scratch"
mkdir -p "$scratch"
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
  --dest "$scratch" "$package==$version" >&2 || {
  echo "$package $version cannot be fetched: $by_hand" >&2
  exit 1
}
if ! checked "$scratch/$file"; then
  echo "what the index calls $package $version is no $file with sha256 $sha256: $by_hand" >&2
  exit 1
fi
keep "$scratch/$file"

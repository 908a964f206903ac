#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What fetch_source.sh and fetch_wheel.sh share; they set $file, $sha256 and $cache before.

by_hand="put $file (sha256 $sha256) into $cache by hand, or name another folder in OPGRAFT_DISTDIR"

checked() { [ -f "$1" ] && [ "$(sha256sum < "$1" | cut -d' ' -f1)" = "$sha256" ]; }

# Prints the path of the file in the cache and ends the script, if it is there.
take_from_cache() {
  [ -f "$cache/$file" ] || return 0
  if checked "$cache/$file"; then
    echo "$cache/$file"
    exit 0
  fi
  echo "$cache/$file does not have the expected sha256 $sha256: delete it or replace it" >&2
  exit 1
}

# Prints the path of a file that was fetched. The cache spares the next fetch; a cache that cannot be
# written is no error. The rename makes it safe for two at once.
keep() {
  if mkdir -p "$cache" 2> /dev/null && cp "$1" "$cache/$file.$$" 2> /dev/null && mv "$cache/$file.$$" "$cache/$file"; then
    echo "$cache/$file"
  else
    echo "$1"
  fi
}

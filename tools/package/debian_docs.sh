#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# debian_docs.sh VERSION DIR: writes what Debian's policy wants in a package's folder of docs, from
# the root of the sources.
set -euo pipefail
version=$1 doc=$2
maintainer=$(sed -n 's/^Maintainer: //p' tools/package/control.in)
day=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
printf 'opgraft (%s-1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$day" | gzip -9n >"$doc/changelog.Debian.gz"
gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Opgraft\n\n'
  printf 'Files: *\nCopyright: 2026 The Opgraft Authors\nLicense: Apache-2.0\n'
  printf 'Comment:\n'
  sed -e 's/^$/./' -e 's/^/ /' NOTICE
  printf '\nLicense: Apache-2.0\n On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.\n'
} >"$doc/copyright"

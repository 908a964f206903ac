#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Makes the tables of characters that Debian leaves out of RE2's sources, with RE2's own programs,
# from the Unicode Character Database in Debian's package unicode-data. In the current folder.
set -eu
database=/usr/share/unicode
for file in UnicodeData.txt CaseFolding.txt Scripts.txt; do
  [ -f "$database/$file" ] || {
    echo "$database/$file is missing: apt-get install unicode-data" >&2
    exit 1
  }
done
sed -i -e "s|^_UNICODE_DIR = .*|_UNICODE_DIR = \"$database\"|" -e '/^from six\.moves import urllib$/d' re2/unicode.py
cd re2
perl make_perl_groups.pl > perl_groups.cc
python3 make_unicode_casefold.py > unicode_casefold.cc
python3 make_unicode_groups.py > unicode_groups.cc

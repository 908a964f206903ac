#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# run_doc.sh DOC [FILE|FILE=PLACE...]: installs Opgraft from the test's files and runs every sh block
# of a page, in order and in a folder with copies of the files. Every line of its text blocks must be
# in the output.
set -euo pipefail
doc=$PWD/$1
shift
mkdir "$TEST_TMPDIR/work"
for file in "$@"; do
  place=$(basename "$file")
  [[ $file != *=* ]] || place=${file#*=}
  install -D "${file%=*}" "$TEST_TMPDIR/work/$place"
done
tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$TEST_TMPDIR/prefix"
export PREFIX=$TEST_TMPDIR/prefix
export PATH=$PREFIX/bin:$PATH
cd "$TEST_TMPDIR/work"

blocks() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$doc" | grep -v '^```'; }

blocks sh >lines.sh
grep -q opgraft lines.sh
bash -euxo pipefail lines.sh | tee output.txt
while IFS= read -r line; do
  grep -qxF -- "$line" output.txt || { printf 'not in the output: %s\n' "$line"; exit 1; }
done < <(blocks text)

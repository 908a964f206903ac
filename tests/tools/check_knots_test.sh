#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# tools/check_knots.py finds knots of files and of folders in trees made for it.
set -uo pipefail
check=$PWD/tools/check_knots.py
root=$TEST_TMPDIR/tree
failed=0

# include FILE HEADER: FILE, made if need be, includes HEADER.
include() {
  mkdir -p "$root/$(dirname "$1")"
  printf '#include "%s"\n' "$2" >>"$root/$1"
}

# expect WHAT TEXT...: the report has each text. The knots that the script knows are not in this
# tree, of which it complains too.
expect() {
  local what=$1 text report
  shift
  report=$(python3 "$check" "$root" 2>&1) && { printf '%s: it passed\n' "$what"; failed=1; }
  for text in "$@"; do
    [[ $report == *"$text"* ]] || {
      printf '%s: "%s" is not in the report:\n%s\n' "$what" "$text" "$report"
      failed=1
    }
  done
}

include framework/op/list.h framework/op/item.h
include framework/op/user.cc framework/op/list.h
touch "$root/framework/op/item.h" "$root/framework/op/user.h"
report=$(python3 "$check" "$root" 2>&1)
[[ $report != *"a knot of"* ]] || { printf 'a chain is no knot:\n%s\n' "$report"; failed=1; }

# A source file ties its header to what it includes; NAME_inl.h and NAME_impl are of one unit with
# NAME.
include framework/op/item.cc framework/op/user.h
include framework/op/user.h framework/op/user_inl.h
include framework/op/user_inl.h framework/op/user.h
expect 'three files' 'a knot of 3 files' 'framework/op/item -> framework/op/user' \
  'framework/op/list -> framework/op/item' 'framework/op/user -> framework/op/list'

rm -r "$root"
include framework/op/a.h framework/kernel/b.h
include framework/kernel/c.h framework/op/d.h
touch "$root/framework/kernel/b.h" "$root/framework/op/d.h"
expect 'two folders' 'a knot of 2 folders' 'framework/kernel -> framework/op' \
  'framework/op -> framework/kernel'
expect 'a known knot that is gone' 'this knot is gone, remove it from tools/check_knots.py: framework/'
exit "$failed"

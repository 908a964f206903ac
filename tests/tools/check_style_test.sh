#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# tools/check_style.py finds nested conditional operators, functions that are too long on average, too
# many that are long, and headers without comments.
set -uo pipefail
check=$PWD/tools/check_style.py
root=$TEST_TMPDIR/tree
mkdir -p "$root/framework/op"
failed=0

# source_of NAME: framework/op/NAME is what comes from standard input.
source_of() { cat >"$root/framework/op/$1"; }

# expect WHAT TEXT: the report is one line with the text; "" if it must pass.
expect() {
  local report
  report=$(python3 "$check" "$root" 2>&1)
  if [ -z "$2" ] && [ -z "$report" ]; then return; fi
  if [ -n "$2" ] && [[ $report == *"$2"* ]] && [ "$(wc -l <<<"$report")" = 1 ]; then return; fi
  printf '%s: "%s" is expected, this is reported:\n%s\n' "$1" "$2" "$report"
  failed=1
}

# Each line has a conditional operator, or what may be taken for one, and none within another.
source_of plain.cc <<'END'
#define CHOOSE(x) ((x) ? 1 : 0)
// a ? b ? c : d : e
const char* kText = "a ? b ? c : d : e";  /* x ? y ? */
const char* kRaw = R"x(a ? "b ? c : d : e)x";
char kChar = '?', kQuote = '"'; int kThousand = 1'000;
Class::Class(int a) : a_(a ? 1 : 2), b_{a ? 3 : 4} {}
int Two(int a) { return Sum(a ? 1 : 2, a ? 3 : 4) + (a ? 5 : 6); }
int Label(int a) { switch (a) { case 1: return a ? 1 : 2; default: return a ? 3 : 4; } }
auto lambda = [](int a) { return a ? [](int b) { int c = b; return c ? 1 : 2; }(a) : 3; };
for (int x : a ? b : c) {}
END
expect 'no nested conditional' ''

nested() {
  source_of nested.cc <<<"int F(int a) { return $1; }"
  expect "$1" 'framework/op/nested.cc:1: a conditional operator within another one'
  rm "$root/framework/op/nested.cc"
}
nested 'a ? 1 : b ? 2 : 3'
nested 'a ? b ? 1 : 2 : 3'
nested 'a ? 1 : (b ? 2 : 3)'
nested 'a ? G(b ? 1 : 2) : 3'

# functions COUNT TOKENS: so many functions of so many tokens each.
functions() {
  local body
  body=$(printf ' ;%.0s' $(seq "$(($2 - 5))"))
  for i in $(seq "$1"); do echo "int F() {$body }"; done
}

{ functions 9 7; functions 1 1205; } | source_of long.cc
expect 'a long function' 'tokens in a function on average; at most 70'
rm "$root/framework/op/long.cc"

{ functions 100 7; functions 1 155; functions 10 156; } | source_of some_long.cc
expect 'nine in ten functions are short' ''
{ functions 80 7; functions 10 156; } | source_of some_long.cc
expect 'less than nine in ten are short' '156 tokens in a function at the 90th percentile; at most 155, but 10 functions'
rm "$root/framework/op/some_long.cc"

# The license is no comment that a reader misses.
source_of bare.h <<'END'
// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
int F();
int G();  // behind code
END
expect 'a header without comments' 'framework/op: 0.0 % of the lines of headers are comments; at least 24 %'
sed -i '3a // Returns 1.' "$root/framework/op/bare.h"
expect 'a header with a comment' ''
exit "$failed"

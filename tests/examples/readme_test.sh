#!/usr/bin/env bash
# The op in the README is examples/first_op/zero_out.cc, but for the comment and the include that only the file has.
set -uo pipefail
code=$(sed -n '/^```cpp$/,/^```$/p' README.md | sed '1d;$d')
file=$(sed -e '/^\/\/ An op of your own/d' -e '/^#include <algorithm>$/d' examples/first_op/zero_out.cc | sed '1{/^$/d}')
diff -u <(printf '%s\n' "$file") <(printf '%s\n' "$code")

#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# The op in the README is examples/first_op/zero_out.cc, but for the comment and the include that
# only the file has.
set -uo pipefail
code=$(sed -n '/^```cpp$/,/^```$/p' README.md | sed '1d;$d')
file=$(sed -e '/^\/\/ An op of your own/d' -e '/^#include <algorithm>$/d' -e '/^\/\/ Copyright/d' -e '/^\/\/ SPDX/d' examples/first_op/zero_out.cc | sed '/./,$!d')
diff -u <(printf '%s\n' "$file") <(printf '%s\n' "$code")

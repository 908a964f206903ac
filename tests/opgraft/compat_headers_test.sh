#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Each header under TensorFlow's paths either compiles alone or is an #error that says what to do;
# all of TensorFlow's core are one or the other. Shards take every n-th header.
set -uo pipefail
. tests/tools/run_command.sh
tree=opgraft/include
compat=$tree/opgraft/compat
list=tensorflow_compat/absent_headers.txt
flags=(-std=c++17 -fsyntax-only -Wall -Werror -x c++ -Dtensorflow=opgraft -isystem "$compat"
  -isystem ../com_google_absl -isystem ../eigen/include -isystem ../googletest/googletest/include
  -isystem ../googletest/googlemock/include -isystem "$tree")
touch "${TEST_SHARD_STATUS_FILE:-/dev/null}"
shard=${TEST_SHARD_INDEX:-0} shards=${TEST_TOTAL_SHARDS:-1}

headers() { (cd "$compat" && find -L . -name '*.h' -printf '%P\n' | sort); }
absent() { grep -v '^#\|^advice: \|^$' "$list" | sort; }

# Those of the list: one file includes them all, and each complains.
absent | sed 's/.*/#include "&"/' >"$TEST_TMPDIR/absent.cc"
c++ "${flags[@]}" -fmax-errors=0 "$TEST_TMPDIR/absent.cc" 2>"$TEST_TMPDIR/errors"
sed -nE 's/.*#error "Opgraft has no ([^:]*): ..*"$/\1/p' "$TEST_TMPDIR/errors" | sort -u >"$TEST_TMPDIR/said"
diff <(absent) "$TEST_TMPDIR/said" >"$TEST_TMPDIR/silent" ||
  fail "no #error with advice: $(head -n 5 "$TEST_TMPDIR/silent")"
[ "$(absent | wc -l)" -gt 1000 ] || fail "the list is short: $(absent | wc -l)"

# The others: what only includes another header is as good as that one.
others() {
  headers | grep -v '^third_party/tensorflow/' | comm -23 - <(absent) | while read -r header; do
    grep -qvE '^(//.*|#(ifndef|define|endif|include|ifdef) .*|#endif.*|)$' "$compat/$header" && echo "$header"
  done
}
# A message's header asks for the program's own protobuf first.
needs_protobuf() { grep -q 'op libraries carry no protobuf' "$compat/$1"; }
n=0
while read -r header; do
  ((n++ % shards == shard)) || continue
  needs_protobuf "$header" && continue
  printf '#include "%s"\n' "$header" | c++ "${flags[@]}" - 2>"$TEST_TMPDIR/errors" ||
    fail "$header alone: $(grep -m 1 error "$TEST_TMPDIR/errors")"
done < <(others)
[ "$n" -gt 90 ] || fail "only $n headers"

# The spelling of ports out of Google.
printf '#include "third_party/tensorflow/core/platform/types.h"\ntensorflow::int64 n;\n' |
  c++ "${flags[@]}" - || fail "third_party/tensorflow"
exit $status

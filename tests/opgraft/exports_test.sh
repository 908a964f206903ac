#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# libopgraft.so.0 exports Opgraft and its own Abseil to everybody, its internals to the libraries on
# top under the name of the build, and nothing else; libraries on it bring no copy of either.
set -uo pipefail
status=0
library=opgraft/libopgraft.so.0
# names FILE VERSION: what it exports under a version.
names() { nm -D --with-symbol-versions --defined-only "$1" | sed -nE "s/.* ([^ ]+)@@?$2\$/\\1/p"; }
# none NAMES MESSAGE
none() {
  [ -z "$1" ] && return
  printf '%s:\n%s\n' "$2" "$(head -n 20 <<<"$1")"
  status=1
}
kinds='^_Z(N|NK|TVN|TTN|TIN|TSN|GVN|THN|TWN)K?'

public=$(names $library OPGRAFT_0)
others=$(grep -vE "$kinds(7opgraft|4absl9opgraft_1)" <<<"$public")
none "$(grep -vE '^(_ZN16opgraft_internal11CheckHandleE|AbslInternal)' <<<"$others")" \
  'exported to everybody beside opgraft:: and absl::opgraft_1'
classes='8GraphDef|7NodeDef|5OpDef|11TensorProto|9AttrValue|10OpRegistry|14KernelRegistry'
none "$(grep -E "${kinds}7opgraft($classes)" <<<"$public")" \
  'internals that everybody gets'
for name in _ZN7opgraft11LoadLibrary _ZN7opgraft13CompiledModel7Compile _ZN4absl9opgraft_16StrCat \
  AbslInternalSleepFor_opgraft_1; do
  grep -q "^$name" <<<"$public" || none "$name" 'not exported'
done

inner=$(names $library 'OPGRAFT_BUILD_[0-9a-f]{16}')
for name in _ZN16opgraft_internal6Quoted _ZN7opgraft10OpRegistry _ZN7opgraft8GraphDef \
  _ZN6google8protobuf9opgraft_110TextFormat; do
  grep -q "^$name" <<<"$inner" || none "$name" 'not exported to the libraries on top'
done
count=$(wc -l <<<"$inner")
[ "$count" -lt 1000 ] || none "$count" 'more is exported than the libraries on top need: so many names'
# A program may have a Protocol Buffers of its own.
none "$(nm -D --defined-only $library | awk '{print $3}' | grep -E 'google(8protobuf|_2f)' |
  grep -vE '8protobuf9opgraft_1|opgraft_1_google')" 'Protocol Buffers outside of their inline namespace'

# What has its place in libopgraft.so.0 alone.
theirs="$kinds(4absl|6google8protobuf|7opgraft1[0-9](Op|Kernel)Registry)"
for box in testing generators command; do
  box=opgraft/libopgraft_$box.so.0
  none "$(nm -D --defined-only $box | awk '$2 ~ /[TDB]/ {print $3}' | grep -E "$theirs")" "$box has a copy of its own of"
done
none "$(names opgraft/libopgraft_testing.so.0 '[A-Z]*BUILD_.*')" 'the test kit is for everybody'
none "$(names tests/opgraft/border_library.so '.*' | grep -E "$theirs")" \
  'an op library has a copy of its own of'
none "$(nm --defined-only tools/opgraft | grep -E 'absl|google8protobuf|_ZN7opgraft.*Registry')" \
  'the command has a copy of its own of'
exit $status

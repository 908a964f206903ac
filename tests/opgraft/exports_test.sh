#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# libopgraft.so.0 exports Opgraft and its own Abseil, and nothing else; libraries on it bring no
# copy of either.
set -uo pipefail
status=0
names() { nm -D --defined-only "$1" | awk '{print $3}'; }

exported=$(names opgraft/libopgraft.so.0)
# Of ours alone: what templates that users have call, and what our programs start.
ours='_ZN16opgraft_internal(11CheckHandle|11CommandMain|[0-9]+[A-Za-z]*Npy)'
strange=$(grep -vE "^(_Z(N|NK|TVN|TTN|TIN|TSN|GVN|THN|TWN)(K)?(7opgraft|4absl9opgraft_1)|AbslInternalSleepFor_|$ours)" <<<"$exported")
if [ -n "$strange" ]; then
  printf 'exported beside opgraft:: and absl::opgraft_1:\n%s\n' "$(head -n 20 <<<"$strange")"
  status=1
fi
for name in _ZN7opgraft11LoadLibrary _ZN7opgraft13CompiledModel7Compile _ZN4absl9opgraft_16StrCat \
  AbslInternalSleepFor; do
  grep -q "^$name" <<<"$exported" || { printf 'not exported: %s\n' "$name"; status=1; }
done
own=$(names tests/opgraft/border_library.so | grep -E 'absl.*StrCat|OpRegistry|google8protobuf')
if [ -n "$own" ]; then
  printf 'an op library has a copy of its own of:\n%s\n' "$own"
  status=1
fi
own=$(nm --defined-only tools/opgraft | grep -E 'absl|google8protobuf|_ZN7opgraft.*Registry')
if [ -n "$own" ]; then
  printf 'the command has a copy of its own of:\n%s\n' "$(head -n 5 <<<"$own")"
  status=1
fi
exit $status

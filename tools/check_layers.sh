#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Holds the layers: no target of a layer may see a target of a layer below it (Bazel's visibility),
# and no file includes one.
set -euo pipefail
cd "$(dirname "$0")/.."
layers=(types tensor state op kernel library graph runtime)
status=0
for ((i = 0; i < ${#layers[@]}; i++)); do
  layer=${layers[i]}
  below=("${layers[@]:i+1}")
  [ "${#below[@]}" -gt 0 ] || continue
  from=$(bazel query --noshow_progress "kind(cc_library, //framework/$layer:all)" 2>/dev/null | head -n 1)
  to=$(printf '//framework/%s:all ' "${below[@]}")
  seen=$(bazel query --noshow_progress "visible($from, kind(cc_library, set($to)))" 2>/dev/null)
  if [ -n "$seen" ]; then
    printf '//framework/%s can depend on what is below it:\n%s\n' "$layer" "$seen" >&2
    status=1
  fi
  pattern=$(printf '|%s' "${below[@]}")
  if grep -rnE "#include \"(framework/(${pattern:1})|ops|kernels|testing|tools|tests)/" --include='*.h' --include='*.cc' "framework/$layer"; then
    printf 'framework/%s includes what is below it\n' "$layer" >&2
    status=1
  fi
done
if grep -rnE '#include "(framework/(kernel|library|graph|runtime)|kernels|testing|tools|tests)/' --include='*.h' --include='*.cc' ops ||
  grep -rnE '#include "(framework/(library|graph|runtime)|ops|testing|tools|tests)/' --include='*.h' --include='*.cc' kernels; then
  printf 'ops/ may use up to framework/op, kernels/ up to framework/kernel\n' >&2
  status=1
fi
exit "$status"

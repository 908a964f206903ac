#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Holds the layers of framework/ and the rooms of framework/graph: no target of one may see a target
# of one below it (Bazel's visibility), and no file includes one.
set -euo pipefail
cd "$(dirname "$0")/.."
status=0

# check_order FOLDER LAYER...: FOLDER's layers, top first.
check_order() {
  local folder=$1 i
  local layers=("${@:2}")
  for ((i = 0; i + 1 < ${#layers[@]}; i++)); do
    local layer=$folder/${layers[i]} below=("${layers[@]:i+1}")
    local from to seen pattern
    from=$(bazel query --noshow_progress "kind(cc_library, //$layer/...)" 2>/dev/null | head -n 1)
    to=$(printf "//$folder/%s/... " "${below[@]}")
    seen=$(bazel query --noshow_progress "visible($from, kind(cc_library, set($to)))" 2>/dev/null)
    if [ -n "$seen" ]; then
      printf '//%s can depend on what is below it:\n%s\n' "$layer" "$seen" >&2
      status=1
    fi
    pattern=$(printf '|%s' "${below[@]}")
    pattern="#include \"($folder/(${pattern:1})|ops|kernels|testing|tools|tests)/"
    if grep -rnE "$pattern" --include='*.h' --include='*.cc' "$layer"; then
      printf '%s includes what is below it\n' "$layer" >&2
      status=1
    fi
  done
}

check_order framework types files tensor state op kernel library graph runtime
check_order framework/graph data functions shapes variables io builder v1_control_flow
if grep -rnE '#include "(framework/(kernel|library|graph|runtime)|kernels|testing|tools|tests)/' --include='*.h' --include='*.cc' ops ||
  grep -rnE '#include "(framework/(library|graph|runtime)|ops|testing|tools|tests)/' --include='*.h' --include='*.cc' kernels; then
  printf 'ops/ may use up to framework/op, kernels/ up to framework/kernel\n' >&2
  status=1
fi
# What users do not get is in namespace opgraft_internal; the registries keep the names that TensorFlow gives them.
in_opgraft=$(git ls-files 'framework/*.h' 'kernels/*.h' 'testing/*.h' 'tools/*.h' | grep -vxFf opgraft/headers.txt |
  grep -vxE 'framework/types/(internal_namespace|registration_list)\.h|framework/(op|kernel)/(op_registry|op_registration_data|kernel_registry)\.h' |
  xargs awk '
    FNR == 1 || /^}  \/\/ namespace opgraft$/ { inside = 0 }
    inside && NF && !/^(class|struct) [A-Za-z]+;/ && !/^using namespace / { print FILENAME ": " $0; inside = 0 }
    /^namespace opgraft \{$/ { inside = 1 }')
if [ -n "$in_opgraft" ]; then
  printf 'not in opgraft/headers.txt, so it belongs into namespace opgraft_internal:\n%s\n' "$in_opgraft" >&2
  status=1
fi
# What a node is, its op's role says: only what makes nodes, or reads and renames those of files, knows names of ops.
# saved_model/: variable_ops says what files call what has to do with variables, constant_variables makes nodes.
ops=$(grep -rhoE 'REGISTER_OP\("[A-Za-z0-9_]+"' --include='*.cc' ops | cut -d '"' -f 2 | paste -sd '|')
legacy='Merge|RefMerge|Switch|RefSwitch|Enter|RefEnter|Exit|RefExit|NextIteration|RefNextIteration|LoopCond'
if grep -rnE "\"($ops|$legacy)\"" --include='*.h' --include='*.cc' framework saved_model checkpoint testing tools |
  grep -vE '^(framework/graph/((builder|v1_control_flow)/|io/(large_contents|renamed_ops)\.cc|functions/function_args\.h)|saved_model/(variable_ops|constant_variables)\.cc|tools/package/try_)' |
  grep -vE '^[^:]*:[0-9]+: *//'; then
  printf 'the name of an op: give the op an OpRole, a CallSite or a value function instead (framework/op)\n' >&2
  status=1
fi
# openvino/ and python/ make nodes, so they have names of ops; but only the reader and the writer of an IR compare them.
# low_latency2.cc: OpenVINO's specification lists the layers that it changes.
if grep -rnE '\bop(_name)?\(\) *[!=]=|[!=]= *[a-z_]+(->|\.)op(_name)?\(\)' --include='*.h' --include='*.cc' openvino python checkpoint |
  grep -vE '^openvino/((lowering|fusions|writing)/|low_latency2\.cc)'; then
  printf 'it asks for the name of an op: ask for its OpRole or its CallSite instead (framework/op)\n' >&2
  status=1
fi
# A kernel's variant is said where it is registered, so that an op of another name may have it; messages may name the op.
if grep -rnE 'type_string(_view)?\(\)|def\(\)\.op\(\)' --include='*.h' --include='*.cc' kernels | grep -vE '", type_string\(\),'; then
  printf 'a kernel must not ask for the name of its op: register a class or a template of each variant\n' >&2
  status=1
fi
exit "$status"

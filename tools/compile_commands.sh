#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Writes compile_commands.json: how each C++ file is compiled, for editors (clangd), clang-tidy and
# the like.
set -euo pipefail
usage='usage: tools/compile_commands.sh [TARGETS]
Writes compile_commands.json beside README.md, of the TARGETS (//...). Nothing is compiled but what is generated: the
messages. Installs what is missing (apt).'
case "${1:-}" in
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
esac
cd "$(dirname "$0")/.."
. tools/setup.sh
build_with_bazel build --show_result=0 //proto >&2
if [ "$#" = 0 ]; then set -- //...; fi
base=$(bazel info --ui_event_filters=-info --noshow_progress output_base)
bazel aquery --ui_event_filters=-info --noshow_progress --output=jsonproto --include_artifacts=false \
  "mnemonic(\"CppCompile\", $(printf ' + %s' "$@" | cut -c4-))" |
  python3 -c '
import json, sys

root, base = sys.argv[1:]

def is_for_clang(argument):
    # Known to g++ alone, and the files of Bazel about what was included.
    return argument not in ("-fno-canonical-system-headers", "-MD") and not argument.endswith(".d")

def without_precompiled(arguments):
    # clang would take the .gch for one of its own.
    taken = [i for i, a in enumerate(arguments) if a == "-include" and arguments[i + 1].startswith("third_party/precompiled/")]
    return [a for i, a in enumerate(arguments) if not any(i - start in (0, 1) for start in taken)]

def place(argument):
    # From the root of the sources, where Bazel has no folder external/.
    for option in ("", "-I", "-L"):
        if argument.startswith(option + "external/"):
            return option + base + "/" + argument[len(option):]
    return argument

commands = {}
for action in json.load(sys.stdin).get("actions", []):
    arguments = [place(a) for a in without_precompiled(action["arguments"]) if is_for_clang(a) and a != "-MF"]
    file = arguments[arguments.index("-c") + 1]
    if not file.startswith(("/", "bazel-out/")):
        commands.setdefault(file, {"directory": root, "file": file, "arguments": arguments})
with open("compile_commands.json", "w") as out:
    json.dump([commands[file] for file in sorted(commands)], out, indent=1)
print("compile_commands.json: %d files" % len(commands))' "$PWD" "$base"

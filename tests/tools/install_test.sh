#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# What an installation has beside headers, library and command: the manual, completion, the pages, the license.
set -uo pipefail
. tests/tools/run_command.sh
prefix=$TEST_TMPDIR/prefix
share=$prefix/share
run "install" 0 tools/install/install_tree.sh opgraft/include ../com_google_absl ../eigen/include opgraft/libopgraft.so.0 tools/opgraft "$prefix"
for license in LICENSE NOTICE; do cmp "$license" "$share/doc/opgraft/$license" || fail "$license is not there"; done

# A page for each command; what it says is what the command says now.
for page in opgraft.1 opgraft-run.1 opgraft-gen-cpp.1; do [ -s "$share/man/man1/$page" ] || fail "no page $page"; done
"$prefix/bin/opgraft" man -o "$TEST_TMPDIR/man" && diff -r "$TEST_TMPDIR/man" "$share/man/man1" || fail "another manual"

for script in bash:bash-completion/completions/opgraft zsh:zsh/site-functions/_opgraft fish:fish/vendor_completions.d/opgraft.fish; do
  "$prefix/bin/opgraft" completion "${script%%:*}" | cmp - "$share/${script#*:}" || fail "another script: $script"
done
run "bash loads it" 0 bash -c ". $share/bash-completion/completions/opgraft && complete -p opgraft"
has "$out" "-F _opgraft opgraft"

# Links between the pages lead to pages.
cd "$share/doc/opgraft"
[ -s examples/first_op/zero_out.cc ] || fail "no examples"
[ -z "$(find examples -name BUILD)" ] || fail "BUILD files of the sources"
for page in README.md docs/*.md; do
  while IFS= read -r link; do
    [ -e "$(dirname "$page")/$link" ] || fail "$page leads to $link"
  done < <(grep -oE '\]\([A-Za-z_./]+\.(md|png)' "$page" | sed 's/^](//')
done
[ "$(ls docs/*.md | wc -l)" -ge 10 ] || fail "pages are missing: $(ls docs)"
exit $status

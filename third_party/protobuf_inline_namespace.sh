#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# protobuf_inline_namespace.sh NAME: puts the sources of Protocol Buffers in the current folder into
# google::protobuf::NAME, an inline namespace, as Abseil has one: a program that links a Protocol
# Buffers of its own beside libopgraft.so.0 has two of other names. Sources that use it need no
# change; only what they declare ahead in google::protobuf would be another thing.
set -eu
name=$1
find src/google/protobuf \( -name '*.h' -o -name '*.cc' -o -name '*.inc' \) -exec sed -i -E "
  s/^( *)namespace protobuf \\{\$/\1namespace protobuf { inline namespace $name {/
  s/^\\}  \/\/ namespace protobuf\$/} }  \/\/ namespace protobuf/
  s/^  \\} \/\\* namespace protobuf \\*\/( *)\\\\\$/  } } \/* namespace protobuf *\/\1\\\\/
  s/^(# define GOOGLE_PROTOBUF_HASH_NAMESPACE_DECLARATION_END) \\}\\}\$/\1 }}}/
  s/\\b(descriptor_table|TableStruct)_google_2f/\1_${name}_google_2f/g
" {} +
if grep -rnE '^ *namespace protobuf \{$' src/google/protobuf; then
  echo "protobuf_inline_namespace.sh: these stay outside of $name" >&2
  exit 1
fi

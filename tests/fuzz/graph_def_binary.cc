// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// GraphDef files in binary.
#include "framework/graph/io/graph_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/try_graph.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes = opgraft::TextOf(data, size);
  if (!opgraft::LooksLikeText(bytes)) opgraft::TryGraph(bytes);
  return 0;
}

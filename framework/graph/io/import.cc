// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import.h"

#include "framework/graph/io/import_into.h"
#include "framework/types/out_of_memory.h"

namespace opgraft {

absl::Status ImportGraphDef(const ImportGraphDefOptions& options, const GraphDef& def, Graph* graph,
                            ImportGraphDefResults* results) {
  return GuardMemory([&] { return ImportInto(options, def, nullptr, graph, results); });
}

}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_H_

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"

namespace opgraft {

class GraphDef;

// Adds the nodes of `def` to `*graph`, checked, with default attrs, types, shapes and functions.
// Atomic: on an error
// `*graph` is as it was, and the status holds every problem of the file, a line each (`node 'x'
// (Op): ...`). Linear in nodes. Codes: as the first problem's. `results` may be null if nothing is
// asked for.
absl::Status ImportGraphDef(const ImportGraphDefOptions& options, const GraphDef& def, Graph* graph,
                            ImportGraphDefResults* results = nullptr);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_H_

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
// Atomic: on an error `*graph` is as it was, and the status holds every problem of the file, a line
// each (`node 'x' (Op): ...`), with the code of the first. Linear in nodes. `results` may be null
// if nothing is asked for. Copies of `*graph` that others hold stay as they are.
//
// Example: the nodes of a file under "part/", whose "x" is tensor "a" of the graph.
//
//   ImportGraphDefOptions options;
//   options.prefix = "part";
//   options.input_map[TensorId{"x", 0}] = TensorId{"a", 0};
//   OPGRAFT_RETURN_IF_ERROR(ImportGraphDef(options, def, &graph));
absl::Status ImportGraphDef(const ImportGraphDefOptions& options, const GraphDef& def, Graph* graph,
                            ImportGraphDefResults* results = nullptr);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_H_

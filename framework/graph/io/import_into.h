// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/large_contents.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// ImportGraphDef (import.h) of a GraphDef whose constants at some places have their contents
// elsewhere; `contents` and `results` may be null.
absl::Status ImportInto(const ImportGraphDefOptions& options, const GraphDef& def,
                        const LargeContents* contents, Graph* graph,
                        ImportGraphDefResults* results);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_

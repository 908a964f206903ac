// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_

#include <functional>

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/large_contents.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// ImportGraphDef (import.h) of a GraphDef whose constants at some places have their contents
// elsewhere, as a file's that is mapped; `contents` and `results` may be null. The contents are
// shared with the graph, not copied. `on_library_read` (may be null) is called when the library of
// `def` is not looked at any more. Atomic, and the same errors.
absl::Status ImportInto(const ImportGraphDefOptions& options, const GraphDef& def,
                        const LargeContents* contents, Graph* graph, ImportGraphDefResults* results,
                        const std::function<void()>& on_library_read = nullptr);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_INTO_H_

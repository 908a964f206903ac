// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_IMPORT_PROGRESS_H_
#define FRAMEWORK_GRAPH_IO_IMPORT_PROGRESS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/io/import_options.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Tells whom `options` name how far a load is. CANCELLED if it is to end; the load then returns
// that.
absl::Status TellProgress(const ImportOptions& options, absl::string_view phase, double done);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_IMPORT_PROGRESS_H_

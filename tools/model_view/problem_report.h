// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_PROBLEM_REPORT_H_
#define TOOLS_MODEL_VIEW_PROBLEM_REPORT_H_

#include <string>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "tools/model_view/missing_ops.h"

namespace opgraft_internal {

// What is wrong with a model, as text for users: `status` is the error of its import or
// compilation. Ops that are not registered come first, a line each, then the other problems, then
// what to do about unknown ops. Ends with a line end.
//
//   cnn.pb: 2 ops that are not offered, in 3 of 57 nodes
//     Conv2D  TensorFlow's, not offered yet  2 nodes, first 'conv1'
//     MyNorm  unknown                        1 node, 'norm'
//   An unknown op may be a custom op: --load ITS_LIBRARY.so
//
// `missing` is null for a file that does not parse. It is found before the import, so that nobody
// has to keep the file's message for the case of an error.
std::string ProblemReport(const std::string& path, const MissingOps* missing,
                          const absl::Status& status);

// The error of a model that cannot be loaded: the report of one whose ops are missing, else
// `status`.
absl::Status LoadError(const std::string& path, const MissingOps& missing,
                       const absl::Status& status);

// A count with its noun, in plural unless it is 1: "1 node", "1,204 nodes".
std::string CountOf(int64_t count, const char* what);

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_PROBLEM_REPORT_H_

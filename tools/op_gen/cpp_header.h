// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_CPP_HEADER_H_
#define TOOLS_OP_GEN_CPP_HEADER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft_internal {

// A C++ header with a class for each op, in namespace opgraft::ops, as TensorFlow's ops:: classes
// but over a GraphBuilder: `ops::Sum sum(builder, x, axis, ops::Sum::KeepDims(true));`. Hidden ops
// are in opgraft::ops::internal, skipped ones are left out. `file` gives the include guard. The
// same ops and overrides give the same bytes. INVALID_ARGUMENT if an override does not fit its op,
// or two ops would become one class.
absl::StatusOr<std::string> MakeCppHeader(absl::Span<const OpDef* const> ops,
                                          const ApiDefTable& api_defs, absl::string_view file);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_CPP_HEADER_H_

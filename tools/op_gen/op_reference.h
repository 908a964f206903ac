// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_OP_REFERENCE_H_
#define TOOLS_OP_GEN_OP_REFERENCE_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft_internal {

// The documentation of the ops, by file name: HTML and Markdown. Ops that `api_defs` skips are left
// out; `python_api_defs` are for their Python functions. The same ops give the same bytes.
// INVALID_ARGUMENT if an override does not fit its op.
//
// Example: of the op Neg the files Neg.html and Neg.md, with index.html, README.md, ops.js,
// search.js and style.css.
absl::StatusOr<std::map<std::string, std::string>> MakeOpReference(
    absl::Span<const OpRegistrationData* const> ops, const ApiDefTable& api_defs,
    const ApiDefTable& python_api_defs, const std::shared_ptr<const KernelRegistry>& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_REFERENCE_H_

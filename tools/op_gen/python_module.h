// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PYTHON_MODULE_H_
#define TOOLS_OP_GEN_PYTHON_MODULE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft_internal {

// A generated module.
struct PythonModule {
  // The source, in UTF-8.
  std::string text;
  // Names that could not be kept, a sentence each: "op 'Print2': input 'name' clashes with ...".
  std::vector<std::string> notes;
};

// A module with the Python function of each op, in the order given, as `opgraft gen python` writes
// it; docs/wrappers.md says what the functions call. Ops that `api_defs` skips are left out. The
// same ops and overrides give the same bytes. INVALID_ARGUMENT if an override does not fit its op,
// or two ops would become one function.
absl::StatusOr<PythonModule> MakePythonModule(absl::Span<const OpDef* const> ops,
                                              const ApiDefTable& api_defs);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PYTHON_MODULE_H_

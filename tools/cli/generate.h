// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft gen`: wrappers and documentation made from the ops.
#ifndef TOOLS_CLI_GENERATE_H_
#define TOOLS_CLI_GENERATE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft_internal {

struct GenerateArguments {
  std::vector<std::string> ops;
  bool all = false;
  std::vector<std::string> api_defs;  // files of overrides
  std::string out;                    // file or folder; "": standard output
};

// Prints or writes a module of Python functions.
absl::Status GeneratePython(const GenerateArguments& arguments,
                            const std::vector<std::string>& loaded_ops);

// A C++ header with classes over a GraphBuilder.
absl::Status GenerateCpp(const GenerateArguments& arguments,
                         const std::vector<std::string>& loaded_ops);

// A folder of documentation, HTML and Markdown.
absl::Status GenerateDocs(const GenerateArguments& arguments,
                          const std::vector<std::string>& loaded_ops);

// The ops asked for, sorted by name: those named, all public ones, or else those of the libraries
// loaded. NOT_FOUND with the nearest name for an unknown one. The registry keeps them.
absl::StatusOr<std::vector<const OpRegistrationData*>> ChosenOps(
    const GenerateArguments& arguments, const std::vector<std::string>& loaded_ops,
    const KernelRegistry& registry);

// Puts the overrides of the files over those of each table. INVALID_ARGUMENT if a file is for an op
// that does not exist.
absl::Status ReadApiDefs(const GenerateArguments& arguments, const KernelRegistry& registry,
                         std::initializer_list<ApiDefTable*> tables);

// Writes to `path`, or to standard output if it is "" or "-".
absl::Status WriteText(const std::string& path, absl::string_view text);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_GENERATE_H_

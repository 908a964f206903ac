// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_API_DEF_TABLE_H_
#define TOOLS_OP_GEN_API_DEF_TABLE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// Overrides of what wrappers and documentation show of ops: other names, another order, other
// defaults and words, in TensorFlow's format of ApiDefs. Later ones win over earlier ones of the
// same op. A value; thread-compatible.
//
// Example:
//   ApiDefTable table = ApiDefTable::Builtin();
//   OPGRAFT_RETURN_IF_ERROR(
//       table.Add(R"(op { graph_op_name: "Roi" in_arg { name: "x" rename_to: "image" } })",
//       "mine"));
//   OPGRAFT_ASSIGN_OR_RETURN(const ApiDef shown, table.For(op));
class ApiDefTable {
 public:
  // The overrides that come with Opgraft, ops/api_def/: the arguments that TensorFlow's own
  // wrappers have; for Python also what it hides there.
  static ApiDefTable Builtin();
  static ApiDefTable BuiltinForPython();

  // Reads ApiDefs in text format, where `field: <<END`, lines and `END` mean a string of these
  // lines. `source` names the text in messages. INVALID_ARGUMENT with it, line and column for a
  // text that cannot be read.
  absl::Status Add(absl::string_view text, absl::string_view source);

  // What is shown of `op`: its own names and words with the overrides over them. Inputs, outputs
  // and attrs are complete and in the OpDef's order, `arg_order` and every `rename_to` are filled
  // in. INVALID_ARGUMENT if an override does not fit the op: a name it does not have, an
  // `arg_order` that does not permute its inputs.
  absl::StatusOr<ApiDef> For(const OpDef& op) const;

  // The ops that overrides of `source` are for.
  std::vector<std::string> OpsOf(absl::string_view source) const;

 private:
  struct Override {
    std::string source;
    ApiDef api_def;
  };
  std::vector<Override> overrides_;
};

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_API_DEF_TABLE_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ApiDefs in text format: read, and merged into ops that they are for.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/op_registry.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft {
namespace {

void DemandComplete(const ApiDef& shown, const OpDef& op) {
  Demand(shown.graph_op_name() == op.name(), "an ApiDef stays with its op");
  Demand(shown.in_arg_size() == op.input_arg_size() && shown.attr_size() == op.attr_size() &&
             shown.out_arg_size() == op.output_arg_size(),
         "all inputs, outputs and attrs are there");
  for (int i = 0; i < op.input_arg_size(); ++i)
    Demand(shown.in_arg(i).name() == op.input_arg(i).name(), "inputs are in the op's order");
  for (int i = 0; i < op.attr_size(); ++i)
    Demand(shown.attr(i).name() == op.attr(i).name(), "attrs are in the op's order");
  for (const ApiDef::Arg& arg : shown.in_arg())
    Demand(!arg.rename_to().empty(), "every input has a name to show");
  Demand(shown.arg_order_size() == op.input_arg_size(), "arg_order names each input");
}

void TryApiDef(absl::string_view text) {
  static const ApiDefTable* const builtin = new ApiDefTable(ApiDefTable::Builtin());
  ApiDefTable table = *builtin;  // a copy: to parse it takes longer
  const absl::Status status = table.Add(text, "fuzzed.pbtxt");
  if (!status.ok()) {
    Demand(status.code() == absl::StatusCode::kInvalidArgument,
           "a text that is no ApiDef is an invalid argument");
    Demand(absl::string_view(status.message()).substr(0, 12) == "fuzzed.pbtxt",
           absl::StrCat("a refusal names the file: ", status.ToString()));
    return;
  }
  for (const std::string& name : table.OpsOf("fuzzed.pbtxt")) {
    const OpRegistrationData* op = OpRegistry::Global()->Find(name);
    if (op == nullptr) continue;
    const absl::StatusOr<ApiDef> shown = table.For(op->op_def);
    Demand(shown.ok() || shown.status().code() == absl::StatusCode::kInvalidArgument,
           "an override that does not fit is an invalid argument");
    if (shown.ok()) DemandComplete(*shown, op->op_def);
  }
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryApiDef(opgraft::TextOf(data, size));
  return 0;
}

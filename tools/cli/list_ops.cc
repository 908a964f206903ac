// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/message_json.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/op_check/op_list_file.h"
#include "tools/op_gen/api_def_table.h"
#include "tools/op_gen/python_signature.h"

namespace opgraft_internal {
namespace {

std::string Args(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args) {
  std::vector<std::string> texts;
  for (const OpDef::ArgDef& arg : args)
    texts.push_back(absl::StrCat(arg.name(), ": ", SummarizeArgType(arg)));
  return absl::StrJoin(texts, ", ");
}

void PrintArgs(const char* title, const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args) {
  for (const OpDef::ArgDef& arg : args) {
    std::cout << "  " << title << arg.name() << ": " << SummarizeArgType(arg);
    if (!arg.description().empty()) std::cout << "  " << arg.description();
    std::cout << "\n";
  }
}

void PrintWhole(const OpRegistrationData& data) {
  const OpDef& op = data.op_def;
  std::cout << op.name() << (op.summary().empty() ? "" : "  ") << op.summary() << "\n";
  PrintArgs("input   ", op.input_arg());
  PrintArgs("output  ", op.output_arg());
  for (const OpDef::AttrDef& attr : op.attr()) {
    std::cout << "  attr    " << attr.name() << ": " << SummarizeAttrDef(attr);
    if (!attr.description().empty()) std::cout << "  " << attr.description();
    std::cout << "\n";
  }
  std::vector<std::string> notes;
  if (op.is_stateful()) notes.push_back("stateful");
  if (op.is_commutative()) notes.push_back("commutative");
  if (op.is_aggregate()) notes.push_back("aggregate");
  if (op.allows_uninitialized_input()) notes.push_back("allows uninitialized input");
  if (op.has_deprecation())
    notes.push_back(absl::StrCat("deprecated at version ", op.deprecation().version(), ": ",
                                 op.deprecation().explanation()));
  if (!data.shape_inference_fn) notes.push_back("no shape function: outputs of unknown shape");
  if (!notes.empty()) std::cout << "  " << absl::StrJoin(notes, "; ") << "\n";
  for (absl::string_view line : absl::StrSplit(op.description(), '\n')) {
    if (!op.description().empty()) std::cout << "  " << line << "\n";
  }
  const absl::StatusOr<ApiDef> api = ApiDefTable::BuiltinForPython().For(op);
  if (api.ok()) std::cout << "  python  " << PythonCallText(MakePythonSignature(op, *api)) << "\n";
  if (data.location.line > 0)
    std::cout << "  registered at " << data.location.file << ":" << data.location.line << "\n";
}

// `name` "": a line for each op; else all of one.
absl::Status ListOps(const std::string& name, bool json) {
  const auto registry = KernelRegistry::Global();
  std::vector<const OpRegistrationData*> ops = registry->ops().List();
  if (!name.empty()) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry->ops().LookUp(name));
    ops = {op};
  }
  for (const OpRegistrationData* op : ops) {
    if (json) {
      std::cout << MessageJson(op->op_def) << "\n";
    } else if (name.empty()) {
      PrintOpLine(*op);
    } else {
      PrintWhole(*op);
    }
  }
  return absl::OkStatus();
}

// Writes an OpList of the ops named, or of all public ones.
absl::Status WriteOps(const std::vector<std::string>& names, const std::string& path) {
  const auto registry = KernelRegistry::Global();
  OpList ops;
  if (names.empty()) ops = registry->ops().Export(/*include_internal=*/false);
  for (const std::string& name : names) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry->ops().LookUp(name));
    *ops.add_op() = op->op_def;
  }
  return WriteOpList(ops, path);
}

}  // namespace

void PrintOpLine(const OpRegistrationData& data) {
  const OpDef& op = data.op_def;
  std::cout << op.name() << "(" << Args(op.input_arg()) << ")";
  if (op.output_arg_size() > 0) std::cout << " -> " << Args(op.output_arg());
  std::cout << "\n";
}

void AddOps(CLI::App* app, Call* call) {
  struct Arguments {
    std::string op;
    bool json = false;
    std::string proto;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* ops = app->add_subcommand("ops", "List the ops, or describe one")->group("Ops");
  ops->add_option("OP", arguments->op,
                  "name of an op: print its inputs, outputs, attrs and documentation, and where it "
                  "is registered");
  ops->add_flag("--json", arguments->json, "print the OpDefs as JSON, one a line");
  ops->add_option("--proto", arguments->proto,
                  "write the OpDefs to FILE, for `opgraft compat`: as text (.pbtxt) or binary "
                  "(.pb); with --load, only those of the libraries")
      ->type_name(kFile);
  ops->callback([=] {
    call->action = [=] {
      if (arguments->proto.empty()) return ListOps(arguments->op, arguments->json);
      return WriteOps(
          arguments->op.empty() ? call->loaded_ops : std::vector<std::string>{arguments->op},
          arguments->proto);
    };
  });
}

}  // namespace opgraft_internal

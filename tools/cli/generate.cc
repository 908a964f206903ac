// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/generate.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/files/standard_streams.h"
#include "tools/op_gen/cpp_header.h"
#include "tools/op_gen/op_reference.h"
#include "tools/op_gen/python_module.h"

namespace opgraft_internal {
namespace {

constexpr ByteLimit kMaxApiDefBytes{int64_t{64} << 20, ""};

std::vector<const OpDef*> OpDefsOf(const std::vector<const OpRegistrationData*>& ops) {
  std::vector<const OpDef*> op_defs;
  for (const OpRegistrationData* op : ops) op_defs.push_back(&op->op_def);
  return op_defs;
}

}  // namespace

absl::StatusOr<std::vector<const OpRegistrationData*>> ChosenOps(
    const GenerateArguments& arguments, const std::vector<std::string>& loaded_ops,
    const KernelRegistry& registry) {
  if (arguments.all) return registry.ops().List();
  std::vector<std::string> names = arguments.ops.empty() ? loaded_ops : arguments.ops;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<const OpRegistrationData*> ops;
  for (const std::string& name : names) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry.ops().LookUp(name));
    ops.push_back(op);
  }
  return ops;
}

absl::Status ReadApiDefs(const GenerateArguments& arguments, const KernelRegistry& registry,
                         std::initializer_list<ApiDefTable*> tables) {
  for (const std::string& file : arguments.api_defs) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(file));
    OPGRAFT_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxApiDefBytes));
    for (ApiDefTable* table : tables) OPGRAFT_RETURN_IF_ERROR(table->Add(text, file));
    for (const std::string& op : (*tables.begin())->OpsOf(file)) {
      const absl::Status found = registry.ops().LookUp(op).status();
      if (!found.ok()) return absl::InvalidArgumentError(absl::StrCat(file, ": ", found.message()));
    }
  }
  return absl::OkStatus();
}

absl::Status WriteText(const std::string& path, absl::string_view text) {
  if (path.empty()) {
    std::cout << text;
    return absl::OkStatus();
  }
  return WriteOutput(path, text);
}

absl::Status GeneratePython(const GenerateArguments& arguments,
                            const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::BuiltinForPython();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const PythonModule module, MakePythonModule(OpDefsOf(ops), api_defs));
  for (const std::string& note : module.notes) std::cerr << "opgraft: note: " << note << "\n";
  return WriteText(arguments.out, module.text);
}

absl::Status GenerateCpp(const GenerateArguments& arguments,
                         const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::Builtin();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string text,
                           MakeCppHeader(OpDefsOf(ops), api_defs, arguments.out));
  return WriteText(arguments.out, text);
}

absl::Status GenerateDocs(const GenerateArguments& arguments,
                          const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::Builtin();
  ApiDefTable python_api_defs = ApiDefTable::BuiltinForPython();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs, &python_api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const auto files,
                           MakeOpReference(ops, api_defs, python_api_defs, registry));
  const std::string folder = arguments.out.empty() ? "op_reference" : arguments.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return absl::InvalidArgumentError(
        absl::StrCat("cannot make folder '", folder, "': ", error.message()));
  for (const auto& [name, text] : files)
    OPGRAFT_RETURN_IF_ERROR(WriteFile(absl::StrCat(folder, "/", name), text));
  std::cout << folder << "/index.html: " << ops.size() << (ops.size() == 1 ? " op\n" : " ops\n");
  return absl::OkStatus();
}

}  // namespace opgraft_internal

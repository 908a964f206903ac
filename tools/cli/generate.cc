#include "tools/cli/generate.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/op_gen/python_module.h"

namespace opgraft {

absl::StatusOr<std::vector<const OpRegistrationData*>> ChosenOps(const GenerateArguments& arguments,
                                                                 const std::vector<std::string>& loaded_ops,
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

absl::StatusOr<ApiDefTable> ReadApiDefs(const GenerateArguments& arguments, const KernelRegistry& registry) {
  ApiDefTable table = ApiDefTable::Builtin();
  for (const std::string& file : arguments.api_defs) {
    OPGRAFT_RETURN_IF_ERROR(table.AddFile(file));
    for (const std::string& op : table.OpsOf(file)) {
      const absl::Status found = registry.ops().LookUp(op).status();
      if (!found.ok()) return absl::InvalidArgumentError(absl::StrCat(file, ": ", found.message()));
    }
  }
  return table;
}

absl::Status WriteText(const std::string& path, absl::string_view text) {
  if (path.empty()) {
    std::cout << text;
    return absl::OkStatus();
  }
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return absl::OkStatus();
  std::remove(path.c_str());
  return absl::InvalidArgumentError(absl::StrCat("cannot write '", path, "'"));
}

absl::Status GeneratePython(const GenerateArguments& arguments, const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  OPGRAFT_ASSIGN_OR_RETURN(const ApiDefTable api_defs, ReadApiDefs(arguments, *registry));
  std::vector<const OpDef*> op_defs;
  for (const OpRegistrationData* op : ops) op_defs.push_back(&op->op_def);
  OPGRAFT_ASSIGN_OR_RETURN(const PythonModule module, MakePythonModule(op_defs, api_defs));
  for (const std::string& note : module.notes) std::cerr << "opgraft: note: " << note << "\n";
  return WriteText(arguments.out, module.text);
}

}  // namespace opgraft

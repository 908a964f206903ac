// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/subcommands.h"
#include "tools/op_check/op_list_compat.h"
#include "tools/op_check/op_list_file.h"

namespace opgraft_internal {

absl::Status CompareOps(const std::string& old_path, const std::string& new_path, bool* problems) {
  OPGRAFT_ASSIGN_OR_RETURN(const OpList old_ops, ReadOpList(old_path));
  OpList new_ops;
  if (new_path.empty()) {
    new_ops = KernelRegistry::Global()->ops().Export(/*include_internal=*/true);
  } else {
    OPGRAFT_ASSIGN_OR_RETURN(new_ops, ReadOpList(new_path));
  }
  const std::string ops = absl::StrCat(old_ops.op_size(), old_ops.op_size() == 1 ? " op" : " ops");
  const std::vector<CompatViolation> violations = CompareOpLists(old_ops, new_ops);
  for (const CompatViolation& violation : violations) std::cout << violation.Line() << "\n";
  if (violations.empty()) {
    std::cout << "compatible: graphs made for the " << ops << " mean the same\n";
  } else {
    std::cout << violations.size() << (violations.size() == 1 ? " violation" : " violations")
              << " in " << ops << "\n";
  }
  *problems = !violations.empty();
  return absl::OkStatus();
}

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

}  // namespace opgraft_internal

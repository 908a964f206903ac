// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/op_check/op_list_compat.h"
#include "tools/op_check/op_list_file.h"

namespace opgraft_internal {
namespace {

// Prints how graphs made for the ops in file `old_path` do not fit those in `new_path`, or for "",
// those registered.
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

}  // namespace

void AddCompat(CLI::App* app, Call* call) {
  struct Arguments {
    std::string old_ops;
    std::string new_ops;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* compat =
      app->add_subcommand("compat", "Check that graphs made for old ops still fit the new ones")
          ->group("Ops");
  compat
      ->add_option("OLD", arguments->old_ops,
                   "what `opgraft ops --proto` wrote at the last release")
      ->type_name(kFile)
      ->required();
  compat
      ->add_option("NEW", arguments->new_ops,
                   "the same for the new ops; default: the ops of this program and of --load")
      ->type_name(kFile);
  compat->footer(
      "The rules are TensorFlow's. Exit code 1 if a graph would break.\n"
      "\n"
      "Example:\n"
      "  opgraft ops --load ./my_ops.so --proto released.pbtxt\n"
      "  opgraft compat released.pbtxt --load ./my_ops.so");
  compat->callback([=] {
    call->action = [=] {
      return CompareOps(arguments->old_ops, arguments->new_ops, &call->problems);
    };
  });
}

}  // namespace opgraft_internal

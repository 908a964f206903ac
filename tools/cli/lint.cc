// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"
#include "tools/op_check/op_lint.h"

namespace opgraft_internal {
namespace {

constexpr ByteLimit kMaxAllowedBytes{int64_t{1} << 20, ""};

// Prints what to look at in the registrations of the ops named, or of all, but for the findings
// that the file `allowed_path` lists as intended.
absl::Status Lint(const std::vector<std::string>& names, const std::string& allowed_path,
                  bool* problems) {
  const auto registry = KernelRegistry::Global();
  std::string allowed;
  if (!allowed_path.empty()) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string file, InputPath(allowed_path));
    OPGRAFT_ASSIGN_OR_RETURN(allowed, ReadFile(file, kMaxAllowedBytes));
  }
  std::vector<const OpRegistrationData*> ops;
  if (names.empty()) ops = registry->ops().List(/*include_internal=*/true);
  for (const std::string& name : names) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry->ops().LookUp(name));
    ops.push_back(op);
  }
  std::vector<LintFinding> findings = LintOps(ops, *registry);
  std::vector<std::string> lines;
  for (const std::string& unused : TakeOutAllowed(allowed, &findings)) {
    lines.push_back(
        absl::StrCat(allowed_path, ": no finding begins with '", unused, "'. Remove the line."));
  }
  for (const LintFinding& finding : findings) lines.push_back(finding.Line());
  // What was refused when the registry was built, a line a mistake.
  if (!registry->errors().ok()) lines.emplace_back(registry->errors().message());
  for (const std::string& line : lines) std::cout << line << "\n";
  std::cout << lines.size() << (lines.size() == 1 ? " finding in " : " findings in ") << ops.size()
            << (ops.size() == 1 ? " op\n" : " ops\n");
  *problems = !lines.empty();
  return absl::OkStatus();
}

}  // namespace

void AddLint(CLI::App* app, Call* call) {
  struct Arguments {
    std::vector<std::string> ops;
    std::string allowed;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* lint =
      app->add_subcommand("lint", "Look for what is missing or odd in registrations")->group("Ops");
  lint->add_option("OPS", arguments->ops,
                   "names of ops; default: those of the --load libraries, or else all");
  lint->add_option("--allow", arguments->allowed,
                   "file that lists accepted findings, one per line, as OP: START OF FINDING")
      ->type_name(kFile);
  lint->footer(
      "Reports ops without a kernel, shape function or documentation, and types that an op allows "
      "but has no kernel for. Exit code 1 if there is a finding.");
  lint->callback([=] {
    call->action = [=] {
      return Lint(arguments->ops.empty() ? call->loaded_ops : arguments->ops, arguments->allowed,
                  &call->problems);
    };
  });
}

}  // namespace opgraft_internal

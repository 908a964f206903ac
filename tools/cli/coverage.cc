// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/op_check/op_coverage.h"
#include "tools/op_check/op_list_file.h"

namespace opgraft_internal {
namespace {

// "12 are missing:" and the names behind it, or nothing for none.
void PrintNames(const std::string& what, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::cout << "\n" << names.size() << " " << what << ":\n  " << absl::StrJoin(names, " ") << "\n";
}

template <typename Lines>
void PrintLines(const std::string& what, const Lines& lines) {
  if (lines.empty()) return;
  std::cout << "\n" << what << ":\n";
  for (const auto& line : lines) std::cout << "  " << line.Line() << "\n";
}

void Print(const OpCoverage& coverage, const std::string& whose) {
  size_t left_out = 0;
  for (const auto& [reason, ops] : coverage.left_out) left_out += ops.size();
  const size_t all = coverage.here.size() + coverage.missing.size() + left_out;
  std::cout << "Of " << all << " ops of " << whose << ", " << coverage.here.size() << " are here, "
            << coverage.missing.size() << " are missing, " << left_out << " are left out.\n";
  PrintNames("are missing", coverage.missing);
  for (const auto& [reason, ops] : coverage.left_out)
    PrintNames(absl::StrCat("are left out, ", reason), ops);
  PrintLines("Different here", coverage.different);
  PrintLines("Without a kernel for these dtypes", coverage.lacking);
}

absl::Status ShowCoverage(const std::string& against, bool of_openvino, bool* problems) {
  const std::shared_ptr<const KernelRegistry> registry = KernelRegistry::Global();
  if (of_openvino) {
    Print(CompareWithOpenVino(*registry), "OpenVINO 2026.4 (opset1 to opset16)");
    return absl::OkStatus();
  }
  if (against.empty()) {
    Print(CompareWithTensorFlow(*registry), "TensorFlow 2.21 with kernels for a CPU");
    return absl::OkStatus();
  }
  OPGRAFT_ASSIGN_OR_RETURN(const OpList ops, ReadOpList(against));
  const OpCoverage coverage = CompareWithOpList(ops, *registry);
  Print(coverage, against);
  *problems = !coverage.missing.empty() || !coverage.left_out.empty() ||
              !coverage.different.empty() || !coverage.lacking.empty();
  return absl::OkStatus();
}

}  // namespace

void AddCoverage(CLI::App* app, Call* call) {
  auto against = std::make_shared<std::string>();
  auto of_openvino = std::make_shared<bool>(false);
  CLI::App* coverage =
      app->add_subcommand("coverage", "List which of TensorFlow's and OpenVINO's ops are here")
          ->group("Ops");
  coverage
      ->add_option("--against", *against,
                   "compare with the ops of this OpList file instead of TensorFlow's; `opgraft ops "
                   "--proto` and TensorFlow write such files")
      ->type_name(kFile);
  coverage
      ->add_flag("--openvino", *of_openvino,
                 "compare with OpenVINO's layers instead of TensorFlow's ops")
      ->excludes("--against");
  coverage->footer(
      "Prints the ops that are missing, those that are left out and why, and the dtypes for which "
      "an op has no kernel here. With --against also the ops that differ by TensorFlow's rule of "
      "compatibility, and exit code 1 if anything was printed.\n"
      "\n"
      "Example:\n"
      "  opgraft coverage\n"
      "  opgraft coverage --openvino\n"
      "  opgraft coverage --against ops.pbtxt --load ./my_ops.so");
  coverage->callback([=] {
    call->action = [=] { return ShowCoverage(*against, *of_openvino, &call->problems); };
  });
}

}  // namespace opgraft_internal

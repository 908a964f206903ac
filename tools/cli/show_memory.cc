// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/memory_plan.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "tools/cli/load_model.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"

namespace opgraft_internal {
namespace {

constexpr size_t kShownTenants = 6;

std::string Count(size_t n, absl::string_view what) {
  return absl::StrCat(n, " ", what, n == 1 ? "" : "s");
}

std::string Steps(int32_t first, int32_t last) {
  return last == SlotLife::kForever ? absl::StrCat(first, "..end")
                                    : absl::StrCat(first, "..", last);
}

std::string Tenants(const ProgramMemory::Region& region) {
  std::vector<std::string> texts;
  for (const ProgramMemory::Tenant& tenant : region.tenants) {
    if (texts.size() == kShownTenants) {
      texts.push_back(absl::StrCat(region.tenants.size() - kShownTenants, " more"));
      break;
    }
    texts.push_back(absl::StrCat(tenant.tensor, " ", Steps(tenant.first_step, tenant.last_step)));
  }
  return absl::StrJoin(texts, ", ");
}

int32_t LastStep(const ProgramMemory::Region& region) {
  int32_t last = 0;
  for (const ProgramMemory::Tenant& tenant : region.tenants)
    last = std::max(last, tenant.last_step);
  return last;
}

void PrintProgram(const ProgramMemory& program) {
  size_t tensors = 0;
  size_t unknown = 0;
  for (const ProgramMemory::Region& region : program.regions) {
    tensors += region.tenants.size();
    for (const ProgramMemory::Tenant& tenant : region.tenants) unknown += tenant.is_known ? 0 : 1;
  }
  std::cout << "  " << Count(static_cast<size_t>(program.num_steps), "step") << ", "
            << Count(tensors, "tensor") << " in " << Count(program.regions.size(), "region") << "\n"
            << absl::StreamFormat("  peak  %10d bytes in all regions\n", program.region_bytes)
            << absl::StreamFormat("  bound %10d bytes alive at one step: no plan takes less\n",
                                  program.alive_bytes)
            << absl::StreamFormat(
                   "  sum   %10d bytes without reuse, which saves a factor of %.2f\n",
                   program.tensor_bytes,
                   program.region_bytes == 0 ? 1.0
                                             : static_cast<double>(program.tensor_bytes) /
                                                   static_cast<double>(program.region_bytes));
  if (unknown > 0) {
    std::cout << "  " << Count(unknown, "tensor")
              << " with dimensions that are unknown before the run; each dimension counts as "
              << SlotSize::kAssumedDimension << " here\n";
  }
  if (program.regions.empty()) return;
  std::cout << absl::StreamFormat("  %6s %10s %12s  %s\n", "region", "bytes", "steps",
                                  "tensors, each with its steps");
  for (size_t r = 0; r < program.regions.size(); ++r) {
    const ProgramMemory::Region& region = program.regions[r];
    std::cout << absl::StreamFormat("  %6d %10d %12s  %s\n", r, region.bytes,
                                    Steps(region.tenants.front().first_step, LastStep(region)),
                                    Tenants(region));
  }
}

}  // namespace

absl::Status ShowMemory(const ModelArguments& arguments) {
  const std::string& path = arguments.path;
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedModel loaded, LoadModel(arguments));
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
                           WithProgress(absl::StrCat("compiling ", path), [&] {
                             return CompiledModel::Compile(loaded.graph, loaded.options);
                           }));
  const MemoryReport report = model.memory();
  for (const ProgramMemory& program : report.programs) {
    if (program.function.empty()) {
      std::cout << path << "\n";
    } else {
      std::cout << "function " << Printable(program.function) << ", for each call in progress\n";
    }
    PrintProgram(program);
  }
  std::cout << "constants: " << report.constant_bytes << " bytes in "
            << Count(static_cast<size_t>(report.num_constants), "tensor")
            << ", shared by all requests";
  if (report.mapped_bytes > 0)
    std::cout << "; " << report.mapped_bytes << " of them stay in the file, mapped";
  std::cout << "\n";
  return absl::OkStatus();
}

}  // namespace opgraft_internal

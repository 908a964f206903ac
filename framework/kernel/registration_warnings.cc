// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/registration_warnings.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registry.h"
#include "framework/op/spec_problem.h"

namespace opgraft_internal {
namespace {

void LookAtOp(const OpRegistrationData& op, const KernelRegistry& registry,
              std::vector<std::string>* warnings) {
  const std::string& name = op.op_def.name();
  const std::string which = absl::StrCat("op '", name, "' (", ShowLocation(op.location), ")");
  if (NeedsKernel(op.role) && registry.KernelsOf(name).empty()) {
    warnings->push_back(absl::StrCat(which,
                                     " has no kernel: its nodes cannot run. "
                                     "REGISTER_KERNEL_BUILDER is missing, or its file is not "
                                     "linked"));
  }
  if (!op.shape_inference_fn && op.op_def.output_arg_size() > 0) {
    warnings->push_back(
        absl::StrCat(which, " has no shape function: shapes behind it are unknown before a run"));
  }
}

bool IsThere(const std::string& device) { return device == DEVICE_CPU || device == DEVICE_DEFAULT; }

}  // namespace

bool NeedsKernel(OpRole role) {
  return !RunsBodies(role) && role != OpRole::kRead && role != OpRole::kAssign &&
         role != OpRole::kArgument;
}

std::vector<std::string> RegistrationWarnings(const KernelRegistry& registry,
                                              absl::Span<const std::string> ops,
                                              absl::Span<const KernelRegistration* const> kernels) {
  std::vector<std::string> warnings;
  for (const std::string& name : ops) {
    const OpRegistrationData* const op = registry.ops().Find(name);
    if (op != nullptr) LookAtOp(*op, registry, &warnings);
  }
  // An op's kernels for all its dtypes are one warning, at the first of them.
  std::map<std::pair<std::string, std::string>, std::vector<const KernelRegistration*>> elsewhere;
  for (const KernelRegistration* kernel : kernels) {
    if (!IsThere(kernel->spec.device))
      elsewhere[{kernel->spec.op, kernel->spec.device}].push_back(kernel);
  }
  for (const auto& [key, found] : elsewhere) {
    warnings.push_back(
        absl::StrCat(found.size() == 1 ? "a kernel" : absl::StrCat(found.size(), " kernels"),
                     " of op '", key.first, "' (", ShowLocation(found.front()->location),
                     found.size() == 1 ? ") is for " : ") are for ", key.second,
                     "; Opgraft runs on the CPU only, so ",
                     found.size() == 1 ? "it is never used" : "they are never used"));
  }
  return warnings;
}

}  // namespace opgraft_internal

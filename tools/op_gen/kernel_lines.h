// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_KERNEL_LINES_H_
#define TOOLS_OP_GEN_KERNEL_LINES_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Kernels of one op that differ only in the dtype of one attr.
struct KernelLine {
  std::string head;  // "CPU", "CPU label=fast priority=2"
  std::string attr;  // the constrained attr; "" if there is none
  std::string rest;  // other constraints
  std::vector<DataType> types;
};

// In the order of registration.
std::vector<KernelLine> KernelLines(absl::Span<const KernelRegistration* const> kernels);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_KERNEL_LINES_H_

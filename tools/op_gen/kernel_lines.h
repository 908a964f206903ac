// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_KERNEL_LINES_H_
#define TOOLS_OP_GEN_KERNEL_LINES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/registration_warnings.h"
#include "framework/op/op_role.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// Kernels of one op that differ only in the dtype of one attr.
struct KernelLine {
  std::string head;  // "CPU", "CPU label=fast priority=2"
  std::string attr;  // the constrained attr; "" if there is none
  std::string rest;  // other constraints
  std::vector<DataType> types;
};

// What is said of an op whose nodes need none (NeedsKernel).
inline constexpr absl::string_view kIsPlanStep = "is a step of the plan, not a kernel";

// In the order of registration.
std::vector<KernelLine> KernelLines(absl::Span<const KernelRegistration* const> kernels);

// The dtypes that a line is for: "T: float double"; of kernels that do not constrain them what the
// op allows: "T: int32 int64", "int32 -> string" of an op without type attrs, "any dtype".
std::string DTypesOf(const KernelLine& line, const OpDef& op);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_KERNEL_LINES_H_

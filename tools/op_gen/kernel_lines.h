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

// Kernels of one op that differ only in the dtype of one attr: a line of `opgraft kernels`.
struct KernelLine {
  // Device, label and priority: "CPU", "CPU label=fast priority=2".
  std::string head;
  // The attr that they constrain to `types`; "" if they constrain none.
  std::string attr;
  // Other constraints, which all of them have.
  std::string rest;
  std::vector<DataType> types;
};

// What is printed for an op whose nodes need no kernel (NeedsKernel).
inline constexpr absl::string_view kIsPlanStep = "is a step of the plan, not a kernel";

// The lines of some kernels of one op, in the order of registration.
//
// Example: kernels of Neg for half, float and double, all for the CPU, are one line with attr "T".
std::vector<KernelLine> KernelLines(absl::Span<const KernelRegistration* const> kernels);

// The dtypes that a line is for: "T: float double". Of kernels that do not constrain them, what the
// op allows: "T: int32 int64", "int32 -> string" of an op without type attrs, "any dtype".
std::string DTypesOf(const KernelLine& line, const OpDef& op);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_KERNEL_LINES_H_

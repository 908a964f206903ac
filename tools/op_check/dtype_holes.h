// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_DTYPE_HOLES_H_
#define TOOLS_OP_CHECK_DTYPE_HOLES_H_

#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The types of the type attr `attr` that some kernel of `op` is for; all that are allowed if one
// does not constrain it.
std::set<DataType> TypesWithKernel(const OpRegistrationData& op, const OpDef::AttrDef& attr,
                                   const KernelRegistry& registry);

// Dtypes that `op` allows for `attr` but has no kernel for, while `relative` has kernels for them.
// Borrows the ops.
struct DTypeHole {
  const OpRegistrationData* op;
  std::string attr;
  std::vector<DataType> types;
  // The relative with kernels for the most of these types.
  const OpRegistrationData* relative;
};

// The holes of every op that has kernels, but for dtypes that TensorFlow has no kernel for either.
// Relatives are ops registered in the same file whose inputs and outputs have the same types.
//
// Example: Maximum has a kernel for int8, Minimum of the same file has none but allows int8. That
// is a hole of Minimum, with Maximum as the relative.
std::vector<DTypeHole> FindDTypeHoles(absl::Span<const OpRegistrationData* const> ops,
                                      const KernelRegistry& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_DTYPE_HOLES_H_

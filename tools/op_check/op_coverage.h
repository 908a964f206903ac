// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_OP_COVERAGE_H_
#define TOOLS_OP_CHECK_OP_COVERAGE_H_

#include <map>
#include <string>
#include <vector>

#include "framework/kernel/kernel_registry.h"
#include "framework/types/internal_namespace.h"
#include "tools/op_check/op_list_compat.h"

namespace opgraft_internal {

// Dtypes that an attr of an op may have in TensorFlow or in another program, and for which Opgraft
// has no kernel.
struct LackingDTypes {
  std::string op;
  std::string attr;
  std::vector<DataType> types;

  // "Cumsum T: qint8 qint32".
  std::string Line() const;
};

// Which ops of a set Opgraft has. Plain data.
struct OpCoverage {
  std::vector<std::string> here;
  // Not here, without a reason against them.
  std::vector<std::string> missing;
  // Not here on purpose, by the reason.
  std::map<std::string, std::vector<std::string>> left_out;
  // Here, but with an OpDef by which a graph may mean something else.
  std::vector<CompatViolation> different;
  // Sorted by op.
  std::vector<LackingDTypes> lacking;
};

// Against TensorFlow 2.21: its ops with kernels for a CPU, and their dtypes. Does not compare
// OpDefs.
OpCoverage CompareWithTensorFlow(const KernelRegistry& registry);

// Against OpenVINO 2026.4: the layers of its opset1 to opset16, by their types.
OpCoverage CompareWithOpenVino(const KernelRegistry& registry);

// Against an OpList of any program: its ops, by the rule of compatibility, and what their type
// attrs allow.
OpCoverage CompareWithOpList(const OpList& ops, const KernelRegistry& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_OP_COVERAGE_H_

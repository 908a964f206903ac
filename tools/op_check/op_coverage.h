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

// Dtypes that nodes of an op may have elsewhere, and for which there is no kernel here.
struct LackingDTypes {
  std::string op;
  std::string attr;
  std::vector<DataType> types;

  std::string Line() const;  // "Cumsum T: qint8 qint32"
};

// What of a set of ops is here.
struct OpCoverage {
  std::vector<std::string> here;
  std::vector<std::string> missing;                          // that nothing speaks against
  std::map<std::string, std::vector<std::string>> left_out;  // by the reason
  std::vector<CompatViolation> different;  // here, but graphs do not mean the same
  std::vector<LackingDTypes> lacking;      // sorted by op
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

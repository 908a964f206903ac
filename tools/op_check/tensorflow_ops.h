// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_TENSORFLOW_OPS_H_
#define TOOLS_OP_CHECK_TENSORFLOW_OPS_H_

#include <map>
#include <set>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// An op of TensorFlow 2.21, and what its kernels for a CPU take.
struct TensorFlowOp {
  absl::string_view name;
  bool has_kernel = false;
  // By attr that kernels constrain: the dtypes that at least one kernel takes.
  std::map<absl::string_view, std::set<DataType>> dtypes;
};

// All of them by name, from tensorflow_ops.txt, which the build puts into the program. Made at the
// first call, by any thread.
const std::vector<TensorFlowOp>& TensorFlowOps();
// Null if TensorFlow has no such op.
const TensorFlowOp* FindTensorFlowOp(absl::string_view name);

// Why Opgraft leaves the op out, by left_out.txt: "TPUs"; "" if nothing speaks against it. A layer
// of OpenVINO's is named as its op would be, "OpenVINO>Proposal".
absl::string_view WhyLeftOut(absl::string_view op);

// The types of layers in OpenVINO 2026.4's opsets, sorted, from openvino_layers.txt.
const std::vector<absl::string_view>& OpenVinoLayers();

// The contents of the three files, which the build puts into the program.
absl::string_view TensorFlowOpsText();
absl::string_view LeftOutText();
absl::string_view OpenVinoLayersText();

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_TENSORFLOW_OPS_H_

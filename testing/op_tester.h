// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_OP_TESTER_H_
#define TESTING_OP_TESTER_H_

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/kernel/tensor_value.h"
#include "framework/op/owned_node_def.h"
#include "framework/tensor/tensor.h"

namespace opgraft_internal {
class StandaloneKernelCall;
}  // namespace opgraft_internal

namespace opgraft {

class KernelRegistry;

// One node, its kernel and its outputs: what OpsTestBase runs. For tests that are not written with
// GoogleTest: errors are statuses. Owns all of it; resources live as long as it does. Not
// thread-safe.
//
// Example:
//   OpTester tester;
//   OPGRAFT_RETURN_IF_ERROR(
//       NodeDefBuilder("op", "ZeroOut").Input(FakeInput(DT_INT32)).Finalize(tester.node_def()));
//   OPGRAFT_RETURN_IF_ERROR(tester.Init(kGraphDefVersion));
//   Tensor x = Tensor::Of<int32_t>({5, 4, 3});
//   OPGRAFT_RETURN_IF_ERROR(tester.Run({TensorValue(&x)}));
//   const Tensor* const y = tester.output(0);
class OpTester {
 public:
  OpTester();
  ~OpTester();
  OpTester(const OpTester&) = delete;
  OpTester& operator=(const OpTester&) = delete;

  // The node, which NodeDefBuilder::Finalize fills before Init.
  OwnedNodeDef* node_def() { return &node_def_; }
  void set_device(DeviceBase* device) { device_ = device; }

  // Finds and constructs the node's kernel among those of the process. NOT_FOUND, INVALID_ARGUMENT,
  // or what the constructor reports.
  absl::Status Init(int graph_def_version);
  // A tensor for input `index`. INVALID_ARGUMENT before Init, beyond the last input or if the input
  // is of another type.
  absl::StatusOr<Tensor> MakeInput(size_t index, DataType dtype, const TensorShape& shape) const;
  // Runs the kernel; the error names the node. What it puts behind a reference is in the input's
  // tensor afterwards.
  absl::Status Run(absl::Span<const TensorValue> inputs);

  // Output `index` of the last run, good until the next one; null if the run failed or the node has
  // no such output.
  Tensor* output(int index);
  // Of the last run; null before.
  OpKernelContext* context();
  // Null before Init.
  OpKernel* kernel() const { return kernel_.get(); }
  ResourceMgr* resources() { return &resources_; }

 private:
  OwnedNodeDef node_def_;
  std::shared_ptr<const KernelRegistry> registry_;
  DeviceBase* device_ = nullptr;
  ResourceMgr resources_;
  std::unique_ptr<OpKernel> kernel_;
  std::unique_ptr<opgraft_internal::StandaloneKernelCall> call_;  // the last
  std::vector<Tensor> outputs_;
};

}  // namespace opgraft

#endif  // TESTING_OP_TESTER_H_

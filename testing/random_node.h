// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_RANDOM_NODE_H_
#define TESTING_RANDOM_NODE_H_

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/op/attr.h"
#include "framework/op/node_properties.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

// Of what no random value can be made.
inline bool IsHandle(DataType dtype) { return dtype == DT_RESOURCE || dtype == DT_VARIANT; }

// Makes random nodes of one op, and inputs for them: what CheckKernel tries. Attrs that are not
// given have their default, or else a small value that the op and the kernel allow. Values of
// inputs are small. Not thread-safe.
class RandomNodeMaker {
 public:
  using Attrs = std::vector<std::pair<std::string, Attr>>;

  // `op` must outlive the nodes. `shapes` are those of the inputs, as ShapeInferenceTestOp writes
  // them, with '?' for what may vary; empty: all may.
  RandomNodeMaker(const OpRegistrationData* op, Attrs attrs, std::string shapes, uint64_t seed);

  // A node that `kernel` fits. INVALID_ARGUMENT for an attr that must be given or does not fit.
  absl::StatusOr<std::shared_ptr<const NodeProperties>> MakeNode(const KernelSpec& kernel);
  // Makes input `i`, which is a resource or a variant.
  using MakeHandle = std::function<absl::StatusOr<Tensor>(int i)>;
  // Inputs for the node. UNIMPLEMENTED for a resource or a variant without `make_handle`,
  // INVALID_ARGUMENT for `shapes` that do not fit and for a handle of another type.
  absl::StatusOr<std::vector<Tensor>> MakeInputs(const NodeProperties& node,
                                                 const MakeHandle& make_handle);

 private:
  // In [low, high].
  int Int(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  TensorShape RandomShape(int rank);
  absl::StatusOr<std::vector<TensorShape>> InputShapes(size_t num_inputs);
  Tensor RandomTensor(DataType dtype, const TensorShape& shape);
  absl::StatusOr<Tensor> Handle(const NodeProperties& node, int input,
                                const MakeHandle& make_handle);

  const OpRegistrationData* const op_;
  const Attrs attrs_;
  const std::string shapes_;
  std::mt19937_64 random_;
};

}  // namespace opgraft_internal

#endif  // TESTING_RANDOM_NODE_H_

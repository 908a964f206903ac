// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_CONSTANT_STEPS_H_
#define FRAMEWORK_RUNTIME_CONSTANT_STEPS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "framework/graph/data/graph.h"
#include "framework/kernel/op_kernel.h"
#include "framework/runtime/model.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Does while a model is compiled what each of its runs would do alike: runs the kernels whose
// inputs are constants. What they give are constants of the model. Folding is no promise: a kernel
// that fails, an op that is stateful and values that would take much memory are left to the runs.
// Borrows the model. Thread-compatible.
//
// Example: weights that a file holds as halves, with a Cast to float, are cast once.
//
//   ConstantSteps constants(&model);
//   const auto outputs = constants.Fold(cast_node, cast_kernel, {&halves});
//   if (outputs.empty()) ...  // it is a step of the program
class ConstantSteps {
 public:
  explicit ConstantSteps(Model* model) : model_(model) {}

  // The outputs of `kernel`, which is that of `node`, for these inputs, which are constants of the
  // model; none: each run is to compute them. One kernel and the same inputs give the same tensors.
  absl::Span<const Tensor* const> Fold(const Node& node, OpKernel* kernel,
                                       const std::vector<const Tensor*>& inputs);

  // Lets go of the constants that no program of the model holds: what they were needed for was
  // folded. Once all programs are made.
  void ReleaseUnused();

 private:
  using Call = std::pair<const OpKernel*, std::vector<const Tensor*>>;

  bool MayFold(const Node& node, OpKernel* kernel, absl::Span<const Tensor* const> inputs);
  void CreditOwnConstants(absl::Span<const Tensor* const> inputs);
  bool HasRoomFor(int64_t bytes) const;
  std::vector<const Tensor*> Run(const Node& node, OpKernel* kernel,
                                 absl::Span<const Tensor* const> inputs);

  Model* const model_;
  absl::flat_hash_map<Call, std::vector<const Tensor*>> folded_;
  // The graph's own constants that results were made of, and the results.
  absl::flat_hash_set<const Tensor*> known_;
  // What results may still take, in bytes. It counts from the graph's own constants: a chain of
  // nodes that each double their input would fill any memory.
  int64_t bytes_left_ = int64_t{64} << 20;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_CONSTANT_STEPS_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// A vector of `values` in output `index`.
template <typename T>
absl::Status PutVector(OpKernelContext* context, int index, const std::vector<T>& values) {
  Tensor* output = nullptr;
  const absl::Status status =
      context->allocate_output(index, TensorShape({static_cast<int64_t>(values.size())}), &output);
  if (status.ok() && !values.empty())
    std::memcpy(output->data(), values.data(), values.size() * sizeof(T));
  return status;
}

class ComputeAccidentalHitsOp : public OpKernel {
 public:
  explicit ComputeAccidentalHitsOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("num_true", &num_true_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& labels = context->input(0);
    const Tensor& candidates = context->input(1);
    OP_REQUIRES(context, labels.dims() == 2 && labels.dim_size(1) == num_true_,
                absl::InvalidArgumentError(
                    absl::StrCat("true_classes must be a batch_size * num_true matrix, got shape ",
                                 labels.shape().DebugString())));
    OP_REQUIRES(
        context, candidates.dims() == 1,
        absl::InvalidArgumentError(absl::StrCat("sampled_candidates must be a vector, got shape ",
                                                candidates.shape().DebugString())));
    absl::flat_hash_map<int64_t, int64_t> place;  // of one that is there twice: the last
    const auto* const sampled = static_cast<const int64_t*>(candidates.data());
    for (int64_t i = 0; i < candidates.NumElements(); ++i) place[sampled[i]] = i;
    std::vector<int32_t> rows;
    std::vector<int64_t> hits;
    const auto* const label = static_cast<const int64_t*>(labels.data());
    for (int64_t i = 0; i < labels.NumElements(); ++i) {
      const auto found = place.find(label[i]);
      if (found == place.end()) continue;
      rows.push_back(static_cast<int32_t>(i / num_true_));
      hits.push_back(found->second);
    }
    OP_REQUIRES_OK(context, PutVector(context, 0, rows));
    OP_REQUIRES_OK(context, PutVector(context, 1, hits));
    const std::vector<float> weights(hits.size(), std::numeric_limits<float>::lowest());
    OP_REQUIRES_OK(context, PutVector(context, 2, weights));
  }

 private:
  int64_t num_true_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("ComputeAccidentalHits").Device(DEVICE_CPU), ComputeAccidentalHitsOp);

}  // namespace
}  // namespace opgraft_internal

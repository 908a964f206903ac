// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// Whether fewer than k classes are more probable than the target. False where that cannot be said:
// a target out of range, or a prediction that is not finite among those looked at.
bool IsAmongTop(const float* predictions, int64_t classes, int64_t target, int64_t k) {
  if (target < 0 || target >= classes || !std::isfinite(predictions[target])) return false;
  int64_t more_probable = 0;
  for (int64_t i = 0; i < classes; ++i) {
    if (!std::isfinite(predictions[i])) return false;
    if (predictions[i] > predictions[target] && ++more_probable > k) break;
  }
  return more_probable < k;
}

class InTopKOp : public OpKernel {
 public:
  explicit InTopKOp(OpKernelConstruction* context) : OpKernel(context) {
    if (context->HasAttr("k")) OP_REQUIRES_OK(context, context->GetAttr("k", &k_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& predictions = context->input(0);
    const Tensor& targets = context->input(1);
    OP_REQUIRES(context, predictions.dims() == 2,
                absl::InvalidArgumentError("predictions must be 2-dimensional"));
    OP_REQUIRES(context, targets.dims() == 1,
                absl::InvalidArgumentError("targets must be 1-dimensional"));
    OP_REQUIRES(context, predictions.dim_size(0) == targets.dim_size(0),
                absl::InvalidArgumentError(
                    absl::StrCat("First dimension of predictions ", predictions.dim_size(0),
                                 " must match length of targets ", targets.dim_size(0))));
    int64_t k = k_;
    if (context->num_inputs() > 2) {
      const Tensor& told = context->input(2);
      OP_REQUIRES(context, told.dims() == 0,
                  absl::InvalidArgumentError(
                      absl::StrCat("k must be 0-D, got shape ", told.shape().DebugString())));
      k = IndexAt(told, 0);
    }
    Tensor* precision = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, targets.shape(), &precision));
    const float* rows = static_cast<const float*>(predictions.data());
    const int64_t classes = predictions.dim_size(1);
    bool* out = static_cast<bool*>(precision->data());
    ShardElements(context, targets.NumElements(), 5 + static_cast<double>(classes),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row)
                      out[row] =
                          IsAmongTop(rows + row * classes, classes, IndexAt(targets, row), k);
                  });
  }

 private:
  int64_t k_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("InTopK").Device(DEVICE_CPU), InTopKOp);
REGISTER_KERNEL_BUILDER(Name("InTopKV2").Device(DEVICE_CPU), InTopKOp);

}  // namespace
}  // namespace opgraft_internal

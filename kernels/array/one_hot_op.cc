// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/one_hot.h"

namespace opgraft_internal {
namespace {

// The output is [outer, depth, inner], the indices are [outer, inner].
class OneHotOp : public OpKernel {
 public:
  explicit OneHotOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(0);
    OP_REQUIRES_OK(ctx, Check(ctx));
    const int64_t depth = IndexAt(ctx->input(1), 0);
    const int axis = axis_ == -1 ? indices.dims() : static_cast<int>(axis_);
    OP_REQUIRES_OK(ctx, WriteOneHot(ctx, depth, axis, /*wraps=*/false));
  }

 private:
  absl::Status Check(OpKernelContext* ctx) const {
    static constexpr const char* kNames[] = {"indices", "depth", "on_value", "off_value"};
    const int rank = ctx->input(0).dims();
    if (axis_ < -1 || axis_ > rank) {
      return absl::InvalidArgumentError(absl::StrCat("Expected axis to be -1 or between [0, ",
                                                     rank + 1, ").  But received: ", axis_));
    }
    for (int i = 1; i < 4; ++i) {
      if (ctx->input(i).dims() == 0) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          kNames[i], " must be a scalar, but got: ", ctx->input(i).shape().DebugString()));
    }
    const int64_t depth = IndexAt(ctx->input(1), 0);
    if (depth >= 0) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("depth must be non-negative, got: ", depth));
  }

  int64_t axis_ = -1;
};

REGISTER_KERNEL_BUILDER(Name("OneHot").Device(DEVICE_CPU), OneHotOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/elementwise/shard_elements.h"

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
    TensorShape shape = indices.shape();
    OP_REQUIRES_OK(ctx, shape.InsertDimWithStatus(axis, depth));
    OP_REQUIRES_OK(
        ctx, CheckText(ctx->input(2), indices.NumElements(), ctx->input(3), shape.num_elements()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    const Tensor& off = ctx->input(3);
    StridedCopy({{shape.num_elements(), 0, 1}})
        .Run(off.dtype(), off.data(), output->data(), ctx->device());
    const int64_t inner = ProductOf(indices.shape().sizes(), axis, indices.dims());
    SetPlaces(ctx, indices, depth, inner, output);
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

  static absl::Status CheckText(const Tensor& on, int64_t places, const Tensor& off,
                                int64_t elements) {
    TextBudget budget;
    if (on.dtype() == DT_STRING) {
      budget.Add(static_cast<int64_t>(on.scalar<tstring>()().size()), places);
      budget.Add(static_cast<int64_t>(off.scalar<tstring>()().size()), elements);
    }
    return budget.Check();
  }

  static void SetPlaces(OpKernelContext* ctx, const Tensor& indices, int64_t depth, int64_t inner,
                        Tensor* output) {
    const char* const on = static_cast<const char*>(ctx->input(2).data());
    char* const to = static_cast<char*>(output->data());
    ShardElements(ctx, indices.NumElements(), 4, [&](int64_t begin, int64_t end) {
      WithElements(output->dtype(), [&](auto elements) {
        using E = decltype(elements);
        for (int64_t i = begin; i < end; ++i) {
          const int64_t place = AnyIndexAt(indices, i);
          if (place < 0 || place >= depth) continue;
          E::CopyOne(on, to + ((i / inner * depth + place) * inner + i % inner) * E::kSize);
        }
      });
    });
  }

  int64_t axis_ = -1;
};

REGISTER_KERNEL_BUILDER(Name("OneHot").Device(DEVICE_CPU), OneHotOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where values stand in sorted rows: LowerBound and UpperBound.
#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

template <typename T, bool kUpper>
class BoundOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& sorted = ctx->input(0);
    const Tensor& values = ctx->input(1);
    OP_REQUIRES_OK(ctx, CheckInputs(sorted.shape(), values.shape()));
    const int64_t n = sorted.dim_size(1), m = values.dim_size(1);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, values.shape(), &output));
    const T* const value = static_cast<const T*>(values.data());
    ShardElements(ctx, values.NumElements(), 30, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* const row = static_cast<const T*>(sorted.data()) + i / m * n;
        const T* const found = kUpper ? std::upper_bound(row, row + n, value[i])
                                      : std::lower_bound(row, row + n, value[i]);
        if (output->dtype() == DT_INT64) {
          static_cast<int64_t*>(output->data())[i] = found - row;
        } else {
          static_cast<int32_t*>(output->data())[i] = static_cast<int32_t>(found - row);
        }
      }
    });
  }

 private:
  absl::Status CheckInputs(const TensorShape& sorted, const TensorShape& values) const {
    if (sorted.dims() != 2 || values.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("sorted_inputs and values must be matrices, but have the shapes ",
                       sorted.DebugString(), " and ", values.DebugString()));
    }
    if (sorted.dim_size(0) != values.dim_size(0))
      return absl::InvalidArgumentError("Leading dim_size of both tensors must match.");
    const int64_t n = sorted.dim_size(1);
    if (output_type(0) == DT_INT64 || n <= std::numeric_limits<int32_t>::max())
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("sorted_inputs has rows of ", n, " elements, more than an int32 counts"));
  }
};

#define REGISTER_BOUND(op, T, kUpper) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), BoundOp<T, kUpper>)
#define REGISTER_BOUNDS(T)                \
  REGISTER_BOUND("LowerBound", T, false); \
  REGISTER_BOUND("UpperBound", T, true);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_BOUNDS);
#undef REGISTER_BOUNDS
#undef REGISTER_BOUND

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/gather.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

absl::Status ReadAxis(OpKernelContext* ctx, int* axis) {
  const TensorShape& params = ctx->input(0).shape();
  if (params.dims() == 0)
    return absl::InvalidArgumentError("params must be at least 1 dimensional");
  if (ctx->num_inputs() < 3) return absl::OkStatus();
  if (ctx->input(2).dims() != 0) return absl::InvalidArgumentError("axis must be scalar");
  const int64_t wanted = IndexAt(ctx->input(2), 0);
  if (ResolveAxis(wanted, params.dims(), axis)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Expected axis in the range [", -params.dims(),
                                                 ", ", params.dims(), "), but got ", wanted));
}

// GatherV2, and Gather, which goes along the first dimension.
template <typename Index>
class GatherOp : public OpKernel {
 public:
  explicit GatherOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    if (ctx->HasAttr("batch_dims")) OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& params = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    int axis = 0;
    int batch_rank = 0;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx, &axis));
    OP_REQUIRES_OK(
        ctx, ResolveBatchRank(params.shape(), indices.shape(), axis, batch_dims_, &batch_rank));
    GatherAlong<Index>(ctx, params, indices, axis, batch_rank);
  }

 private:
  int64_t batch_dims_ = 0;
};

#define REGISTER_GATHER(op, Index)                                                       \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<Index>("Tindices"), \
                          GatherOp<Index>)
REGISTER_GATHER("Gather", int32_t);
REGISTER_GATHER("Gather", int64_t);
REGISTER_GATHER("GatherV2", int16_t);
REGISTER_GATHER("GatherV2", int32_t);
REGISTER_GATHER("GatherV2", int64_t);
#undef REGISTER_GATHER

}  // namespace
}  // namespace opgraft_internal

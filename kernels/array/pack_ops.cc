// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pack and Unpack: tensors of one shape, and the tensor that has them along a new dimension.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

absl::Status ResolvePackAxis(int32_t axis, int rank, int* dim) {
  if (ResolveAxis(axis, rank, dim)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("axis = ", axis, " not in [", -rank, ", ", rank, ")"));
}

class PackOp : public OpKernel {
 public:
  explicit PackOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const int count = ctx->num_inputs();
    const TensorShape& part = ctx->input(0).shape();
    int axis = 0;
    OP_REQUIRES_OK(ctx, ResolvePackAxis(axis_, part.dims() + 1, &axis));
    for (int i = 1; i < count; ++i) {
      OP_REQUIRES(ctx, ctx->input(i).shape() == part,
                  absl::InvalidArgumentError(absl::StrCat(
                      "Shapes of all inputs must match: values[0].shape = ", part.DebugString(),
                      " != values[", i, "].shape = ", ctx->input(i).shape().DebugString())));
    }
    TensorShape shape = part;
    OP_REQUIRES_OK(ctx, shape.InsertDimWithStatus(axis, count));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    const int64_t outer = ProductOf(shape.sizes(), 0, axis);
    const int64_t row = ProductOf(shape.sizes(), axis + 1, shape.dims());
    const StridedCopy copy({{outer, row, row * count}, {row, 1, 1}});
    for (int i = 0; i < count; ++i) {
      copy.Run(output->dtype(), ctx->input(i).data(), ElementAt(output, i * row), ctx->device());
    }
  }

 private:
  int32_t axis_ = 0;
};

class UnpackOp : public OpKernel {
 public:
  explicit UnpackOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const int count = ctx->num_outputs();
    const Tensor& value = ctx->input(0);
    int axis = 0;
    OP_REQUIRES_OK(ctx, ResolvePackAxis(axis_, value.dims(), &axis));
    OP_REQUIRES(
        ctx, value.dim_size(axis) == count,
        absl::InvalidArgumentError(absl::StrCat("Input shape axis ", axis, " must equal ", count,
                                                ", got shape ", value.shape().DebugString())));
    TensorShape shape = value.shape();
    OP_REQUIRES_OK(ctx, shape.RemoveDimWithStatus(axis));
    const int64_t outer = ProductOf(shape.sizes(), 0, axis);
    const int64_t row = ProductOf(shape.sizes(), axis, shape.dims());
    const StridedCopy copy({{outer, row * count, row}, {row, 1, 1}});
    for (int i = 0; i < count; ++i) {
      Tensor* output = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, shape, &output));
      copy.Run(value.dtype(), ElementAt(value, i * row), output->data(), ctx->device());
    }
  }

 private:
  int32_t axis_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("Pack").Device(DEVICE_CPU), PackOp);
REGISTER_KERNEL_BUILDER(Name("Unpack").Device(DEVICE_CPU), UnpackOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Diag and DiagPart: the diagonal of a tensor of shape [d1, ..., dk, d1, ..., dk], which is a
// tensor of shape [d1, ..., dk]. To both, the large tensor is one matrix of n rows and n columns,
// where n is d1 * ... * dk: its diagonal is every (n + 1)th element.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

class DiagOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& diagonal = ctx->input(0);
    OP_REQUIRES(ctx, diagonal.dims() > 0,
                absl::InvalidArgumentError("Input must be at least rank 1, got 0"));
    TensorShape shape = diagonal.shape();
    OP_REQUIRES_OK(ctx, shape.AppendShapeWithStatus(diagonal.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    ClearElements(output->dtype(), output->data(), output->NumElements());
    const int64_t n = diagonal.NumElements();
    StridedCopy({{n, 1, n + 1}})
        .Run(diagonal.dtype(), diagonal.data(), output->data(), ctx->device());
  }
};

class DiagPartOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    const int half = input.dims() / 2;
    OP_REQUIRES(
        ctx, input.dims() % 2 == 0,
        absl::InvalidArgumentError(absl::StrCat("The rank of the tensor should be even, got shape ",
                                                input.shape().DebugString())));
    TensorShape shape;
    for (int d = 0; d < half; ++d) {
      OP_REQUIRES(ctx, input.dim_size(d) == input.dim_size(d + half),
                  absl::InvalidArgumentError(
                      absl::StrCat("Invalid shape ", input.shape().DebugString(), ": dimensions ",
                                   d, " and ", d + half, " do not match.")));
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(input.dim_size(d)));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    const int64_t n = shape.num_elements();
    StridedCopy({{n, n + 1, 1}}).Run(input.dtype(), input.data(), output->data(), ctx->device());
  }
};

REGISTER_KERNEL_BUILDER(Name("Diag").Device(DEVICE_CPU), DiagOp);
REGISTER_KERNEL_BUILDER(Name("DiagPart").Device(DEVICE_CPU), DiagPartOp);

}  // namespace
}  // namespace opgraft_internal

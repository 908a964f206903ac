// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

// Cuts one dimension into equal parts, an output each.
class SplitOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    int axis = 0;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx->input(0), ctx->input(1).dims(), &axis));
    const Tensor& value = ctx->input(1);
    const int64_t size = value.dim_size(axis);
    const int parts = ctx->num_outputs();
    OP_REQUIRES(
        ctx, parts > 0 && size % parts == 0,
        absl::InvalidArgumentError(absl::StrCat(
            "Number of ways to split should evenly divide the split dimension, but got split_dim ",
            axis, " (size = ", size, ") and num_split ", parts)));
    TensorShape shape = value.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(axis, size / parts));
    const int64_t outer = ProductOf(shape.sizes(), 0, axis);
    const int64_t row = ProductOf(shape.sizes(), axis, shape.dims());
    const StridedCopy copy({{outer, row * parts, row}, {row, 1, 1}});
    for (int i = 0; i < parts; ++i) {
      Tensor* output = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, shape, &output));
      copy.Run(value.dtype(), ElementAt(value, i * row), output->data(), ctx->device());
    }
  }

 private:
  static absl::Status ReadAxis(const Tensor& tensor, int rank, int* axis) {
    if (tensor.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("split_dim must be a scalar but has rank ", tensor.dims()));
    }
    const int64_t wanted = IndexAt(tensor, 0);
    if (!ResolveAxis(wanted, rank, axis)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "-input rank(-", rank, ") <= split_dim < input rank (", rank, "), but got ", wanted));
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("Split").Device(DEVICE_CPU), SplitOp);

}  // namespace
}  // namespace opgraft_internal

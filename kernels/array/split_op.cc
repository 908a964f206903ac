// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

absl::Status ReadAxis(const Tensor& tensor, int rank, int* axis) {
  if (tensor.NumElements() != 1) {
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

// Cuts one dimension into equal parts, an output each.
class SplitOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    int axis = 0;
    OP_REQUIRES(ctx, ctx->input(0).dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("split_dim must be a scalar but has rank ",
                                                        ctx->input(0).dims())));
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
};

// Cuts one dimension into parts of the sizes that an input says, an output each.
class SplitVOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& value = ctx->input(0);
    int axis = 0;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx->input(2), value.dims(), &axis));
    IndexValues sizes;
    OP_REQUIRES_OK(ctx, ReadSizes(ctx, value.dim_size(axis), &sizes));
    const int64_t outer = ProductOf(value.shape().sizes(), 0, axis);
    const int64_t inner = ProductOf(value.shape().sizes(), axis + 1, value.dims());
    const int64_t value_row = value.dim_size(axis) * inner;
    int64_t offset = 0;
    for (int i = 0; i < ctx->num_outputs(); ++i) {
      TensorShape shape = value.shape();
      OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(axis, sizes[static_cast<size_t>(i)]));
      Tensor* output = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, shape, &output));
      const int64_t row = sizes[static_cast<size_t>(i)] * inner;
      StridedCopy({{outer, value_row, row}, {row, 1, 1}})
          .Run(value.dtype(), ElementAt(value, offset), output->data(), ctx->device());
      offset += row;
    }
  }

 private:
  // The sizes of the parts, which make up `whole`; -1 stands for what the others leave.
  static absl::Status ReadSizes(OpKernelContext* ctx, int64_t whole, IndexValues* sizes) {
    const Tensor& tensor = ctx->input(1);
    if (tensor.dims() != 1 || tensor.NumElements() != ctx->num_outputs()) {
      return absl::InvalidArgumentError(
          absl::StrCat("size of the split_tensor must be 1-D and have the same elements as "
                       "outputs got ",
                       tensor.dims(), " -D and ", tensor.NumElements(), " elements"));
    }
    int64_t rest = whole;
    int unknown = -1;
    for (int i = 0; i < ctx->num_outputs(); ++i) {
      const int64_t size = AnyIndexAt(tensor, i);
      sizes->push_back(size);
      if (size == -1 && unknown >= 0)
        return absl::InvalidArgumentError("There can only be one -1 in the input.");
      if (size < -1 || (size > rest)) return WrongSizes(i, size, whole);
      if (size == -1) unknown = i;
      if (size >= 0) rest -= size;
    }
    if (unknown >= 0) {
      (*sizes)[static_cast<size_t>(unknown)] = rest;
    } else if (rest != 0) {
      return WrongSizes(ctx->num_outputs() - 1, sizes->back(), whole);
    }
    return absl::OkStatus();
  }

  static absl::Status WrongSizes(int i, int64_t size, int64_t whole) {
    if (size < -1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Split size at index ", i, " must be >= 0. Got: ", size));
    }
    return absl::InvalidArgumentError(absl::StrCat(
        "Determined shape must either match input shape along split_dim exactly if fully "
        "specified, or be less than the size of the input along split_dim if not fully specified. "
        "The dimension has ",
        whole, " elements; the size at index ", i, " is ", size));
  }
};

REGISTER_KERNEL_BUILDER(Name("Split").Device(DEVICE_CPU), SplitOp);
REGISTER_KERNEL_BUILDER(Name("SplitV").Device(DEVICE_CPU), SplitVOp);

}  // namespace
}  // namespace opgraft_internal

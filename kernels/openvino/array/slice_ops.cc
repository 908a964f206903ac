// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Slice, StridedSlice and SliceScatter, and slices of what a cache holds.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/openvino_slice.h"
#include "kernels/data_movement/slice_ranges.h"
#include "kernels/data_movement/take_input.h"
#include "kernels/openvino/cache/stepped_input.h"

namespace opgraft_internal {
namespace {

// What inputs first, first + 1, ... of a Slice take of a tensor of `shape`.
absl::Status ReadSlice(OpKernelContext* ctx, int first, const TensorShape& shape,
                       StridedSliceSpec* spec) {
  Integers axes;
  const bool has_axes = ctx->num_inputs() > first + 3;
  if (has_axes) axes = IntegersOf(ctx->input(first + 3));
  SliceRequest request;
  OPGRAFT_RETURN_IF_ERROR(
      request.Read(IntegersOf(ctx->input(first)), IntegersOf(ctx->input(first + 1)),
                   IntegersOf(ctx->input(first + 2)), has_axes ? &axes : nullptr, shape.dims()));
  return request.Understand(shape.sizes(), spec);
}

// Of a tensor or of a cache.
class SliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_VALUE(const SteppedInput input, ctx,
                      SteppedInput::Of(ctx->input(0), output_type(0)));
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx, ReadSlice(ctx, 1, input.shape, &spec));
    OP_REQUIRES_OK(ctx, TakeSlice(ctx, input.data, input.steps, spec));
  }
};

// Of a tensor or of a cache.
class StridedSliceOp : public OpKernel {
 public:
  explicit StridedSliceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, masks_.Read(ctx->properties()->attrs));
  }

  void Compute(OpKernelContext* ctx) override {
    const Integers begins = IntegersOf(ctx->input(1));
    Integers steps(begins.size(), 1);
    if (ctx->num_inputs() > 3) steps = IntegersOf(ctx->input(3));
    SliceRequest request;
    OP_REQUIRES_OK(ctx, request.ReadMasked(begins, IntegersOf(ctx->input(2)), steps, masks_));
    OP_REQUIRES_VALUE(const SteppedInput input, ctx,
                      SteppedInput::Of(ctx->input(0), output_type(0)));
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx, request.Understand(input.shape.sizes(), &spec));
    OP_REQUIRES_OK(ctx, TakeSlice(ctx, input.data, input.steps, spec));
  }

 private:
  SliceMasks masks_;
};

class SliceScatterOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    StridedSliceSpec spec;
    TensorShape slice;
    OP_REQUIRES_OK(ctx, ReadSlice(ctx, 2, shape, &spec));
    OP_REQUIRES_OK(ctx, SliceShapeOf(spec, &slice));
    OP_REQUIRES(ctx, ctx->input(1).shape() == slice,
                absl::InvalidArgumentError(absl::StrCat("updates must be of the slice's shape ",
                                                        slice.DebugString(), ", but are ",
                                                        ctx->input(1).shape().DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    OP_REQUIRES_OK(ctx, PutSlice(ctx->input(1), spec, output, ctx->device()));
  }
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Slice").Device(DEVICE_CPU), SliceOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>StridedSlice").Device(DEVICE_CPU), StridedSliceOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>SliceOfCache").Device(DEVICE_CPU), SliceOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>StridedSliceOfCache").Device(DEVICE_CPU), StridedSliceOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>SliceScatter").Device(DEVICE_CPU).Forwards(0),
                        SliceScatterOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A part of a tensor that is replaced, or stands alone among zeros: StridedSliceGrad,
// TensorStridedSliceUpdate, XlaDynamicUpdateSlice.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/slice_ranges.h"
#include "kernels/data_movement/take_input.h"

namespace opgraft_internal {
namespace {

class StridedSliceGradOp : public OpKernel {
 public:
  explicit StridedSliceGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, reader_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& sizes = ctx->input(0);
    const Tensor& dy = ctx->input(4);
    OP_REQUIRES(ctx, sizes.dims() == 1,
                absl::InvalidArgumentError(absl::StrCat("shape must be 1-D, got shape.shape = ",
                                                        sizes.shape().DebugString())));
    TensorShape shape, taken;
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(ReadIndices(sizes), &shape));
    OP_REQUIRES_OK(ctx,
                   reader_.Read(shape.sizes(), ctx->input(1), ctx->input(2), ctx->input(3), &spec));
    OP_REQUIRES_OK(ctx, SliceShapeOf(spec, &taken));
    OP_REQUIRES(
        ctx, dy.shape() == taken,
        absl::InvalidArgumentError(absl::StrCat("shape of dy was ", dy.shape().DebugString(),
                                                " instead of ", taken.DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    ClearElements(output->dtype(), output->data(), output->NumElements());
    OP_REQUIRES_OK(ctx, PutSlice(dy, spec, output, ctx->device()));
  }

 private:
  StridedSliceReader reader_;
};

class TensorStridedSliceUpdateOp : public OpKernel {
 public:
  explicit TensorStridedSliceUpdateOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, reader_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& value = ctx->input(4);
    StridedSliceSpec spec;
    TensorShape taken;
    OP_REQUIRES_OK(ctx,
                   reader_.Read(shape.sizes(), ctx->input(1), ctx->input(2), ctx->input(3), &spec));
    OP_REQUIRES_OK(ctx, SliceShapeOf(spec, &taken));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    if (taken.num_elements() == 0) return;  // whatever the value is
    OP_REQUIRES_OK(ctx, PutSlice(value, spec, output, ctx->device()));
  }

 private:
  StridedSliceReader reader_;
};

// The block is moved so that it lies inside.
class DynamicUpdateSliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& update = ctx->input(1);
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx, FindBlock(shape, update.shape(), ctx->input(2), &spec));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    OP_REQUIRES_OK(ctx, PutSlice(update, spec, output, ctx->device()));
  }

 private:
  static absl::Status FindBlock(const TensorShape& input, const TensorShape& update,
                                const Tensor& indices, StridedSliceSpec* spec) {
    if (update.dims() != input.dims() || indices.shape() != TensorShape({input.dims()})) {
      return absl::InvalidArgumentError(absl::StrCat(
          "update must have as many dimensions as input, and indices a number for each, but the "
          "shapes are ",
          update.DebugString(), ", ", input.DebugString(), " and ", indices.shape().DebugString()));
    }
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t size = update.dim_size(d), room = input.dim_size(d) - size;
      if (room < 0) {
        return absl::InvalidArgumentError(absl::StrCat("update is larger than input in dimension ",
                                                       d, ": ", update.DebugString(), " for ",
                                                       input.DebugString()));
      }
      StridedSliceSpec::Range range;
      range.begin = std::clamp<int64_t>(IndexAt(indices, d), 0, room);
      range.size = size;
      spec->ranges.push_back(range);
      spec->output.push_back({size, d});
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("StridedSliceGrad").Device(DEVICE_CPU), StridedSliceGradOp);
REGISTER_KERNEL_BUILDER(Name("TensorStridedSliceUpdate").Device(DEVICE_CPU).Forwards(0),
                        TensorStridedSliceUpdateOp);
REGISTER_KERNEL_BUILDER(Name("XlaDynamicUpdateSlice").Device(DEVICE_CPU).Forwards(0),
                        DynamicUpdateSliceOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slice, StridedSlice and XlaDynamicSlice: the box of a tensor that begins, ends and steps say.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/slice_ranges.h"

namespace opgraft_internal {
namespace {

class SliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    SliceRanges ranges;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadRanges(input.shape(), ctx->input(1), ctx->input(2), &ranges, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyRanges(input, ranges, output, ctx->device());
  }

 private:
  static absl::Status ReadRanges(const TensorShape& input, const Tensor& begin, const Tensor& size,
                                 SliceRanges* ranges, TensorShape* shape) {
    const TensorShape wanted({input.dims()});
    if (begin.shape() != wanted || size.shape() != wanted) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected begin and size arguments to be 1-D tensors of size ", input.dims(),
                       ", but got shapes ", begin.shape().DebugString(), " and ",
                       size.shape().DebugString(), " instead."));
    }
    const IndexValues begins = ReadIndices(begin);
    const IndexValues sizes = ReadIndices(size);
    for (int d = 0; d < input.dims(); ++d) {
      const size_t i = static_cast<size_t>(d);
      ranges->emplace_back();
      OPGRAFT_RETURN_IF_ERROR(
          ReadRange(d, input.dim_size(d), begins[i], sizes[i], &ranges->back()));
      shape->AddDim(ranges->back().size);
    }
    return absl::OkStatus();
  }

  // A size of -1 goes to the end.
  static absl::Status ReadRange(int d, int64_t dim_size, int64_t begin, int64_t size,
                                StridedSliceSpec::Range* range) {
    if (begin < 0 || begin > dim_size) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected begin[", d, "] in [0, ", dim_size, "], but got ", begin));
    }
    const int64_t rest = dim_size - begin;
    range->begin = begin;
    range->size = size == -1 ? rest : size;
    if (range->size < 0 || range->size > rest) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected size[", d, "] in [0, ", rest, "], but got ", size));
    }
    return absl::OkStatus();
  }
};

class StridedSliceOp : public OpKernel {
 public:
  explicit StridedSliceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, reader_.Init(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx, reader_.Read(input.shape().sizes(), ctx->input(1), ctx->input(2),
                                     ctx->input(3), &spec));
    OP_REQUIRES_OK(ctx, TakeSlice(ctx, input, spec));
  }

 private:
  StridedSliceReader reader_;
};

// A block that is moved so that it lies inside.
class DynamicSliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    const TensorShape wanted({input.dims()});
    OP_REQUIRES(
        ctx, ctx->input(1).shape() == wanted && ctx->input(2).shape() == wanted,
        absl::InvalidArgumentError(absl::StrCat(
            "start_indices and size_indices must have a number for each of the ", input.dims(),
            " dimensions, but have the shapes ", ctx->input(1).shape().DebugString(), " and ",
            ctx->input(2).shape().DebugString())));
    SliceRanges ranges;
    TensorShape shape;
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t size = IndexAt(ctx->input(2), d), room = input.dim_size(d) - size;
      OP_REQUIRES(
          ctx, size >= 0 && room >= 0,
          absl::InvalidArgumentError(absl::StrCat("size_indices[", d, "] = ", size,
                                                  " is not in [0, ", input.dim_size(d), "]")));
      ranges.emplace_back();
      ranges.back().begin = std::clamp<int64_t>(IndexAt(ctx->input(1), d), 0, room);
      ranges.back().size = size;
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyRanges(input, ranges, output, ctx->device());
  }
};

REGISTER_KERNEL_BUILDER(Name("Slice").Device(DEVICE_CPU), SliceOp);
REGISTER_KERNEL_BUILDER(Name("StridedSlice").Device(DEVICE_CPU), StridedSliceOp);
REGISTER_KERNEL_BUILDER(Name("XlaDynamicSlice").Device(DEVICE_CPU), DynamicSliceOp);

}  // namespace
}  // namespace opgraft_internal

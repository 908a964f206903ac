// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slice and StridedSlice: the box of a tensor that begins, ends and steps say.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/strided_slice_spec.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

using Ranges = absl::InlinedVector<StridedSliceSpec::Range, 4>;

// Copies what the ranges take of `input`, one for each dimension. `output` has as many elements.
void CopyRanges(const Tensor& input, absl::Span<const StridedSliceSpec::Range> ranges,
                Tensor* output, DeviceBase* device) {
  if (output->NumElements() == 0) return;
  const auto input_steps = RowMajorSteps(input.shape().sizes());
  absl::InlinedVector<CopyDim, 6> dims(ranges.size());
  int64_t offset = 0;
  int64_t output_step = 1;
  for (size_t d = ranges.size(); d-- > 0;) {
    const StridedSliceSpec::Range& range = ranges[d];
    offset += range.begin * input_steps[d];
    // The stride of a single element may be anything.
    dims[d] = {range.size, range.size == 1 ? 0 : range.stride * input_steps[d], output_step};
    output_step *= range.size;
  }
  StridedCopy(dims).Run(input.dtype(), ElementAt(input, offset), output->data(), device);
}

class SliceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Ranges ranges;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadRanges(input.shape(), ctx->input(1), ctx->input(2), &ranges, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyRanges(input, ranges, output, ctx->device());
  }

 private:
  static absl::Status ReadRanges(const TensorShape& input, const Tensor& begin, const Tensor& size,
                                 Ranges* ranges, TensorShape* shape) {
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
    OP_REQUIRES_OK(ctx, ReadMask(ctx, "begin_mask", &masks_.begin));
    OP_REQUIRES_OK(ctx, ReadMask(ctx, "end_mask", &masks_.end));
    OP_REQUIRES_OK(ctx, ReadMask(ctx, "ellipsis_mask", &masks_.ellipsis));
    OP_REQUIRES_OK(ctx, ReadMask(ctx, "new_axis_mask", &masks_.new_axis));
    OP_REQUIRES_OK(ctx, ReadMask(ctx, "shrink_axis_mask", &masks_.shrink_axis));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    StridedSliceSpec spec;
    OP_REQUIRES_OK(ctx,
                   ReadSpec(input.shape(), ctx->input(1), ctx->input(2), ctx->input(3), &spec));
    TensorShape shape;
    for (const StridedSliceSpec::OutputDim& dim : spec.output)
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(dim.size));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyRanges(input, spec.ranges, output, ctx->device());
  }

 private:
  static absl::Status ReadMask(OpKernelConstruction* ctx, absl::string_view name, uint32_t* mask) {
    int32_t value = 0;
    OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr(name, &value));
    *mask = static_cast<uint32_t>(value);
    return absl::OkStatus();
  }

  absl::Status ReadSpec(const TensorShape& input, const Tensor& begin, const Tensor& end,
                        const Tensor& strides, StridedSliceSpec* spec) const {
    if (strides.dims() != 1 || begin.shape() != strides.shape() || end.shape() != strides.shape() ||
        strides.NumElements() > StridedSliceArgs::kMaxEntries) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected begin, end, and strides to be 1D equal size tensors, but got shapes ",
          begin.shape().DebugString(), ", ", end.shape().DebugString(), ", and ",
          strides.shape().DebugString(), " instead."));
    }
    const IndexValues begins = ReadIndices(begin);
    const IndexValues ends = ReadIndices(end);
    const IndexValues steps = ReadIndices(strides);
    StridedSliceArgs args;
    args.input_sizes = input.sizes();
    args.strides = steps;
    args.begin = begins.data();
    args.end = ends.data();
    args.masks = masks_;
    return UnderstandStridedSlice(args, spec);
  }

  StridedSliceMasks masks_;
};

REGISTER_KERNEL_BUILDER(Name("Slice").Device(DEVICE_CPU), SliceOp);
REGISTER_KERNEL_BUILDER(Name("StridedSlice").Device(DEVICE_CPU), StridedSliceOp);

}  // namespace
}  // namespace opgraft_internal

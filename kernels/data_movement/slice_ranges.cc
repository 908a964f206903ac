// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/slice_ranges.h"

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

absl::Status ReadMask(OpKernelConstruction* ctx, absl::string_view name, uint32_t* mask) {
  int32_t value = 0;
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr(name, &value));
  *mask = static_cast<uint32_t>(value);
  return absl::OkStatus();
}

}  // namespace

SlicePlace FindSlice(absl::Span<const int64_t> steps,
                     absl::Span<const StridedSliceSpec::Range> ranges) {
  SlicePlace place;
  place.steps.assign(steps.begin(), steps.end());
  for (size_t d = 0; d < ranges.size(); ++d) {
    const StridedSliceSpec::Range& range = ranges[d];
    place.offset += range.begin * place.steps[d];
    // The stride of a single element may be anything.
    place.steps[d] = range.size == 1 ? 0 : range.stride * place.steps[d];
  }
  return place;
}

absl::Status StridedSliceReader::Init(OpKernelConstruction* ctx) {
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "begin_mask", &masks_.begin));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "end_mask", &masks_.end));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "ellipsis_mask", &masks_.ellipsis));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "new_axis_mask", &masks_.new_axis));
  return ReadMask(ctx, "shrink_axis_mask", &masks_.shrink_axis);
}

absl::Status StridedSliceReader::Read(absl::Span<const int64_t> sizes, const Tensor& begin,
                                      const Tensor& end, const Tensor& strides,
                                      StridedSliceSpec* spec) const {
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
  args.input_sizes = sizes;
  args.strides = steps;
  args.begin = begins.data();
  args.end = ends.data();
  args.masks = masks_;
  return UnderstandStridedSlice(args, spec);
}

absl::Status SliceShapeOf(const StridedSliceSpec& spec, TensorShape* shape) {
  for (const StridedSliceSpec::OutputDim& dim : spec.output)
    OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(dim.size));
  return absl::OkStatus();
}

void CopyRanges(const Tensor& input, absl::Span<const StridedSliceSpec::Range> ranges,
                Tensor* output, DeviceBase* device) {
  CopyRanges(input.data(), RowMajorSteps(input.shape().sizes()), ranges, output, device);
}

void CopyRanges(const void* data, absl::Span<const int64_t> steps,
                absl::Span<const StridedSliceSpec::Range> ranges, Tensor* output,
                DeviceBase* device) {
  if (output->NumElements() == 0) return;
  const SlicePlace place = FindSlice(steps, ranges);
  absl::InlinedVector<CopyDim, 6> dims(ranges.size());
  int64_t output_step = 1;
  for (size_t d = ranges.size(); d-- > 0;) {
    dims[d] = {ranges[d].size, place.steps[d], output_step};
    output_step *= ranges[d].size;
  }
  const char* const first =
      static_cast<const char*>(data) + place.offset * ElementSize(output->dtype());
  StridedCopy(dims).Run(output->dtype(), first, output->data(), device);
}

absl::Status TakeSlice(OpKernelContext* ctx, const Tensor& input, const StridedSliceSpec& spec) {
  return TakeSlice(ctx, input.data(), RowMajorSteps(input.shape().sizes()), spec);
}

absl::Status TakeSlice(OpKernelContext* ctx, const void* data, absl::Span<const int64_t> steps,
                       const StridedSliceSpec& spec) {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(SliceShapeOf(spec, &shape));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  CopyRanges(data, steps, spec.ranges, output, ctx->device());
  return absl::OkStatus();
}

absl::Status PutSlice(const Tensor& value, const StridedSliceSpec& spec, Tensor* output,
                      DeviceBase* device) {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(SliceShapeOf(spec, &shape));
  const int missing = shape.dims() - value.dims();
  bool fits = missing >= 0;
  for (int d = 0; fits && d < value.dims(); ++d)
    fits = value.dim_size(d) == 1 || value.dim_size(d) == shape.dim_size(d + missing);
  if (!fits) {
    return absl::InvalidArgumentError(absl::StrCat("Cannot broadcast input shape ",
                                                   value.shape().DebugString(),
                                                   " into final shape ", shape.DebugString()));
  }
  if (shape.num_elements() == 0) return absl::OkStatus();
  const SlicePlace place = FindSlice(RowMajorSteps(output->shape().sizes()), spec.ranges);
  const auto value_steps = RowMajorSteps(value.shape().sizes());
  absl::InlinedVector<CopyDim, 6> dims;
  for (int d = 0; d < shape.dims(); ++d) {
    const int input_dim = spec.output[static_cast<size_t>(d)].input_dim;
    const bool repeats = d < missing || value.dim_size(d - missing) == 1;
    dims.push_back({shape.dim_size(d), repeats ? 0 : value_steps[static_cast<size_t>(d - missing)],
                    input_dim < 0 ? 0 : place.steps[static_cast<size_t>(input_dim)]});
  }
  StridedCopy(dims).Run(value.dtype(), value.data(), ElementAt(output, place.offset), device);
  return absl::OkStatus();
}

}  // namespace opgraft_internal

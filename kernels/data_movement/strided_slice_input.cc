// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/strided_slice_input.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

absl::Status ReadMask(OpKernelConstruction* ctx, absl::string_view name, uint32_t* mask) {
  int32_t value = 0;
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr(name, &value));
  *mask = static_cast<uint32_t>(value);
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadStridedSliceMasks(OpKernelConstruction* ctx, StridedSliceMasks* masks) {
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "begin_mask", &masks->begin));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "end_mask", &masks->end));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "ellipsis_mask", &masks->ellipsis));
  OPGRAFT_RETURN_IF_ERROR(ReadMask(ctx, "new_axis_mask", &masks->new_axis));
  return ReadMask(ctx, "shrink_axis_mask", &masks->shrink_axis);
}

absl::Status ReadStridedSlice(const TensorShape& input, const Tensor& begin, const Tensor& end,
                              const Tensor& strides, const StridedSliceMasks& masks,
                              StridedSliceSpec* spec) {
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
  args.masks = masks;
  return UnderstandStridedSlice(args, spec);
}

}  // namespace opgraft_internal

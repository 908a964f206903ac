// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/conv_sizes.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

absl::Status CheckRank(const char* what, const TensorShape& shape, int spatial) {
  if (shape.dims() == spatial + 2) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what, " must be ", spatial + 2, "-dimensional: ", shape.DebugString()));
}

// Groups are told by how many channels of the images the filter takes.
absl::Status FindGroups(const TensorShape& filter, ConvolutionSizes* sizes) {
  const int64_t channels = sizes->window.channels;
  const int64_t per_group = filter.dim_size(filter.dims() - 2);
  if (per_group == channels) return absl::OkStatus();
  if (per_group == 0 || channels % per_group != 0 || channels == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "input depth must be evenly divisible by filter depth: ", channels, " vs ", per_group));
  }
  sizes->groups = channels / per_group;
  if (sizes->outputs % sizes->groups == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("output depth must be evenly divisible by number ",
                                                 "of groups: ", sizes->outputs, " vs ",
                                                 sizes->groups));
}

}  // namespace

absl::Status ConvolutionSizesOf(const WindowAttrs& attrs, const TensorShape& images,
                                const TensorShape& filter, bool depthwise,
                                ConvolutionSizes* sizes) {
  const int spatial = attrs.spatial();
  OPGRAFT_RETURN_IF_ERROR(CheckRank("input", images, spatial));
  OPGRAFT_RETURN_IF_ERROR(CheckRank("filter", filter, spatial));
  const auto window = filter.sizes();
  OPGRAFT_RETURN_IF_ERROR(
      attrs.Place(images, {window.data(), static_cast<size_t>(spatial)}, &sizes->window));
  sizes->outputs = filter.dim_size(spatial + 1);
  sizes->groups = 1;
  if (!depthwise) return FindGroups(filter, sizes);
  if (filter.dim_size(spatial) != sizes->window.channels) {
    return absl::InvalidArgumentError(
        absl::StrCat("input and filter must have the same depth: ", sizes->window.channels, " vs ",
                     filter.dim_size(spatial)));
  }
  sizes->groups = sizes->window.channels;
  if (__builtin_mul_overflow(sizes->groups, sizes->outputs, &sizes->outputs))
    return absl::InvalidArgumentError("channels times multiplier overflow");
  return absl::OkStatus();
}

absl::Status ConvolvedShape(const WindowAttrs& attrs, const ConvolutionSizes& sizes,
                            TensorShape* shape) {
  return attrs.OutputShape(sizes.window, sizes.outputs, shape);
}

absl::Status CheckOutGradient(const WindowAttrs& attrs, const ConvolutionSizes& sizes,
                              const TensorShape& gradient) {
  TensorShape expected;
  OPGRAFT_RETURN_IF_ERROR(ConvolvedShape(attrs, sizes, &expected));
  if (expected == gradient) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("out_backprop has shape ", gradient.DebugString(),
                                                 ", but the result has ", expected.DebugString()));
}

absl::Status ShapeFromSizes(const Tensor& sizes, TensorShape* shape) {
  if (sizes.dims() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("sizes must be a vector, not of shape ", sizes.shape().DebugString()));
  }
  if (sizes.NumElements() > TensorShape::kMaxDims)
    return absl::InvalidArgumentError(absl::StrCat(sizes.NumElements(), " sizes are too many"));
  return TensorShape::BuildTensorShape(ReadIndices(sizes), shape);
}

}  // namespace opgraft_internal

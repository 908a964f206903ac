// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/pooling.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// ksize and strides that are told by inputs.
absl::Status ReadTold(const OpKernelContext* context, int first_told, size_t rank,
                      WindowAttrs* attrs) {
  std::vector<int64_t> told[2];
  for (int i = 0; i < 2; ++i) {
    const Tensor& input = context->input(first_told + i);
    told[i] = IndicesOf(input);
    if (input.dims() == 1 && told[i].size() == rank) continue;
    return absl::InvalidArgumentError(absl::StrCat(i == 0 ? "ksize" : "strides", " must have ",
                                                   rank, " numbers, not shape ",
                                                   input.shape().DebugString()));
  }
  attrs->SetWindows(told[0], told[1]);
  return absl::OkStatus();
}

// Windows and strides are positive, and none goes over images.
absl::Status CheckSteps(const WindowAttrs& attrs) {
  const auto ksize = attrs.ksize(), strides = attrs.strides();
  for (size_t d = 0; d < ksize.size(); ++d) {
    if (ksize[d] > 0 && strides[d] > 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("ksize and strides must be positive, not ", ksize[d], " and ", strides[d]));
  }
  if (ksize[0] == 1 && strides[0] == 1) return absl::OkStatus();
  return absl::UnimplementedError("Pooling is not yet supported on the batch dimension.");
}

// Padding hides no window wholly.
absl::Status CheckExplicitPadding(const WindowAttrs& attrs) {
  if (attrs.padding() != "EXPLICIT") return absl::OkStatus();
  for (int i = 0; i < attrs.spatial(); ++i) {
    const size_t d = static_cast<size_t>(attrs.SpatialDim(i));
    for (size_t side : {2 * d, 2 * d + 1}) {
      const int64_t padding = attrs.explicit_paddings()[side];
      if (padding >= 0 && padding < attrs.ksize()[d]) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "padding ", padding, " needs to be smaller than the window size ", attrs.ksize()[d]));
    }
  }
  return absl::OkStatus();
}

}  // namespace

PoolOpBase::PoolOpBase(OpKernelConstruction* context, int spatial, DataType type)
    : OpKernel(context), view_(type) {
  OP_REQUIRES_OK(context, attrs_.Read(context, spatial, absl::StatusCode::kUnimplemented));
}

absl::Status PoolOpBase::CheckDepth(bool over_depth, PoolWindows* windows) {
  const WindowAttrs& attrs = windows->attrs;
  const auto ksize = attrs.ksize(), strides = attrs.strides();
  const size_t channel = static_cast<size_t>(attrs.channel_dim());
  const int64_t depth = ksize[channel];
  windows->depth = depth;
  if (depth == 1 && strides[channel] == 1) return absl::OkStatus();
  if (!over_depth)
    return absl::UnimplementedError("Pooling is not yet supported on the depth dimension.");
  const bool flat =
      std::all_of(std::begin(windows->geometry.dims), std::end(windows->geometry.dims),
                  [](const WindowDim& dim) { return dim.window == 1; });
  if (!flat || attrs.padding() == "EXPLICIT") {
    return absl::UnimplementedError(
        "MaxPooling supports exactly one of pooling across depth or pooling across width/height.");
  }
  if (depth == strides[channel] && windows->geometry.channels % depth == 0) return absl::OkStatus();
  return absl::UnimplementedError(
      "Depthwise max pooling requires the depth window to equal the depth stride and to divide the "
      "input depth evenly");
}

absl::Status PoolOpBase::Windows(OpKernelContext* context, const TensorShape& images,
                                 int first_told, bool over_depth, PoolWindows* windows) const {
  windows->attrs = attrs_;
  WindowAttrs& attrs = windows->attrs;
  const int spatial = attrs.spatial();
  if (images.dims() != spatial + 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "images must have ", spatial + 2, " dimensions, not shape ", images.DebugString()));
  }
  if (attrs.ksize().empty()) {
    OPGRAFT_RETURN_IF_ERROR(
        ReadTold(context, first_told, static_cast<size_t>(spatial) + 2, &attrs));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckSteps(attrs));
  OPGRAFT_RETURN_IF_ERROR(CheckExplicitPadding(attrs));
  std::vector<int64_t> window;
  for (int i = 0; i < spatial; ++i)
    window.push_back(attrs.ksize()[static_cast<size_t>(attrs.SpatialDim(i))]);
  OPGRAFT_RETURN_IF_ERROR(attrs.Place(images, window, &windows->geometry));
  if (windows->geometry.taps() > std::numeric_limits<int32_t>::max())
    return absl::InvalidArgumentError("the window has too many elements");
  return CheckDepth(over_depth, windows);
}

absl::Status PoolOpBase::CheckPooledShape(const PoolWindows& windows, const char* what,
                                          const TensorShape& shape) {
  TensorShape expected;
  OPGRAFT_RETURN_IF_ERROR(windows.PooledShape(&expected));
  if (expected == shape) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Expected ", what, " shape to be ",
                                                 expected.DebugString(), ", but got ",
                                                 shape.DebugString()));
}

}  // namespace opgraft_internal

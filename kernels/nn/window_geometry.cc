// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/window_geometry.h"

#include "absl/strings/str_cat.h"
#include "framework/op/window_arithmetic.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Flat images have rows and columns in the first and the last of three dimensions.
int SlotOf(int spatial, int i) { return spatial == 2 ? 2 * i : i; }

}  // namespace

absl::Status CheckWindowProducts(const WindowGeometry& geometry) {
  int64_t taps = 1, places = geometry.batch;
  for (const WindowDim& dim : geometry.dims) {
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(taps, dim.window, &taps));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(places, dim.out, &places));
  }
  return absl::OkStatus();
}

bool WindowGeometry::IsPointwise() const {
  return std::all_of(std::begin(dims), std::end(dims), [](const WindowDim& dim) {
    return dim.window == 1 && dim.stride == 1 && dim.before == 0 && dim.in == dim.out;
  });
}

absl::Status WindowAttrs::ReadPerDim(OpKernelConstruction* context, const char* name, size_t size,
                                     std::vector<int64_t>* values) const {
  if (!context->HasAttr(name)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr(name, values));
  if (values->size() == size) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("attr ", name, " must have ", size, " numbers, not ", values->size()));
}

absl::Status WindowAttrs::CheckUnitSteps(absl::StatusCode unsupported) const {
  for (int d : {0, channel_dim()}) {
    const size_t i = static_cast<size_t>(d);
    if (dilations_[i] != 1) {
      return absl::Status(unsupported,
                          "dilations along the batch and the channels are not supported");
    }
    if (ksize_.empty() && !strides_.empty() && strides_[i] != 1)
      return absl::Status(unsupported,
                          "strides along the batch and the channels are not supported");
  }
  return absl::OkStatus();
}

absl::Status WindowAttrs::Read(OpKernelConstruction* context, int spatial,
                               absl::StatusCode unsupported) {
  spatial_ = spatial;
  const size_t rank = static_cast<size_t>(spatial) + 2;
  std::string format = "NHWC";
  if (context->HasAttr("data_format"))
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("data_format", &format));
  channels_first_ = format == "NCHW" || format == "NCDHW";
  if (!channels_first_ && format != "NHWC" && format != "NDHWC")
    return absl::UnimplementedError(absl::StrCat("data_format '", format, "' has no kernel"));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("padding", &padding_));
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(context, "ksize", rank, &ksize_));
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(context, "strides", rank, &strides_));
  dilations_.assign(rank, 1);
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(context, "dilations", rank, &dilations_));
  OPGRAFT_RETURN_IF_ERROR(ReadPerDim(context, "rates", rank, &dilations_));
  paddings_.assign(2 * rank, 0);
  if (padding_ == "EXPLICIT") {
    OPGRAFT_RETURN_IF_ERROR(ReadPerDim(context, "explicit_paddings", 2 * rank, &paddings_));
    for (int d : {0, channel_dim()}) {
      const size_t i = static_cast<size_t>(2 * d);
      if (paddings_[i] == 0 && paddings_[i + 1] == 0) continue;
      return absl::InvalidArgumentError(
          "explicit_paddings of the batch and of the channels must be 0");
    }
  }
  return CheckUnitSteps(unsupported);
}

absl::Status WindowAttrs::Place(const TensorShape& images, absl::Span<const int64_t> window,
                                WindowGeometry* geometry) const {
  *geometry = WindowGeometry();
  geometry->batch = images.dim_size(0);
  geometry->channels = images.dim_size(channel_dim());
  for (int i = 0; i < spatial_; ++i) {
    const size_t d = static_cast<size_t>(SpatialDim(i));
    WindowDim& dim = geometry->dims[SlotOf(spatial_, i)];
    dim.in = images.dim_size(SpatialDim(i));
    dim.window = window[static_cast<size_t>(i)];
    dim.stride = strides_[d];
    dim.dilation = dilations_[d];
    const WindowStep step = {dim.stride, dim.dilation, padding_ == "SAME", paddings_[2 * d],
                             paddings_[2 * d + 1]};
    WindowPlaces places;
    OPGRAFT_RETURN_IF_ERROR(PlaceWindow(dim.in, dim.window, step, &places));
    // Places and taps are multiplied by strides: what they reach has to fit.
    int64_t reach = 0;
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(dim.window, dim.dilation, &reach));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(reach, dim.in, &reach));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(reach, places.before, &reach));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(reach, dim.stride, &reach));
    dim.out = places.count;
    dim.before = places.before;
  }
  return CheckWindowProducts(*geometry);
}

absl::Status WindowAttrs::OutputShape(const WindowGeometry& geometry, int64_t channels,
                                      TensorShape* shape) const {
  std::vector<int64_t> sizes(static_cast<size_t>(spatial_) + 2);
  sizes[0] = geometry.batch;
  sizes[static_cast<size_t>(channel_dim())] = channels;
  for (int i = 0; i < spatial_; ++i)
    sizes[static_cast<size_t>(SpatialDim(i))] = geometry.dims[SlotOf(spatial_, i)].out;
  return TensorShape::BuildTensorShape(sizes, shape);
}

}  // namespace opgraft_internal

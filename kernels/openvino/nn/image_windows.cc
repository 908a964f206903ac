// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/image_windows.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

absl::Status CheckRank(const TensorShape& images, size_t window) {
  const int spatial = images.dims() - 2;
  if (spatial >= 1 && spatial <= 3 && window == static_cast<size_t>(spatial))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("images of shape ", images.DebugString(), " with windows of ", window,
                   " dimensions: 1, 2 or 3 spatial dimensions are needed, as many on both sides"));
}

template <typename Size>
absl::Status ImagesShape(const WindowGeometry& geometry, int64_t channels, int spatial,
                         const Size& size, TensorShape* shape) {
  std::vector<int64_t> sizes = {geometry.batch, channels};
  for (int i = 0; i < spatial; ++i)
    sizes.push_back(size(geometry.dims[ImageWindows::SlotOf(spatial, i)]));
  return TensorShape::BuildTensorShape(sizes, shape);
}

}  // namespace

absl::Status ImageWindows::Read(OpKernelConstruction* context) { return rules_.Read(*context); }

absl::Status ImageWindows::Place(const TensorShape& images, absl::Span<const int64_t> window,
                                 WindowGeometry* geometry, bool* padded) const {
  OPGRAFT_RETURN_IF_ERROR(CheckRank(images, window.size()));
  WindowRules rules = rules_;
  OPGRAFT_RETURN_IF_ERROR(rules.SetSpatial(window.size()));
  const int spatial = images.dims() - 2;
  *geometry = WindowGeometry();
  geometry->batch = images.dim_size(0);
  geometry->channels = images.dim_size(1);
  bool any = false;
  for (size_t i = 0; i < window.size(); ++i) {
    WindowDim& dim = geometry->dims[SlotOf(spatial, static_cast<int>(i))];
    dim.in = images.dim_size(static_cast<int>(i) + 2);
    dim.window = window[i];
    dim.stride = rules.stride(i);
    dim.dilation = rules.dilation(i);
    WindowPlaces places;
    OPGRAFT_RETURN_IF_ERROR(rules.Place(i, dim.in, dim.window, &places));
    dim.out = places.count;
    dim.before = places.before;
    any = any || places.before > 0 || places.after > 0;
  }
  if (padded != nullptr) *padded = any;
  return CheckWindowProducts(*geometry);
}

absl::Status ImageWindows::PlaceBack(const TensorShape& places, int64_t channels,
                                     absl::Span<const int64_t> window,
                                     absl::Span<const int64_t> wanted,
                                     WindowGeometry* geometry) const {
  OPGRAFT_RETURN_IF_ERROR(CheckRank(places, window.size()));
  WindowRules rules = rules_;
  OPGRAFT_RETURN_IF_ERROR(rules.SetSpatial(window.size()));
  if (!wanted.empty() && wanted.size() != window.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "output_shape has ", wanted.size(), " numbers for ", window.size(), " spatial dimensions"));
  }
  const int spatial = places.dims() - 2;
  *geometry = WindowGeometry();
  geometry->batch = places.dim_size(0);
  geometry->channels = channels;
  for (size_t i = 0; i < window.size(); ++i) {
    WindowDim& dim = geometry->dims[SlotOf(spatial, static_cast<int>(i))];
    dim.out = places.dim_size(static_cast<int>(i) + 2);
    dim.window = window[i];
    dim.stride = rules.stride(i);
    dim.dilation = rules.dilation(i);
    if (!wanted.empty() && wanted[i] < 0)
      return absl::InvalidArgumentError(absl::StrCat("output_shape has ", wanted[i]));
    WindowPlaces back;
    OPGRAFT_RETURN_IF_ERROR(rules.PlaceBack(
        i, dim.out, dim.window, wanted.empty() ? WindowRules::kNoSize : wanted[i], &back));
    dim.in = back.count;
    dim.before = back.before;
  }
  return CheckWindowProducts(*geometry);
}

absl::Status ImageWindows::PlacesShape(const WindowGeometry& geometry, int64_t channels,
                                       int spatial, TensorShape* shape) {
  return ImagesShape(
      geometry, channels, spatial, [](const WindowDim& dim) { return dim.out; }, shape);
}

absl::Status ImageWindows::ElementsShape(const WindowGeometry& geometry, int64_t channels,
                                         int spatial, TensorShape* shape) {
  return ImagesShape(
      geometry, channels, spatial, [](const WindowDim& dim) { return dim.in; }, shape);
}

}  // namespace opgraft_internal

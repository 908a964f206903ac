// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_IMAGE_WINDOWS_H_
#define KERNELS_OPENVINO_NN_IMAGE_WINDOWS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/window_rules.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// The windows of OpenVINO's ops in images [batch, channels, spatial...] of 1, 2 or 3 spatial
// dimensions: from attrs to the geometry that the loops take. A value; thread-safe.
class ImageWindows {
 public:
  // Reads the attrs of windows that the op has.
  absl::Status Read(OpKernelConstruction* context);

  // The attrs.
  const WindowRules& rules() const { return rules_; }

  // Windows of `window` elements over the images. INVALID_ARGUMENT if they do not fit. `*padded`,
  // if not null: there is padding.
  absl::Status Place(const TensorShape& images, absl::Span<const int64_t> window,
                     WindowGeometry* geometry, bool* padded = nullptr) const;
  // The reverse: `places` is the shape of what windows over images of the wanted sizes made; the
  // geometry is that of these images, with `channels`. `wanted` may be empty.
  absl::Status PlaceBack(const TensorShape& places, int64_t channels,
                         absl::Span<const int64_t> window, absl::Span<const int64_t> wanted,
                         WindowGeometry* geometry) const;
  // Shapes of what has `channels` numbers at each place, or each element, of images of `spatial`
  // dimensions.
  static absl::Status PlacesShape(const WindowGeometry& geometry, int64_t channels, int spatial,
                                  TensorShape* shape);
  static absl::Status ElementsShape(const WindowGeometry& geometry, int64_t channels, int spatial,
                                    TensorShape* shape);

  // Which of the geometry's three dimensions spatial dimension `i` is: the last one is the one
  // whose elements lie side by side.
  static int SlotOf(int spatial, int i) { return spatial == 2 ? 2 * i : 3 - spatial + i; }

 private:
  WindowRules rules_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_IMAGE_WINDOWS_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_IMAGE_SIZE_H_
#define KERNELS_IMAGE_IMAGE_SIZE_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How large the image in a file is.
struct ImageSize {
  int64_t frames = 1;
  int64_t height = 0;
  int64_t width = 0;
  int64_t channels = 0;

  // Pixels of all frames must be fewer, as TensorFlow has it: their bytes can be counted then.
  static constexpr int64_t kMaxPixels = int64_t{1} << 29;
};

// Gives a decoder the memory for an image, of a size that the file says it has: all samples, from
// the top left pixel of the first frame on. Called once, before pixels are decoded.
using ImageAllocator = absl::FunctionRef<absl::StatusOr<uint8_t*>(const ImageSize& size)>;

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_IMAGE_SIZE_H_

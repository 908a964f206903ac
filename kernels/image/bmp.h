// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_BMP_H_
#define KERNELS_IMAGE_BMP_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A BMP file without compression: what its header says, and where its rows are. Borrows the bytes
// of the file.
struct Bmp {
  int64_t width = 0;
  int64_t height = 0;
  int64_t channels = 0;  // 1, 3 or 4
  bool top_down = false;
  // Rows begin at multiples of 4 bytes.
  int64_t row_bytes = 0;
  absl::string_view pixels;

  // Writes all pixels, from the top left one on, as grey (1 channel, if the file has no more), RGB
  // or RGBA.
  void CopyTo(int64_t out_channels, uint8_t* out) const;
};

// Finds the pixels in a file. INVALID_ARGUMENT says what is wrong: another format, sizes that lie,
// a file that ends too soon.
absl::StatusOr<Bmp> ParseBmp(absl::string_view file);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_BMP_H_

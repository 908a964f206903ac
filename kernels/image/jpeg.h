// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_JPEG_H_
#define KERNELS_IMAGE_JPEG_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/image_size.h"

namespace opgraft_internal {

// A part of an image, in its pixels.
struct ImageWindow {
  int64_t top = 0;
  int64_t left = 0;
  int64_t height = 0;
  int64_t width = 0;
};

// How to decode a JPEG file: TensorFlow's attrs.
struct JpegDecoding {
  // 1 (grey) or 3 (RGB); 0 takes as many as the file has, RGB for CMYK.
  int64_t channels = 0;
  // 1, 2, 4 or 8: so many times smaller.
  int64_t ratio = 1;
  bool fancy_upscaling = true;
  bool try_recover_truncated = false;
  // The part of the lines that must be there; the others are black.
  float acceptable_fraction = 1;
  bool accurate_dct = false;
  // In pixels of the image after `ratio`; absent: the whole image.
  absl::optional<ImageWindow> window;
};

// Decodes a JPEG file by libjpeg-turbo. INVALID_ARGUMENT says what is wrong with the file or the
// window; else what `allocate` says.
absl::Status DecodeJpeg(absl::string_view file, const JpegDecoding& decoding,
                        ImageAllocator allocate);

// The size and channels of the image in a file, which is decoded as far as that takes. A file in
// several scans is read to its end.
absl::StatusOr<ImageSize> JpegSize(absl::string_view file);

// How to encode: TensorFlow's attrs.
struct JpegEncoding {
  int64_t quality = 95;  // 0 to 100
  bool progressive = false;
  bool optimize_size = false;
  bool chroma_downsampling = true;
  bool density_in_cm = false;  // else in inches
  int64_t x_density = 300;
  int64_t y_density = 300;
  std::string xmp_metadata;
};

// Encodes samples of 1 channel (grey) or 3 (RGB). INVALID_ARGUMENT if a JPEG file cannot hold the
// image or the metadata, RESOURCE_EXHAUSTED if there is no memory.
absl::Status EncodeJpeg(const uint8_t* samples, const ImageSize& size, const JpegEncoding& encoding,
                        std::string* file);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_JPEG_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_PNG_H_
#define KERNELS_IMAGE_PNG_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/image_size.h"

namespace opgraft_internal {

// Decodes a PNG file by libpng into samples of `bits`, 8 or 16, in the machine's byte order.
// `channels` are 1 (grey), 3 (RGB) or 4 (RGBA); 0 takes as many as the file has. INVALID_ARGUMENT
// says what is wrong with the file; else what `allocate` says.
absl::Status DecodePng(absl::string_view file, int64_t channels, int bits, ImageAllocator allocate);

// Encodes samples of `bits`, 8 or 16: grey, grey and alpha, RGB or RGBA. `compression` is from 0 to
// 9, or -1 for zlib's default. INVALID_ARGUMENT if a PNG file cannot hold the image,
// RESOURCE_EXHAUSTED if there is no memory.
absl::Status EncodePng(const void* samples, const ImageSize& size, int bits, int compression,
                       std::string* file);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_PNG_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/bmp.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// As far as the number of bits of a pixel.
constexpr size_t kHeaderBytes = 32;

// A little-endian number. REQUIRES: it lies within the file.
uint32_t NumberAt(absl::string_view file, size_t at, int bytes) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= static_cast<uint32_t>(static_cast<uint8_t>(file[at + static_cast<size_t>(i)]))
             << 8 * i;
  return value;
}

absl::Status CheckSizes(const Bmp& bmp, int64_t height, int64_t offset) {
  if (bmp.channels != 1 && bmp.channels != 3 && bmp.channels != 4) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Number of channels inherent in the image must be 1, 3 or 4, was ", bmp.channels));
  }
  if (bmp.width <= 0 || bmp.height == 0 || offset < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("A BMP's width must be positive and its height not 0, got ", bmp.width,
                     " and ", height, "; its pixels begin at byte ", offset));
  }
  // 2^31 * 2^31 at most.
  if (bmp.width * bmp.height < std::numeric_limits<int32_t>::max() / 8) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Total possible pixel bytes of a BMP must be less than 2^30, got ", bmp.width,
                   " x ", bmp.height, " pixels"));
}

}  // namespace

absl::StatusOr<Bmp> ParseBmp(absl::string_view file) {
  if (!absl::StartsWith(file, "BM"))
    return absl::InvalidArgumentError("Expected a BMP file: it does not begin with BM");
  if (file.size() < kHeaderBytes) {
    return absl::InvalidArgumentError(absl::StrCat("Incomplete bmp content, requires at least ",
                                                   kHeaderBytes, " bytes, got ", file.size()));
  }
  const int64_t offset = static_cast<int32_t>(NumberAt(file, 10, 4));
  const int64_t height = static_cast<int32_t>(NumberAt(file, 22, 4));
  Bmp bmp;
  bmp.width = static_cast<int32_t>(NumberAt(file, 18, 4));
  bmp.height = std::abs(height);
  bmp.top_down = height < 0;
  bmp.channels = static_cast<int16_t>(NumberAt(file, 28, 2)) / 8;
  OPGRAFT_RETURN_IF_ERROR(CheckSizes(bmp, height, offset));
  bmp.row_bytes = (bmp.width * bmp.channels + 3) / 4 * 4;
  const int64_t size = bmp.height * bmp.row_bytes;
  if (offset + size != static_cast<int64_t>(file.size())) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input size should match (header_size + row_size * abs_height), ",
                     offset + size, " bytes, but is ", file.size()));
  }
  bmp.pixels = file.substr(static_cast<size_t>(offset), static_cast<size_t>(size));
  return bmp;
}

void Bmp::CopyTo(int64_t out_channels, uint8_t* out) const {
  const uint8_t* const from = reinterpret_cast<const uint8_t*>(pixels.data());
  for (int64_t y = 0; y < height; ++y) {
    const uint8_t* pixel = from + (top_down ? y : height - 1 - y) * row_bytes;
    for (int64_t x = 0; x < width; ++x, pixel += channels) {
      const bool is_grey = channels == 1;
      const uint8_t color[4] = {pixel[is_grey ? 0 : 2], pixel[is_grey ? 0 : 1], pixel[0],
                                channels == 4 ? pixel[3] : uint8_t{255}};
      out = std::copy_n(color, out_channels, out);
    }
  }
}

}  // namespace opgraft_internal

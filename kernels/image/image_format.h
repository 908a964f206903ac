// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_IMAGE_FORMAT_H_
#define KERNELS_IMAGE_IMAGE_FORMAT_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The formats that are told apart; of kWebP there is no decoder.
enum class ImageFormat { kUnknown, kJpeg, kPng, kGif, kBmp, kWebP };

// What the first bytes of a file say that it is.
inline ImageFormat FormatOf(absl::string_view file) {
  if (absl::StartsWith(file, "\xff\xd8\xff")) return ImageFormat::kJpeg;
  if (absl::StartsWith(file, "\x89PNG\r\n\x1a\n")) return ImageFormat::kPng;
  if (absl::StartsWith(file, "GIF8")) return ImageFormat::kGif;
  if (absl::StartsWith(file, "BM")) return ImageFormat::kBmp;
  const bool is_webp =
      file.size() > 12 && absl::StartsWith(file, "RIFF") && file.substr(8, 4) == "WEBP";
  return is_webp ? ImageFormat::kWebP : ImageFormat::kUnknown;
}

// For messages.
inline absl::string_view NameOf(ImageFormat format) {
  switch (format) {
    case ImageFormat::kJpeg:
      return "JPEG";
    case ImageFormat::kPng:
      return "PNG";
    case ImageFormat::kGif:
      return "GIF";
    case ImageFormat::kBmp:
      return "BMP";
    case ImageFormat::kWebP:
      return "WebP";
    case ImageFormat::kUnknown:
      break;
  }
  return "unknown";
}

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_IMAGE_FORMAT_H_

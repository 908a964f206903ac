// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_GIF_H_
#define KERNELS_IMAGE_GIF_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/image_size.h"

namespace opgraft_internal {

// Decodes a GIF file by giflib into RGB, each frame drawn over the one before; the size of the
// image is that of the largest frame. Frames that come before a damaged one are given out, as
// TensorFlow does. Without `all_frames` it is the first. INVALID_ARGUMENT says what is wrong with
// the file; else what `allocate` says.
absl::Status DecodeGif(absl::string_view file, bool all_frames, ImageAllocator allocate);

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_GIF_H_

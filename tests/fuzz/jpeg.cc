// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// JPEG files.
#include "kernels/image/jpeg.h"

#include "tests/fuzz/image_memory.h"

namespace opgraft {
namespace {

using opgraft_internal::JpegDecoding;

void TryJpeg(absl::string_view file, const JpegDecoding& decoding) {
  ImageMemory memory;
  const absl::Status status = opgraft_internal::DecodeJpeg(file, decoding, memory.allocator());
  Demand(status.ok() || !status.message().empty(), "a refusal says why");
  if (!status.ok()) return;
  Demand(decoding.channels == 0 || memory.size().channels == decoding.channels,
         "the channels are those wanted");
  if (!decoding.window.has_value()) return;
  Demand(memory.size().height == decoding.window->height &&
             memory.size().width == decoding.window->width,
         "a part is as large as its window");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view file = opgraft::TextOf(data, size);
  opgraft::JpegDecoding decoding;
  opgraft::TryJpeg(file, decoding);
  decoding.try_recover_truncated = true;
  decoding.fancy_upscaling = false;
  opgraft::TryJpeg(file, decoding);
  decoding.window = opgraft_internal::ImageWindow{1, 2, 3, 4};
  opgraft::TryJpeg(file, decoding);
  decoding.window.reset();
  decoding.ratio = 2;
  decoding.channels = 1;
  decoding.accurate_dct = true;
  opgraft::TryJpeg(file, decoding);
  const auto shape = opgraft_internal::JpegSize(file);
  opgraft::Demand(shape.ok() || !shape.status().message().empty(), "a refusal says why");
  return 0;
}

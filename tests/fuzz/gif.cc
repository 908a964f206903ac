// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// GIF files.
#include "kernels/image/gif.h"

#include <algorithm>

#include "tests/fuzz/image_memory.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const absl::string_view file = opgraft::TextOf(data, size);
  opgraft::ImageMemory all, first;
  const absl::Status status =
      opgraft_internal::DecodeGif(file, /*all_frames=*/true, all.allocator());
  Demand(status.ok() || !status.message().empty(), "a refusal says why");
  if (!status.ok()) return 0;
  Demand(opgraft_internal::DecodeGif(file, /*all_frames=*/false, first.allocator()).ok(),
         "where all frames are there, the first is");
  Demand(first.size().frames == 1 &&
             std::equal(first.bytes().begin(), first.bytes().end(), all.bytes().begin()),
         "the first frame is the first of all");
  return 0;
}

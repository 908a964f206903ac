// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// BMP files.
#include "kernels/image/bmp.h"

#include <vector>

#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const absl::string_view file = opgraft::TextOf(data, size);
  const absl::StatusOr<opgraft_internal::Bmp> bmp = opgraft_internal::ParseBmp(file);
  if (!bmp.ok()) {
    Demand(!bmp.status().message().empty(), "a refusal says why");
    return 0;
  }
  Demand(bmp->width > 0 && bmp->height > 0, "an image has pixels");
  Demand(bmp->width * bmp->height * bmp->channels <= static_cast<int64_t>(size),
         "an image has no more pixels than bytes");
  std::vector<uint8_t> pixels(static_cast<size_t>(bmp->width * bmp->height * 4));
  bmp->CopyTo(4, pixels.data());
  return 0;
}

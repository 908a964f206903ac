// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// PNG files.
#include "kernels/image/png.h"

#include <string>

#include "tests/fuzz/image_memory.h"

namespace opgraft {
namespace {

// What is decoded is the same when it was written and decoded again.
void TryPng(absl::string_view file, int64_t channels, int bits) {
  ImageMemory memory(bits / 8);
  const absl::Status status = opgraft_internal::DecodePng(file, channels, bits, memory.allocator());
  Demand(status.ok() || !status.message().empty(), "a refusal says why");
  if (!status.ok()) return;
  Demand(channels == 0 || memory.size().channels == channels, "the channels are those wanted");
  std::string written;
  Demand(opgraft_internal::EncodePng(memory.bytes().data(), memory.size(), bits, 1, &written).ok(),
         "an image can be written");
  ImageMemory again(bits / 8);
  Demand(opgraft_internal::DecodePng(written, 0, bits, again.allocator()).ok(), "and read again");
  Demand(again.bytes() == memory.bytes(), "without a loss");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view file = opgraft::TextOf(data, size);
  for (const int64_t channels : {0, 1, 3, 4}) {
    opgraft::TryPng(file, channels, 8);
    opgraft::TryPng(file, channels, 16);
  }
  return 0;
}

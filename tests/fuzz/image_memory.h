// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FUZZ_IMAGE_MEMORY_H_
#define TESTS_FUZZ_IMAGE_MEMORY_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "kernels/image/image_size.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {

// What a decoder puts an image in; one that is too large for a test is refused.
class ImageMemory {
 public:
  explicit ImageMemory(int64_t bytes_of_sample = 1) : bytes_of_sample_(bytes_of_sample) {}

  // An ImageAllocator.
  auto allocator() {
    return [this](const opgraft_internal::ImageSize& size) { return Allocate(size); };
  }

  const opgraft_internal::ImageSize& size() const { return size_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  absl::StatusOr<uint8_t*> Allocate(const opgraft_internal::ImageSize& size) {
    constexpr int64_t kMostSamples = 1 << 22;
    Demand(size.frames > 0 && size.height > 0 && size.width > 0, "an image has pixels");
    Demand(size.channels >= 1 && size.channels <= 4, "pixels have channels");
    Demand(size.frames * size.height * size.width < opgraft_internal::ImageSize::kMaxPixels,
           "an image is within the limit");
    const int64_t samples = size.frames * size.height * size.width * size.channels;
    if (samples > kMostSamples) return absl::ResourceExhaustedError("too large for a test");
    size_ = size;
    bytes_.assign(static_cast<size_t>(samples * bytes_of_sample_), 0xab);
    return bytes_.data();
  }

  const int64_t bytes_of_sample_;
  opgraft_internal::ImageSize size_;
  std::vector<uint8_t> bytes_;
};

}  // namespace opgraft

#endif  // TESTS_FUZZ_IMAGE_MEMORY_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_SCRATCH_MEMORY_H_
#define KERNELS_IMAGE_SCRATCH_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// malloc and free for libraries in C that work for a kernel: what they take is charged to the
// request, as tensors are. Null beyond its limits. Aligned for anything.
void* AllocateScratch(size_t bytes) noexcept;
void FreeScratch(void* memory) noexcept;

struct ScratchDeleter {
  // For std::unique_ptr.
  void operator()(uint8_t* memory) const { FreeScratch(memory); }
};
using ScratchBytes = std::unique_ptr<uint8_t[], ScratchDeleter>;

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_SCRATCH_MEMORY_H_

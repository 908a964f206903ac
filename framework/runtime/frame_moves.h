// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_FRAME_MOVES_H_
#define FRAMEWORK_RUNTIME_FRAME_MOVES_H_

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/types/span.h"
#include "framework/runtime/carry_moves.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/tensor_access.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A CarryMove in one frame: its slots, and the regions that they would be in (null: none). Where
// they are is found once, not in each iteration.
struct FrameMove {
  CarryMove::Kind kind = CarryMove::Kind::kTake;
  Tensor* to = nullptr;
  Tensor* from = nullptr;
  BufferRegion* to_region = nullptr;
  BufferRegion* from_region = nullptr;
  Tensor* spare = nullptr;  // borrows; for a moment only
};

// Carry for what is not in two regions, or of two shapes. Throws std::bad_alloc.
void CarryRarely(const FrameMove& move);

// True if both slots view their regions, as they do from the third iteration on.
inline bool ViewTheirRegions(const FrameMove& move) {
  return move.kind <= CarryMove::Kind::kTake && move.to_region != nullptr &&
         move.from_region != nullptr && move.from_region->IsViewedBy(*move.from) &&
         move.to_region->IsViewedBy(*move.to);
}

// Makes the moves, in order. What the body left in a region goes to the region of the carried slot,
// which gives its buffer for the next iteration, and each slot views its region again: nothing is
// copied, and after two iterations nothing is allocated. Throws std::bad_alloc.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void Carry(absl::Span<const FrameMove> moves) {
  for (const FrameMove& move : moves) {
    const bool may_exchange =
        ViewTheirRegions(move) &&
        ((move.to->dims() | move.from->dims()) == 0 || move.to->shape() == move.from->shape());
    if (ABSL_PREDICT_FALSE(!may_exchange)) {
      CarryRarely(move);
      continue;
    }
    move.to_region->SwapBuffers(move.from_region);
    TensorAccess::Retarget(move.spare, *move.to);
    TensorAccess::Retarget(move.to, *move.from);
    TensorAccess::Retarget(move.from, *move.spare);
  }
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_FRAME_MOVES_H_

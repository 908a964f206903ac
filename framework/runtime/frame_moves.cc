// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/frame_moves.h"

#include <utility>

namespace opgraft_internal {
namespace {

// Exchanges two tensors, of which each may borrow: it borrows in its new place too.
void ExchangeTensors(Tensor* a, Tensor* b) {
  if (!TensorAccess::is_borrowed(*b)) std::swap(a, b);
  if (!TensorAccess::is_borrowed(*b)) return std::swap(*a, *b);
  Tensor view;
  TensorAccess::Borrow(&view, *b);
  if (TensorAccess::is_borrowed(*a)) {
    TensorAccess::Borrow(b, *a);
  } else {
    *b = std::move(*a);
  }
  TensorAccess::Borrow(a, view);
}

void Exchange(const FrameMove& move) {
  ExchangeTensors(move.from, move.to);
  if (move.from_region != nullptr && move.to_region != nullptr)
    move.from_region->SwapBuffers(move.to_region);
}

// True if the move took what is in a region.
bool TakeFromRegion(const FrameMove& move) {
  const bool is_there = move.from_region != nullptr && move.to_region != nullptr &&
                        move.from_region->IsViewedBy(*move.from);
  if (!is_there) return false;
  move.to_region->SwapBuffers(move.from_region);
  TensorAccess::Borrow(move.to, *move.from);
  return true;
}

// A view of memory that the next iteration may write: who counts on it keeps it.
void Share(const FrameMove& move) {
  const Tensor& value = *move.from;
  Tensor& carried = *move.to;
  const bool is_there = value.SharesBufferWith(carried) && value.data() == carried.data() &&
                        value.shape() == carried.shape();
  if (!is_there) carried = value;
}

}  // namespace

void CarryRarely(const FrameMove& move) {
  const bool is_borrowed = TensorAccess::is_borrowed(*move.from);
  if (move.kind == CarryMove::Kind::kExchange) {
    Exchange(move);
  } else if (move.kind == CarryMove::Kind::kView && is_borrowed) {
    TensorAccess::Borrow(move.to, *move.from);
  } else if (move.kind == CarryMove::Kind::kTake && TakeFromRegion(move)) {
    return;
  } else if (move.kind == CarryMove::Kind::kTake && !is_borrowed) {
    *move.to = std::move(*move.from);
  } else {
    Share(move);
  }
}

}  // namespace opgraft_internal

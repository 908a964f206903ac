// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_CARRY_MOVES_H_
#define FRAMEWORK_RUNTIME_CARRY_MOVES_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// One step of what happens to the carried values of a loop between two iterations.
struct CarryMove {
  enum class Kind : uint8_t {
    // Two carried values change places, with their buffers.
    kExchange,
    // Slot `to` takes what the body left in `from`, with its buffer; nothing is copied.
    kTake,
    // Slot `to` views `from`, which stays as it is for as long as the loop runs.
    kView,
    // Slot `to` becomes what `from` has become: both keep its memory.
    kShare,
  };
  Kind kind = Kind::kTake;
  int32_t to = -1;
  int32_t from = -1;
};

// The moves by which every slot carried[i] becomes what slot next[i] holds, as if all at once.
// `is_outer(slot)`: it was there before the loop, and no iteration writes it.
//
// Two carried values may want each other's place, so values that are carried already change places
// first, one exchange each; then the body's results come in, and last what other slots have too.
//
// Example: (a, b, c, d) becomes (b, a, x, x), where the body makes x: exchange a and b; c takes x;
// d shares c. For (a, b) becoming (b, x), Fibonacci's, a and b change places, then b takes x.
std::vector<CarryMove> OrderCarryMoves(const std::vector<int32_t>& carried,
                                       const std::vector<int32_t>& next,
                                       absl::FunctionRef<bool(int32_t slot)> is_outer);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_CARRY_MOVES_H_

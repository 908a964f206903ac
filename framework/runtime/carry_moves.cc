// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/carry_moves.h"

#include <utility>

#include "absl/container/flat_hash_map.h"

namespace opgraft_internal {
namespace {

// Makes the list in three passes; see the header.
class CarryMoveOrder {
 public:
  CarryMoveOrder(const std::vector<int32_t>& carried, const std::vector<int32_t>& next)
      : carried_(carried), next_(next) {
    for (const int32_t slot : carried) place_[slot] = content_[slot] = slot;
    // What stays where it is has its home already: others share it.
    for (size_t i = 0; i < carried.size(); ++i) {
      if (next[i] == carried[i]) home_[next[i]] = carried[i];
    }
  }

  // Values that were carried before.
  void Exchange() {
    for (size_t i = 0; i < carried_.size(); ++i) {
      const int32_t value = next_[i];
      const int32_t to = carried_[i];
      if (!IsCarried(value) || !home_.try_emplace(value, to).second) continue;
      const int32_t from = place_[value];
      if (from == to) continue;
      const int32_t other = content_[to];
      Put(value, to);
      Put(other, from);
      moves_.push_back({CarryMove::Kind::kExchange, to, from});
    }
  }

  // What the body made; each for the first that wants it.
  void Take(absl::FunctionRef<bool(int32_t slot)> is_outer) {
    for (size_t i = 0; i < carried_.size(); ++i) {
      const int32_t value = next_[i];
      if (IsCarried(value) || is_outer(value)) continue;
      if (home_.try_emplace(value, carried_[i]).second)
        moves_.push_back({CarryMove::Kind::kTake, carried_[i], value});
    }
  }

  void ShareRest(absl::FunctionRef<bool(int32_t slot)> is_outer) {
    for (size_t i = 0; i < carried_.size(); ++i) {
      const int32_t value = next_[i];
      const bool is_view = !IsCarried(value) && is_outer(value);
      const int32_t from = is_view ? value : home_[value];
      if (from == carried_[i]) continue;
      moves_.push_back(
          {is_view ? CarryMove::Kind::kView : CarryMove::Kind::kShare, carried_[i], from});
    }
  }

  std::vector<CarryMove> Finish() { return std::move(moves_); }

 private:
  bool IsCarried(int32_t slot) const { return content_.contains(slot); }
  void Put(int32_t value, int32_t slot) {
    place_[value] = slot;
    content_[slot] = value;
  }

  const std::vector<int32_t>& carried_;
  const std::vector<int32_t>& next_;
  // By the carried slot that a value was in when the iteration ended: the slot it is in now; and
  // the other way round.
  absl::flat_hash_map<int32_t, int32_t> place_;
  absl::flat_hash_map<int32_t, int32_t> content_;
  absl::flat_hash_map<int32_t, int32_t> home_;  // by wanted slot: the first that wants its value
  std::vector<CarryMove> moves_;
};

}  // namespace

std::vector<CarryMove> OrderCarryMoves(const std::vector<int32_t>& carried,
                                       const std::vector<int32_t>& next,
                                       absl::FunctionRef<bool(int32_t slot)> is_outer) {
  CarryMoveOrder order(carried, next);
  order.Exchange();
  order.Take(is_outer);
  order.ShareRest(is_outer);
  return order.Finish();
}

}  // namespace opgraft_internal

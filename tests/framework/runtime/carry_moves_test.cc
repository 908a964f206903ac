// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/carry_moves.h"

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using Kind = CarryMove::Kind;

// Slots below 100 are carried, below 200 the body's, others from outside.
bool IsOuter(int32_t slot) { return slot >= 200; }

std::string Text(const std::vector<CarryMove>& moves) {
  std::string text;
  for (const CarryMove& move : moves)
    absl::StrAppend(&text, absl::string_view("xtvs").substr(static_cast<size_t>(move.kind), 1),
                    move.to, "<", move.from, " ");
  return text;
}

// What is in each slot after the moves: the number of the slot it was in.
std::map<int32_t, int32_t> After(const std::vector<int32_t>& carried,
                                 const std::vector<CarryMove>& moves) {
  std::map<int32_t, int32_t> in;
  for (const int32_t slot : carried) in[slot] = slot;
  const auto value_in = [&](int32_t slot) { return in.try_emplace(slot, slot).first->second; };
  for (const CarryMove& move : moves) {
    const int32_t value = value_in(move.from);
    if (move.kind == Kind::kExchange) in[move.from] = value_in(move.to);
    if (move.kind == Kind::kTake) in[move.from] = -1;  // nobody may want it again
    in[move.to] = value;
  }
  return in;
}

TEST(CarryMoves, AreAsFewAsTheirKindsAllow) {
  const struct {
    std::vector<int32_t> next;
    const char* moves;
  } cases[] = {
      {{0, 1, 2}, ""},
      {{100, 101, 102}, "t0<100 t1<101 t2<102 "},
      {{1, 0, 2}, "x0<1 "},
      {{1, 2, 0}, "x0<1 x1<2 "},
      {{1, 100, 2}, "x0<1 t1<100 "},
      {{100, 100, 2}, "t0<100 s1<0 "},
      {{1, 1, 2}, "s0<1 "},
      {{1, 2, 1}, "x0<1 x1<2 s2<0 "},
      {{200, 0, 100}, "x1<0 t2<100 v0<200 "},
  };
  for (const auto& c : cases) EXPECT_EQ(Text(OrderCarryMoves({0, 1, 2}, c.next, IsOuter)), c.moves);
}

TEST(CarryMoves, DoWhatOneAssignmentOfAllWould) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<int32_t> carried, next;
    const int n = 1 + static_cast<int>(random() % 6);
    for (int i = 0; i < n; ++i) carried.push_back(i);
    for (int i = 0; i < n; ++i) {
      const int32_t kind = static_cast<int32_t>(random() % 4);
      next.push_back(kind < 2 ? static_cast<int32_t>(random() % n)
                              : 100 * (kind - 1) + static_cast<int32_t>(random() % 3));
    }
    const std::vector<CarryMove> moves = OrderCarryMoves(carried, next, IsOuter);
    std::map<int32_t, int32_t> after = After(carried, moves);
    for (int i = 0; i < n; ++i) ASSERT_EQ(after[i], next[i]) << Text(moves) << "round " << round;
  }
}

}  // namespace
}  // namespace opgraft

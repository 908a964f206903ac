// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/search_words.h"

#include "absl/strings/ascii.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(SearchWords, StandOnceInOrderAndNameOpsThatThereAre) {
  absl::string_view before;
  for (const opgraft_internal::SearchWord& entry : opgraft_internal::SearchWords()) {
    EXPECT_LT(before, entry.word);
    before = entry.word;
    EXPECT_EQ(absl::AsciiStrToLower(entry.word), entry.word);
    EXPECT_FALSE(entry.ops.empty()) << entry.word;
    for (const absl::string_view op : entry.ops) {
      EXPECT_TRUE(KernelRegistry::Global()->ops().LookUp(op).ok()) << entry.word << ": " << op;
    }
  }
}

}  // namespace
}  // namespace opgraft

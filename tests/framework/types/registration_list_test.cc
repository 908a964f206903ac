// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/registration_list.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

struct Word {
  explicit Word(const std::string& text) : item_(std::make_shared<const std::string>(text)) {
    RegistrationList<Word>::OfProcess().Add(this);
  }
  ~Word() { RegistrationList<Word>::OfProcess().Remove(this); }
  const std::shared_ptr<const std::string> item_;
  const Word* older_ = nullptr;
};

std::vector<std::string> WordsSince(const void* position, const void** end = nullptr) {
  std::vector<std::string> texts;
  for (const auto& item : RegistrationList<Word>::OfProcess().Since(position, end))
    texts.push_back(*item);
  return texts;
}

const Word before_main("before main");

TEST(RegistrationList, ListsWhatCameSinceAPositionOldestFirst) {
  const void* end = nullptr;
  EXPECT_THAT(WordsSince(nullptr, &end), ElementsAre("before main"));
  EXPECT_THAT(WordsSince(end), ElementsAre());
  auto a = std::make_unique<Word>("a");
  const Word b("b");
  EXPECT_THAT(WordsSince(end), ElementsAre("a", "b"));
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main", "a", "b"));
  a.reset();  // as a library that is closed, though it is not the newest
  EXPECT_THAT(WordsSince(end), ElementsAre("b"));
}

TEST(RegistrationList, AnItemOutlivesItsEntry) {
  auto word = std::make_unique<Word>("kept");
  const auto items = RegistrationList<Word>::OfProcess().Since(nullptr, nullptr);
  word.reset();
  EXPECT_EQ(*items.back(), "kept");
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main"));
}

}  // namespace
}  // namespace opgraft

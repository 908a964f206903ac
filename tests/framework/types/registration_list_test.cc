// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/registration_list.h"

#include <atomic>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "framework/types/this_library.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

struct Word {
  explicit Word(const char* text, void* library = ThisLibrary()) : item_(text), library_(library) {
    RegistrationList<Word>::OfProcess().Add(this);
  }
  const char* const item_;
  const Word* older_ = nullptr;
  void* const library_;
};

std::vector<std::string> WordsSince(const void* position, const void** end = nullptr) {
  const auto words = RegistrationList<Word>::OfProcess().Since(position, end);
  return {words.begin(), words.end()};
}

void Close(const void* library) { RegistrationList<Word>::OfProcess().RemoveLibrary(library); }

const Word before_main("before main");

TEST(RegistrationList, ListsWhatCameSinceAPositionOldestFirst) {
  const void* end = nullptr;
  EXPECT_THAT(WordsSince(nullptr, &end), ElementsAre("before main"));
  EXPECT_THAT(WordsSince(end), ElementsAre());
  int library;
  const Word a("a", &library), b("b", &library);
  EXPECT_THAT(WordsSince(end), ElementsAre("a", "b"));
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main", "a", "b"));
  Close(&library);
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main"));
}

TEST(RegistrationList, DropsALibrarysEntriesWhereverTheyStand) {
  const void* begin = nullptr;
  WordsSince(nullptr, &begin);
  int one, two;
  [[maybe_unused]] const Word words[] = {Word("a", &one), Word("b", &two), Word("c", &one),
                                         Word("d", &one), Word("e", &two), Word("f", &one)};
  Close(&one);
  EXPECT_THAT(WordsSince(begin), ElementsAre("b", "e"));
  const Word again("again", &one);  // opened anew, at the same address
  EXPECT_THAT(WordsSince(begin), ElementsAre("b", "e", "again"));
  Close(&two);
  EXPECT_THAT(WordsSince(begin), ElementsAre("again"));
  Close(&one);
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main"));
}

TEST(RegistrationList, LosesNothingWhenThreadsAddDropAndRead) {
  constexpr int kThreads = 4, kRounds = 200, kWords = 5;
  std::atomic<int> wrong{0};
  const auto work = [&wrong] {
    for (int round = 0; round < kRounds; ++round) {
      int library;
      std::deque<Word> words;
      for (int i = 0; i < kWords; ++i) words.emplace_back("mine", &library);
      if (WordsSince(nullptr).size() < kWords + 1) ++wrong;
      Close(&library);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_THAT(WordsSince(nullptr), ElementsAre("before main"));
}

}  // namespace
}  // namespace opgraft

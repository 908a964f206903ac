// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a handler makes of it is tested by crash_handler_test.
#include "framework/types/crash_note.h"

#include <thread>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

TEST(CrashNote, TheInnermostOfTheThreadCounts) {
  EXPECT_EQ(CrashNote::Current(), nullptr);
  const NodeCrashNote outer("Compute", "a", "A");
  const NodeCrashNote inner("the shape function", "b", "B");
  {
    const CrashNoteScope outer_scope(&outer);
    {
      const CrashNoteScope inner_scope(&inner);
      FatalText text;
      CrashNote::Current()->Describe(&text);
      EXPECT_EQ(text.text(), "the shape function of {{node b}} B");
      std::thread([] { EXPECT_EQ(CrashNote::Current(), nullptr); }).join();
    }
    EXPECT_EQ(CrashNote::Current(), &outer);
  }
  EXPECT_EQ(CrashNote::Current(), nullptr);
}

TEST(CrashNote, KnowsWhoseCodeAnAddressIs) {
  static const char code[10] = {};
  EXPECT_EQ(LibraryOfCode(code), "");
  NoteLibraryCode("old.so", code, code + 10);
  NoteLibraryCode("new.so", code + 2, code + 4);
  EXPECT_EQ(LibraryOfCode(code + 1), "old.so");
  EXPECT_EQ(LibraryOfCode(code + 2), "new.so");
  EXPECT_EQ(LibraryOfCode(code + 4), "old.so");
  EXPECT_EQ(LibraryOfCode(code + 10), "");
}

}  // namespace
}  // namespace opgraft_internal

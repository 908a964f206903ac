// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/note_check.h"

#include "absl/strings/str_replace.h"
#include "framework/types/library_note.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

std::string Check(absl::string_view note) {
  return std::string(CheckLibraryNotes({note}, "roi.so").message());
}

TEST(NoteCheck, AcceptsItsOwnAndWhatDoesNotMatter) {
  EXPECT_EQ(Check(OPGRAFT_NOTE_TEXT), "");
  EXPECT_EQ(Check("abi=" OPGRAFT_QUOTE(
                OPGRAFT_ABI_VERSION) ";compiler=g++ 99;standard=202302L;version=0.0.1"),
            "");
  for (const char* align : {"16", "32", "64"})
    EXPECT_EQ(Check(std::string("eigen_align=") + align), "");
  EXPECT_EQ(Check("something=new"), "");
  EXPECT_EQ(Check(""), "");
  EXPECT_EQ(Check(";;=;==;a"), "");
}

TEST(NoteCheck, SaysWhatDiffersAndWhatToDo) {
  const struct {
    const char* note;
    const char* message;
  } kCases[] = {
      {"version=0.1.0;abi=1;abseil=opgraft_1",
       "'roi.so' was built with Opgraft 0.1.0 (abi 1); this is 0.1.0 (abi " OPGRAFT_QUOTE(
           OPGRAFT_ABI_VERSION) "). Rebuild it: opgraft build."},
      {"version=0.3.0;abi=1000;abseil=opgraft_2",
       "'roi.so' was built with Opgraft 0.3.0 (abi 1000); this is 0.1.0 (abi " OPGRAFT_QUOTE(
           OPGRAFT_ABI_VERSION) "). Rebuild it: opgraft build."},
      {"version=0.1.0;abi=" OPGRAFT_QUOTE(OPGRAFT_ABI_VERSION) ";abseil=lts_20220623",
       "'roi.so' was compiled against another Abseil (lts_20220623); Opgraft's is opgraft_1. Put "
       "the headers that come "
       "with Opgraft before others (`opgraft flags --compile` prints all options)."},
      {"cxx11_abi=0;compiler=g++ 12.2.0",
       "'roi.so' was built for another C++ ABI: with -D_GLIBCXX_USE_CXX11_ABI=0 (by g++ 12.2.0). "
       "Rebuild it with "
       "-D_GLIBCXX_USE_CXX11_ABI=1 (`opgraft flags --compile` prints all options)."},
      {"cxx11_abi=none;compiler=Clang 14.0.6",
       "'roi.so' was compiled with another C++ standard library than libstdc++ (by Clang 14.0.6). "
       "Leave out -stdlib=, "
       "or "
       "say -stdlib=libstdc++."},
      {"standard=201402L",
       "'roi.so' was compiled as C++ of 2014; Opgraft needs -std=c++17 or later (`opgraft flags "
       "--compile` prints all "
       "options)."},
      {"eigen_align=128",
       "'roi.so' was compiled with EIGEN_MAX_ALIGN_BYTES=128; tensors are aligned to 64 bytes. "
       "Rebuild it without that "
       "define, or with another -march."},
  };
  for (const auto& c : kCases) EXPECT_EQ(Check(c.note), c.message);
}

TEST(NoteCheck, FindsTheOneSourceThatDiffers) {
  const absl::string_view good = OPGRAFT_NOTE_TEXT;
  EXPECT_TRUE(CheckLibraryNotes({good, good}, "roi.so").ok());
  EXPECT_FALSE(CheckLibraryNotes({good, "cxx11_abi=0", good}, "roi.so").ok());
}

}  // namespace
}  // namespace opgraft

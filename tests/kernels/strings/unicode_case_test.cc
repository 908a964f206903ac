// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/unicode_case.h"

#include <string>

#include "framework/op/fingerprint.h"
#include "framework/types/utf8.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// What TensorFlow's StringToHashBucketFast gives for the most buckets.
uint64_t Bucket(const std::string& text) { return Fingerprint64(text) % INT64_MAX; }

// All characters but U+0000, each behind `before` and before `after`, with spaces between.
std::string AllCharacters(const std::string& before, const std::string& after) {
  std::string text;
  for (uint32_t code = 1; code <= 0x10ffff; ++code) {
    if (code >= 0xd800 && code < 0xe000) continue;
    text += before;
    AppendUtf8(code, &text);
    text += after + " ";
  }
  return text;
}

// The numbers are those of TensorFlow 2.21.
TEST(UnicodeCase, OfAllCharactersIsAsTensorFlowHasIt) {
  const std::string alone = AllCharacters("", "");
  EXPECT_EQ(Bucket(LowerUtf8(alone)), 7894782060580800494u);
  EXPECT_EQ(Bucket(UpperUtf8(alone)), 1491903319656833473u);
}

TEST(UnicodeCase, OfSigmasBehindAllCharactersIsAsTensorFlowHasIt) {
  const std::string in_words = AllCharacters("\u0391", "\u03a3");
  EXPECT_EQ(Bucket(LowerUtf8(in_words)), 2746508946580747944u);
  EXPECT_EQ(Bucket(UpperUtf8(in_words)), 7342382685626561254u);
}

TEST(UnicodeCase, ScriptsOfAllCharactersAreAsTensorFlowHasThem) {
  std::string scripts;
  for (int32_t code = 0; code <= 0x10ffff; ++code)
    scripts.push_back(static_cast<char>(ScriptOf(code)));
  EXPECT_EQ(Bucket(scripts), 2783950703423259778u);
  EXPECT_EQ(ScriptOf(-1), -1);
  EXPECT_EQ(ScriptOf(0x110000), -1);
}

TEST(UnicodeCase, TextsGoOnBehindANul) {
  EXPECT_EQ(UpperUtf8(absl::string_view("a\0\u00e4", 4)), std::string("A\0\u00c4", 4));
}

}  // namespace
}  // namespace opgraft

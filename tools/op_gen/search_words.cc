// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/search_words.h"

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "tools/op_gen/site_files.h"

namespace opgraft_internal {
namespace {

std::vector<SearchWord> ReadTable() {
  std::vector<SearchWord> words;
  for (const absl::string_view line : absl::StrSplit(SearchWordLines(), '\n', absl::SkipEmpty())) {
    if (absl::StartsWith(line, "#")) continue;
    const std::vector<absl::string_view> parts = absl::StrSplit(line, " | ");
    SearchWord& word = words.emplace_back();
    word.word = parts[0];
    if (parts.size() > 1) word.ops = absl::StrSplit(parts[1], ' ');
    if (parts.size() > 2) word.note = parts[2];
  }
  return words;
}

}  // namespace

const std::vector<SearchWord>& SearchWords() {
  static const auto* const words = new std::vector<SearchWord>(ReadTable());
  return *words;
}

}  // namespace opgraft_internal

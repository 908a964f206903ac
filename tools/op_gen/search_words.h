// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_SEARCH_WORDS_H_
#define TOOLS_OP_GEN_SEARCH_WORDS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A word that people look for, which is not in the names of the ops that do it.
struct SearchWord {
  absl::string_view word;  // in small letters
  std::vector<absl::string_view> ops;
  // What to know beside the ops; "" if they say it all.
  absl::string_view note;
};

// The table of them (site/search_words.txt), sorted by word. Thread-safe.
const std::vector<SearchWord>& SearchWords();

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_SEARCH_WORDS_H_

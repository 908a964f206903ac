// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/nearest.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/quoted.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxLength = 256;
constexpr size_t kMinPart = 3;  // letters that say something as a beginning or an end

// Insertions, deletions, changes and swaps of neighbours that make `a` of `b`; `limit` + 1 if there
// are more.
size_t TypingErrors(absl::string_view a, absl::string_view b, size_t limit) {
  const size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::array<std::array<size_t, kMaxLength + 1>, 3> rows;  // of a[..i], a[..i-1], a[..i-2]
  auto* row = &rows[0];
  auto* above = &rows[1];
  auto* two_above = &rows[2];
  for (size_t j = 0; j <= b.size(); ++j) (*above)[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t least = (*row)[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t errors = (*above)[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      errors = std::min({errors, (*above)[j] + 1, (*row)[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        errors = std::min(errors, (*two_above)[j - 2] + 1);
      }
      (*row)[j] = errors;
      least = std::min(least, errors);
    }
    if (least > limit) return limit + 1;
    std::swap(above, two_above);
    std::swap(row, above);
  }
  return (*above)[b.size()];
}

// One error in three letters, rounded up: a name of one letter is near to every other.
size_t MostErrors(absl::string_view word) { return (word.size() + 2) / 3; }

bool IsPart(absl::string_view part, absl::string_view whole) {
  return part.size() >= kMinPart && (absl::StartsWith(whole, part) || absl::EndsWith(whole, part));
}

}  // namespace

NearestName::NearestName(absl::string_view word)
    : word_(word), best_errors_(MostErrors(word) + 1) {}

void NearestName::Offer(absl::string_view candidate) {
  if (best_errors_ == 0 || candidate.empty() || word_.size() > kMaxLength ||
      candidate.size() > kMaxLength)
    return;
  if (absl::EqualsIgnoreCase(word_, candidate)) {
    best_.assign(candidate.data(), candidate.size());
    best_errors_ = 0;
    return;
  }
  const size_t limit = std::min(best_errors_ - 1, MostErrors(candidate));
  const size_t errors = limit == 0 ? 1 : TypingErrors(word_, candidate, limit);
  // Names that share no letter are not similar.
  if (errors <= limit && errors < std::max(word_.size(), candidate.size())) {
    best_.assign(candidate.data(), candidate.size());
    best_errors_ = errors;
    best_part_ = 0;
    return;
  }
  if (best_errors_ > MostErrors(word_)) OfferPart(candidate);
}

void NearestName::OfferPart(absl::string_view candidate) {
  if (!IsPart(candidate, word_) && !IsPart(word_, candidate)) return;
  const size_t shared = std::min(candidate.size(), word_.size());
  // Of names that the word begins or ends, the shortest adds least.
  const bool better =
      shared > best_part_ || (shared == best_part_ && candidate.size() < best_.size());
  if (!better) return;
  best_.assign(candidate.data(), candidate.size());
  best_part_ = shared;
}

std::string NearestHint(absl::string_view nearest) {
  return nearest.empty() ? "" : absl::StrCat("; nearest: ", Quoted(nearest));
}

}  // namespace opgraft_internal

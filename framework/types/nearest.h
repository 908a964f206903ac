// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_NEAREST_H_
#define FRAMEWORK_TYPES_NEAREST_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds the known name that a mistyped one was meant to be, for messages ("nearest: 'Pad'").
//
// In this order: a name that differs only in case; the one with the fewest typing errors (a letter
// too many, missing, wrong or swapped with its neighbour), at most one in three letters; the
// longest that the word begins or ends with, or that begins or ends with the word. Of equal ones
// the first offered wins.
class NearestName {
 public:
  // Keeps the view; words beyond 256 characters have no nearest name.
  explicit NearestName(absl::string_view word);
  // Looks at one more name. The view need not outlive the call.
  void Offer(absl::string_view candidate);
  // The best so far; empty if none is near.
  const std::string& best() const { return best_; }

 private:
  void OfferPart(absl::string_view candidate);

  absl::string_view word_;
  std::string best_;
  // Typing errors of best_; a candidate with as many is not better.
  size_t best_errors_;
  // Shared letters of best_, when it is near only by its beginning or end.
  size_t best_part_ = 0;
};

// The name among `candidates`, any range of strings, that is nearest to `word`; empty if none is
// near.
//
// Example: `Nearest("doubel", names)` is "double" if that is among the names.
template <typename Range>
std::string Nearest(absl::string_view word, const Range& candidates) {
  NearestName nearest(word);
  for (const auto& candidate : candidates) nearest.Offer(candidate);
  return nearest.best();
}

// What Nearest() found, as a message goes on: "; nearest: 'Pad'". "" if it found nothing.
std::string NearestHint(absl::string_view nearest);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_NEAREST_H_

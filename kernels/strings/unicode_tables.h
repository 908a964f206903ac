// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the Unicode Character Database says of characters, packed. Sorted by the first character.
#ifndef KERNELS_STRINGS_UNICODE_TABLES_H_
#define KERNELS_STRINGS_UNICODE_TABLES_H_

#include <cstddef>
#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A run begins at `x >> 8`, its script is `x & 0xff`; it ends where the next begins.
extern const uint32_t kScriptRuns[];
extern const size_t kNumScriptRuns;

// Each `step`th character from `first` to `last` has another case, `delta` further on.
struct CaseRange {
  uint32_t first;
  uint32_t last;
  uint32_t step;
  int32_t delta;
};
extern const CaseRange kUpperRanges[];
extern const size_t kNumUpperRanges;
extern const CaseRange kLowerRanges[];
extern const size_t kNumLowerRanges;

// A character whose upper case is two or three; zeros behind.
struct UpperText {
  uint32_t code;
  uint16_t upper[3];
};
extern const UpperText kUpperTexts[];
extern const size_t kNumUpperTexts;

// A run begins at `x >> 11` and has `(x & 0x7ff) + 1` characters. Those of the first have a case;
// those of the second do not part a character from the word it belongs to.
extern const uint32_t kCasedRuns[];
extern const size_t kNumCasedRuns;
extern const uint32_t kCaseIgnorableRuns[];
extern const size_t kNumCaseIgnorableRuns;

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_UNICODE_TABLES_H_

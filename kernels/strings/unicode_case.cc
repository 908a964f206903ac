// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/unicode_case.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "framework/types/utf8.h"
#include "kernels/strings/next_char.h"
#include "kernels/strings/unicode_tables.h"

namespace opgraft_internal {
namespace {

constexpr uint32_t kSigma = 0x3a3;
constexpr uint32_t kSmallSigma = 0x3c3;
constexpr uint32_t kFinalSigma = 0x3c2;
constexpr uint32_t kDottedI = 0x130;  // the one character whose lower case is two: "i" and a dot
constexpr uint32_t kDotAbove = 0x307;

// The last entry that begins at or before `code`; `end` if none does.
template <typename Entry, typename First>
const Entry* FindEntry(const Entry* begin, size_t count, uint32_t code, First first) {
  const Entry* const after = std::upper_bound(
      begin, begin + count, code, [&](uint32_t c, const Entry& entry) { return c < first(entry); });
  return after == begin ? begin + count : after - 1;
}

uint32_t MapCase(const CaseRange* ranges, size_t count, uint32_t code) {
  const CaseRange* const range =
      FindEntry(ranges, count, code, [](const CaseRange& r) { return r.first; });
  const bool maps =
      range != ranges + count && code <= range->last && (code - range->first) % range->step == 0;
  return maps ? code + static_cast<uint32_t>(range->delta) : code;
}

bool IsInRuns(const uint32_t* runs, size_t count, uint32_t code) {
  const uint32_t* const run = FindEntry(runs, count, code, [](uint32_t r) { return r >> 11; });
  return run != runs + count && code - (*run >> 11) <= (*run & 0x7ff);
}

bool IsCased(uint32_t code) { return IsInRuns(kCasedRuns, kNumCasedRuns, code); }
bool IsCaseIgnorable(uint32_t code) {
  return IsInRuns(kCaseIgnorableRuns, kNumCaseIgnorableRuns, code);
}

// Does a letter with a case come first, ignorable characters aside?
bool BeginsWithCased(absl::string_view text) {
  while (!text.empty()) {
    const NextChar next = NextUtf8(text);
    if (!IsCaseIgnorable(next.code)) return IsCased(next.code);
    text.remove_prefix(next.length);
  }
  return false;
}

void AppendUpper(uint32_t code, std::string* upper) {
  const UpperText* const text = FindEntry(kUpperTexts, kNumUpperTexts, code,
                                          [](const UpperText& entry) { return entry.code; });
  if (text == kUpperTexts + kNumUpperTexts || text->code != code)
    return AppendUtf8(MapCase(kUpperRanges, kNumUpperRanges, code), upper);
  for (const uint16_t c : text->upper) {
    if (c != 0) AppendUtf8(c, upper);
  }
}

}  // namespace

std::string UpperUtf8(absl::string_view text) {
  std::string upper;
  upper.reserve(text.size());
  while (!text.empty()) {
    const NextChar next = NextUtf8(text);
    if (next.code < 0x80) {
      upper.push_back(absl::ascii_toupper(static_cast<unsigned char>(next.code)));
    } else {
      AppendUpper(next.code, &upper);
    }
    text.remove_prefix(next.length);
  }
  return upper;
}

std::string LowerUtf8(absl::string_view text) {
  std::string lower;
  lower.reserve(text.size());
  bool in_word = false;  // the last character that is not ignorable has a case
  while (!text.empty()) {
    const NextChar next = NextUtf8(text);
    text.remove_prefix(next.length);
    if (next.code == kSigma) {
      AppendUtf8(in_word && !BeginsWithCased(text) ? kFinalSigma : kSmallSigma, &lower);
    } else if (next.code == kDottedI) {
      lower.push_back('i');
      AppendUtf8(kDotAbove, &lower);
    } else {
      AppendUtf8(MapCase(kLowerRanges, kNumLowerRanges, next.code), &lower);
    }
    if (!IsCaseIgnorable(next.code)) in_word = IsCased(next.code);
  }
  return lower;
}

int32_t ScriptOf(int32_t code) {
  if (code < 0 || static_cast<uint32_t>(code) > kLastChar) return -1;
  const uint32_t* const run = FindEntry(kScriptRuns, kNumScriptRuns, static_cast<uint32_t>(code),
                                        [](uint32_t r) { return r >> 8; });
  return static_cast<int32_t>(*run & 0xff);
}

}  // namespace opgraft_internal

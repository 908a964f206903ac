// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A pattern, a rewrite and a text, a line each: what RegexReplacer makes is what RE2 itself makes.
#include <string>

#include "absl/strings/str_split.h"
#include "kernels/strings/regex.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

constexpr size_t kMostBytes = 2000;  // RE2's has no bound

void Compare(const std::shared_ptr<const RE2>& regex, absl::string_view rewrite,
             const std::string& text, bool all) {
  std::string wanted = text;
  const re2::StringPiece piece(rewrite.data(), rewrite.size());
  if (all) {
    RE2::GlobalReplace(&wanted, *regex, piece);
  } else {
    RE2::Replace(&wanted, *regex, piece);
  }
  std::string result;
  const auto take = [](int64_t) { return absl::OkStatus(); };
  const RegexReplacer replacer(regex, rewrite);
  Demand(replacer.Replace(text, all, take, &result).ok(), "nothing is wrong with a replacement");
  Demand(result == wanted, "a replacement is RE2's");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  if (size > opgraft::kMostBytes) return 0;
  const std::vector<absl::string_view> lines =
      absl::StrSplit(opgraft::TextOf(data, size), absl::MaxSplits('\n', 2));
  if (lines.size() < 3) return 0;
  const auto regex = opgraft::CompileRegex(lines[0]);
  if (!regex.ok()) {
    Demand(!regex.status().message().empty(), "a refusal says why");
    return 0;
  }
  const std::string text(lines[2]);
  opgraft::Compare(*regex, lines[1], text, true);
  opgraft::Compare(*regex, lines[1], text, false);
  return 0;
}

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/strings/parse_number.h"

#include <limits>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace opgraft_internal {
namespace {

template <typename Float>
bool ParseFloat(absl::string_view text, Float* value) {
  text = absl::StripAsciiWhitespace(text);
  const bool negative = absl::ConsumePrefix(&text, "-");
  if (!negative) absl::ConsumePrefix(&text, "+");
  if (absl::StartsWith(text, "-")) return false;  // from_chars would take a second sign
  const bool hexadecimal = absl::StartsWithIgnoreCase(text, "0x");
  if (hexadecimal) text.remove_prefix(2);

  Float magnitude = 0;
  const char* const end = text.data() + text.size();
  const absl::from_chars_result result =
      absl::from_chars(text.data(), end, magnitude,
                       hexadecimal ? absl::chars_format::hex : absl::chars_format::general);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) return false;
  if (hexadecimal && !absl::ascii_isxdigit(static_cast<unsigned char>(text[0])) && text[0] != '.')
    return false;  // 0xinf
  if (result.ec == std::errc::result_out_of_range && magnitude > 1)
    magnitude = std::numeric_limits<Float>::infinity();
  *value = negative ? -magnitude : magnitude;
  return true;
}

}  // namespace

bool ParseNumber(absl::string_view text, float* value) { return ParseFloat(text, value); }
bool ParseNumber(absl::string_view text, double* value) { return ParseFloat(text, value); }
bool ParseNumber(absl::string_view text, int32_t* value) { return absl::SimpleAtoi(text, value); }
bool ParseNumber(absl::string_view text, int64_t* value) { return absl::SimpleAtoi(text, value); }
bool ParseNumber(absl::string_view text, uint32_t* value) { return absl::SimpleAtoi(text, value); }
bool ParseNumber(absl::string_view text, uint64_t* value) { return absl::SimpleAtoi(text, value); }

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_text.h"

#include <charconv>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxDims = 254;  // of a Tensor

absl::Status NotA(const char* what, absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(Quoted(Printable(text)), " is no ", what));
}

template <typename T>
absl::StatusOr<std::vector<T>> ParseList(absl::string_view text,
                                         absl::StatusOr<T> (*parse)(absl::string_view)) {
  std::vector<T> values;
  if (absl::StripAsciiWhitespace(text).empty()) return values;
  for (const absl::string_view item : absl::StrSplit(text, ',')) {
    OPGRAFT_ASSIGN_OR_RETURN(T value, parse(item));
    values.push_back(value);
  }
  return values;
}

absl::StatusOr<int64_t> ParseSize(absl::string_view text) {
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t size, ParseIrInt(text));
  if (size < 0) return NotA("dimension", text);
  return size;
}

// One of "?", "-1", "3", "2..5", "2..", "..5", "-1..5", "..".
absl::StatusOr<DimRange> ParseDim(absl::string_view given) {
  const absl::string_view text = absl::StripAsciiWhitespace(given);
  if (text == "?" || text == "-1") return DimRange();
  const size_t dots = text.find("..");
  if (dots == absl::string_view::npos) {
    OPGRAFT_ASSIGN_OR_RETURN(const int64_t size, ParseSize(text));
    return DimRange(size);
  }
  const absl::string_view low = text.substr(0, dots);
  const absl::string_view high = text.substr(dots + 2);
  int64_t min = 0;
  int64_t max = DimRange::kUnbounded;
  if (!low.empty() && low != "-1") {
    OPGRAFT_ASSIGN_OR_RETURN(min, ParseSize(low));
  }
  if (!high.empty()) {
    OPGRAFT_ASSIGN_OR_RETURN(max, ParseSize(high));
  }
  if (max < min) return NotA("range of sizes", text);
  return DimRange(min, max);
}

}  // namespace

absl::StatusOr<int64_t> ParseIrInt(absl::string_view text) {
  int64_t value = 0;
  if (absl::SimpleAtoi(text, &value)) return value;
  return NotA("integer", text);
}

absl::StatusOr<float> ParseIrFloat(absl::string_view text) {
  float value = 0;
  if (absl::SimpleAtof(text, &value)) return value;
  return NotA("number", text);
}

absl::StatusOr<bool> ParseIrBool(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  if (lower == "true" || lower == "1") return true;
  if (lower == "false" || lower == "0") return false;
  return NotA("truth value", text);
}

absl::StatusOr<std::vector<int64_t>> ParseIrInts(absl::string_view text) {
  return ParseList<int64_t>(text, &ParseIrInt);
}

absl::StatusOr<std::vector<float>> ParseIrFloats(absl::string_view text) {
  return ParseList<float>(text, &ParseIrFloat);
}

absl::StatusOr<PartialTensorShape> ParseIrShape(absl::string_view given) {
  absl::string_view text = absl::StripAsciiWhitespace(given);
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  if (text == "...") return PartialTensorShape();
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<DimRange> dims, ParseList<DimRange>(text, &ParseDim));
  if (dims.size() > kMaxDims) {
    return absl::InvalidArgumentError(
        absl::StrCat("a shape of ", dims.size(), " dimensions; there may be ", kMaxDims));
  }
  PartialTensorShape shape = PartialTensorShape::UnknownOfRank(0);
  for (const DimRange dim : dims) shape.AddDim(dim);
  return shape;
}

std::vector<std::string> ParseIrNames(absl::string_view text) {
  std::vector<std::string> names;
  std::string name;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      name += text[++i];
    } else if (text[i] == ',') {
      if (!name.empty()) names.push_back(std::exchange(name, ""));
    } else {
      name += text[i];
    }
  }
  if (!name.empty()) names.push_back(std::move(name));
  return names;
}

std::string FormatIrBool(bool value) { return value ? "true" : "false"; }

std::string FormatIrFloat(float value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

std::string FormatIrInts(absl::Span<const int64_t> values) { return absl::StrJoin(values, ", "); }

std::string FormatIrFloats(absl::Span<const float> values) {
  return absl::StrJoin(values, ", ", [](std::string* text, float value) {
    absl::StrAppend(text, FormatIrFloat(value));
  });
}

std::string FormatIrShape(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return "...";
  return absl::StrJoin(shape.ranges(), ",", [](std::string* text, DimRange dim) {
    absl::StrAppend(text, dim.DebugString());
  });
}

std::string FormatIrNames(absl::Span<const std::string> names) {
  return absl::StrJoin(names, ",", [](std::string* text, const std::string& name) {
    absl::StrAppend(text, absl::StrReplaceAll(name, {{",", "\\,"}}));
  });
}

}  // namespace opgraft_internal

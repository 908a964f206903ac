// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/nested_list.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "framework/types/tensor_shape.h"
#include "nlohmann/json.hpp"

namespace opgraft_internal {
namespace {

constexpr int64_t kUnknown = -1;

std::string Count(int64_t n) { return absl::StrCat(n, n == 1 ? " element" : " elements"); }

class Parser {
 public:
  explicit Parser(absl::string_view text) : text_(text) {}

  absl::StatusOr<NestedList> Parse() {
    SkipSpace();
    if (Next() != '[') return Wrong("a list begins with [");
    OPGRAFT_RETURN_IF_ERROR(ParseList());
    SkipSpace();
    if (at_ < text_.size()) return Wrong(absl::StrCat("text behind the list: ", Quoted(Rest())));
    return std::move(list_);
  }

 private:
  absl::string_view Rest() const { return text_.substr(at_); }
  char Next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void SkipSpace() {
    while (absl::ascii_isspace(static_cast<unsigned char>(Next()))) ++at_;
  }

  // Where the parser is: "[1][0]", the indices of the lists that it is in.
  std::string Place() const {
    return absl::StrJoin(
        path_, "", [](std::string* out, int64_t index) { absl::StrAppend(out, "[", index, "]"); });
  }
  absl::Status Wrong(absl::string_view what) const {
    return absl::InvalidArgumentError(path_.empty() ? std::string(what)
                                                    : absl::StrCat("at ", Place(), ": ", what));
  }

  // The brackets from "[" to "]". Depth is how many lists are around it.
  absl::Status ParseList() {
    const size_t depth = path_.size();
    if (depth == static_cast<size_t>(TensorShape::MaxDimensions()))
      return Wrong(absl::StrCat("lists are nested more than ", depth, " deep"));
    if (list_.shape.size() == depth) list_.shape.push_back(kUnknown);
    ++at_;
    SkipSpace();
    int64_t count = 0;
    for (; Next() != ']'; ++count) {
      path_.push_back(count);
      OPGRAFT_RETURN_IF_ERROR(ParseItem());
      path_.pop_back();
      if (Next() == ',') {
        ++at_;
        SkipSpace();
      } else if (Next() != ']') {
        return Wrong("a list does not end: ] is missing");
      }
    }
    ++at_;
    return SetLength(depth, count);
  }

  // Lists of one depth have one length.
  absl::Status SetLength(size_t depth, int64_t count) {
    int64_t& length = list_.shape[depth];
    if (length == kUnknown) length = count;
    if (length == count) return absl::OkStatus();
    return Wrong(absl::StrCat("a list of ", Count(count), ", where the first one has ", length));
  }

  absl::Status ParseItem() {
    const bool is_list = Next() == '[';
    if (!is_list && depth_of_values_ == 0) depth_of_values_ = path_.size();
    // Lists that hold lists have no values, and the other way round.
    const bool holds_values = depth_of_values_ == path_.size();
    const bool is_innermost = list_.shape.size() == path_.size();
    if (is_list && holds_values) return Wrong("a list beside values");
    if (!is_list && !(holds_values && is_innermost)) return Wrong("a value beside lists");
    const absl::Status status = is_list ? ParseList() : ParseValue();
    SkipSpace();
    return status;
  }

  absl::Status ParseValue() {
    if (Next() == '"') return ParseQuoted();
    const size_t length = Rest().find_first_of(",[]");
    const absl::string_view value = absl::StripTrailingAsciiWhitespace(Rest().substr(0, length));
    if (value.empty()) return Wrong("a value is missing");
    list_.elements.emplace_back(value);
    at_ += value.size();
    return absl::OkStatus();
  }

  absl::Status ParseQuoted() {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    const absl::string_view quoted = text_.substr(at_, end + 1 - at_);
    const auto json = nlohmann::json::parse(quoted.begin(), quoted.end(), nullptr,
                                            /*allow_exceptions=*/false);
    if (!json.is_string()) return Wrong(absl::StrCat("not a text in quotes: ", Quoted(quoted)));
    list_.elements.push_back(json.get<std::string>());
    at_ = end + 1;
    return absl::OkStatus();
  }

  const absl::string_view text_;
  size_t at_ = 0;
  std::vector<int64_t> path_;   // of the item that is read
  size_t depth_of_values_ = 0;  // path_.size() where values stand; 0: not seen yet
  NestedList list_;
};

}  // namespace

absl::StatusOr<NestedList> ParseNestedList(absl::string_view text) { return Parser(text).Parse(); }

}  // namespace opgraft_internal

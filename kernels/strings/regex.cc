// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The order in which matches are found and empty ones are passed over is that of RE2's
// GlobalReplace (https://github.com/google/re2), which has no bound on what it makes.
#include "kernels/strings/regex.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "framework/types/utf8.h"

namespace opgraft_internal {
namespace {

// \0 to \9.
constexpr int kMaxGroups = 10;

// The bytes of the first character, as RE2 counts them: a surrogate is one too, a byte that begins
// none goes alone.
size_t CharLength(absl::string_view text) {
  const size_t length = FirstUtf8Char(text).length;
  if (length > 0) return length;
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const bool surrogate =
      text.size() >= 3 && byte(0) == 0xed && (byte(1) & 0xc0) == 0x80 && (byte(2) & 0xc0) == 0x80;
  return surrogate ? 3 : 1;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const RE2>> CompileRegex(absl::string_view pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  auto regex =
      std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (regex->ok()) return regex;
  return absl::InvalidArgumentError(
      absl::StrCat("Invalid pattern: ", pattern, ", error: ", regex->error()));
}

absl::StatusOr<std::shared_ptr<const RE2>> RegexCache::Compile(absl::string_view pattern) {
  {
    const absl::MutexLock lock(&mu_);
    if (last_ != nullptr && last_->pattern() == pattern) return last_;
  }
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const RE2> compiled, CompileRegex(pattern));
  const absl::MutexLock lock(&mu_);
  last_ = compiled;
  return compiled;
}

RegexReplacer::RegexReplacer(std::shared_ptr<const RE2> regex, absl::string_view rewrite)
    : regex_(std::move(regex)) {
  ReadRewrite(rewrite);
}

void RegexReplacer::ReadRewrite(absl::string_view rewrite) {
  std::string literal;
  const auto end_literal = [&] {
    if (!literal.empty()) pieces_.push_back({std::move(literal), -1});
    literal.clear();
  };
  for (size_t i = 0; i < rewrite.size(); ++i) {
    const char next = i + 1 < rewrite.size() ? rewrite[i + 1] : '\0';
    const bool is_group = absl::ascii_isdigit(static_cast<unsigned char>(next));
    // A group that is not there counts, wherever it stands.
    if (rewrite[i] == '\\' && is_group) num_groups_ = std::max(num_groups_, next - '0' + 1);
    if (rewrite[i] != '\\') {
      if (readable_) literal.push_back(rewrite[i]);
      continue;
    }
    ++i;
    if (!readable_) continue;
    if (is_group) {
      end_literal();
      pieces_.push_back({"", next - '0'});
    } else if (next == '\\') {
      literal.push_back('\\');
    } else {
      readable_ = false;
    }
  }
  end_literal();
}

absl::Status RegexReplacer::AppendRewrite(const re2::StringPiece* groups,
                                          absl::FunctionRef<absl::Status(int64_t)> take,
                                          std::string* result) const {
  int64_t length = 0;
  for (const Piece& piece : pieces_) {
    length +=
        static_cast<int64_t>(piece.group < 0 ? piece.literal.size() : groups[piece.group].size());
  }
  OPGRAFT_RETURN_IF_ERROR(take(length));
  for (const Piece& piece : pieces_) {
    if (piece.group < 0) {
      result->append(piece.literal);
    } else if (!groups[piece.group].empty()) {
      result->append(groups[piece.group].data(), groups[piece.group].size());
    }
  }
  return absl::OkStatus();
}

absl::Status RegexReplacer::Replace(const std::string& text, bool all,
                                    absl::FunctionRef<absl::Status(int64_t)> take,
                                    std::string* result) const {
  if (num_groups_ > 1 + regex_->NumberOfCapturingGroups()) {
    *result = text;
    return absl::OkStatus();
  }
  if (all) return ReplaceAll(text, take, result);
  re2::StringPiece groups[kMaxGroups];
  if (!readable_ || !regex_->Match(text, 0, text.size(), RE2::UNANCHORED, groups, num_groups_)) {
    *result = text;
    return absl::OkStatus();
  }
  const auto begin = static_cast<size_t>(groups[0].data() - text.data());
  result->assign(text, 0, begin);
  OPGRAFT_RETURN_IF_ERROR(AppendRewrite(groups, take, result));
  result->append(text, begin + groups[0].size(), std::string::npos);
  return absl::OkStatus();
}

absl::Status RegexReplacer::ReplaceAll(const std::string& text,
                                       absl::FunctionRef<absl::Status(int64_t)> take,
                                       std::string* result) const {
  re2::StringPiece groups[kMaxGroups];
  result->clear();
  size_t at = 0;
  size_t last_end = std::string::npos;  // of the match before
  while (at <= text.size() &&
         regex_->Match(text, at, text.size(), RE2::UNANCHORED, groups, num_groups_)) {
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    result->append(text, at, begin - at);
    at = begin;
    if (groups[0].empty() && begin == last_end) {
      // An empty match behind another is none: one character is passed.
      if (at == text.size()) return absl::OkStatus();
      const size_t length = CharLength(absl::string_view(text).substr(at));
      result->append(text, at, length);
      at += length;
      continue;
    }
    OPGRAFT_RETURN_IF_ERROR(AppendRewrite(groups, take, result));
    at = begin + groups[0].size();
    last_end = at;
  }
  if (at < text.size()) result->append(text, at, std::string::npos);
  return absl::OkStatus();
}

}  // namespace opgraft_internal

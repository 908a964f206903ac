// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_REGEX_H_
#define KERNELS_STRINGS_REGEX_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"
#include "re2/re2.h"

namespace opgraft_internal {

// INVALID_ARGUMENT with RE2's words for a pattern that is none, or whose program would take more
// than RE2's 8 MiB. Thread-safe as every RE2.
absl::StatusOr<std::shared_ptr<const RE2>> CompileRegex(absl::string_view pattern);

// The program of the pattern that was asked for last: most graphs have one. Thread-safe.
class RegexCache {
 public:
  // As CompileRegex.
  absl::StatusOr<std::shared_ptr<const RE2>> Compile(absl::string_view pattern);

 private:
  absl::Mutex mu_;
  std::shared_ptr<const RE2> last_ ABSL_GUARDED_BY(mu_);
};

// Replaces matches of a regular expression: in the rewrite \1 to \9 stand for its groups, \0 for
// the match, \\ for a backslash. Immutable; thread-safe.
//
// Example: the regex "(a)(b)" and the rewrite "\\2\\1" make "xbay" of "xaby".
class RegexReplacer {
 public:
  // As RE2's Replace and GlobalReplace a rewrite is taken as far as it can be read: all before
  // another escape. One that names a group which is not there replaces nothing.
  RegexReplacer(std::shared_ptr<const RE2> regex, absl::string_view rewrite);

  // `text` with the first match replaced, or with all. Before it grows by some bytes it asks
  // `take` for them and fails with its answer: few characters can become very many.
  absl::Status Replace(const std::string& text, bool all,
                       absl::FunctionRef<absl::Status(int64_t)> take, std::string* result) const;

 private:
  // A piece of the rewrite: characters, or what a group matched.
  struct Piece {
    std::string literal;
    int group = -1;  // -1: the literal
  };

  // Splits a rewrite into pieces, up to an escape that is not valid.
  void ReadRewrite(absl::string_view rewrite);
  // Replaces every match; matches do not overlap.
  absl::Status ReplaceAll(const std::string& text, absl::FunctionRef<absl::Status(int64_t)> take,
                          std::string* result) const;
  absl::Status AppendRewrite(const re2::StringPiece* groups,
                             absl::FunctionRef<absl::Status(int64_t)> take,
                             std::string* result) const;

  std::shared_ptr<const RE2> regex_;
  std::vector<Piece> pieces_;
  bool readable_ = true;  // to its end
  int num_groups_ = 1;    // with the match itself
};

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_REGEX_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_CPP_NAMES_H_
#define TOOLS_OP_GEN_CPP_NAMES_H_

#include <initializer_list>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// True for a word that may name something in C++: a letter or underscore, then letters, digits and
// underscores, and no keyword.
bool IsCppName(absl::string_view name);

// The class of an op: its name with '>' as underscore.
std::string CppClassName(absl::string_view op_name);

// "KeepDims" of "keep_dims".
std::string CamelCase(absl::string_view name);

// Hands out names that are neither keywords nor taken, by appending underscores where necessary.
// Thread-compatible.
//
// Example: CppNames names({"scope"}); names.Take("x") is "x", the next Take("x") is "x_".
class CppNames {
 public:
  // Starts with names that nothing may have.
  explicit CppNames(std::initializer_list<absl::string_view> taken)
      : taken_(taken.begin(), taken.end()) {}
  std::string Take(absl::string_view wanted);

 private:
  absl::flat_hash_set<std::string> taken_;
};

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_CPP_NAMES_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/cpp_names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/op/spec_scanner.h"

namespace opgraft_internal {
namespace {

// Of C++20 too: headers are compiled by whoever has them.
constexpr absl::string_view kKeywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t "
    "char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires "
    "return short signed sizeof static static_assert static_cast struct switch template this "
    "thread_local throw true try typedef typeid typename union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq";

bool IsKeyword(absl::string_view name) {
  static const auto* const kWords =
      new absl::flat_hash_set<absl::string_view>(absl::StrSplit(kKeywords, ' '));
  return kWords->contains(name);
}

}  // namespace

bool IsCppName(absl::string_view name) {
  return !name.empty() && !absl::ascii_isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), IsWordChar) && !IsKeyword(name);
}

std::string CppClassName(absl::string_view op_name) {
  return absl::StrReplaceAll(op_name, {{">", "_"}});
}

std::string CamelCase(absl::string_view name) {
  std::string result;
  bool begins = true;
  for (char c : name) {
    if (c != '_') result += begins ? absl::ascii_toupper(static_cast<unsigned char>(c)) : c;
    begins = c == '_';
  }
  return result;
}

std::string CppNames::Take(absl::string_view wanted) {
  std::string name(wanted);
  while (IsKeyword(name) || !taken_.insert(name).second) name += '_';
  return name;
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_UNICODE_CASE_H_
#define KERNELS_STRINGS_UNICODE_CASE_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// UTF-8 in lower or upper case, by Unicode 13.0 in full: "ß" becomes "SS", a sigma that ends a word
// another than one inside. Whatever the locale. Bytes that are no UTF-8 become U+FFFD, one for each
// sequence that is broken off.
std::string LowerUtf8(absl::string_view text);
std::string UpperUtf8(absl::string_view text);

// The script of a character by the numbers of ICU's UScriptCode; -1 if there is no such character.
int32_t ScriptOf(int32_t code);

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_UNICODE_CASE_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_BASE64_H_
#define KERNELS_STRINGS_BASE64_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Base64 in the alphabet that is safe in URLs: "-" and "_" in the places of "+" and "/".
//
// Example: EncodeBase64("hi", true) is "aGk=", without padding "aGk".
std::string EncodeBase64(absl::string_view bytes, bool pad);
// With or without padding. INVALID_ARGUMENT for another character or a length that cannot be.
absl::Status DecodeBase64(absl::string_view text, std::string* bytes);

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_BASE64_H_

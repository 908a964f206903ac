// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_PARSE_NUMBER_H_
#define KERNELS_STRINGS_PARSE_NUMBER_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The number that all of `text` says, white space around it aside; false if it says none, or an
// integer that does not fit. Floating point is rounded once and understands hexadecimal ("0x1p3"),
// "inf" and "nan" in any case; beyond its range it is infinite or zero. Whatever the locale.
bool ParseNumber(absl::string_view text, float* value);
bool ParseNumber(absl::string_view text, double* value);
bool ParseNumber(absl::string_view text, int32_t* value);
bool ParseNumber(absl::string_view text, int64_t* value);
bool ParseNumber(absl::string_view text, uint32_t* value);
bool ParseNumber(absl::string_view text, uint64_t* value);

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_PARSE_NUMBER_H_

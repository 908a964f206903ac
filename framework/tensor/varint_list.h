// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_VARINT_LIST_H_
#define FRAMEWORK_TENSOR_VARINT_LIST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How tensor_content holds objects: the lengths of all as varints, then the bytes of all.
//
// Example: {"ab", "c"} is the bytes 2, 1, 'a', 'b', 'c'.
//
// Appends one varint: seven bits a byte, the low ones first; the top bit tells that more follow.
void AppendVarint(uint64_t value, std::string* out);

// The `n` byte strings of `content`, as views into it. INVALID_ARGUMENT unless lengths and bytes
// are all there and nothing else is. Allocates in proportion to `content` only.
absl::StatusOr<std::vector<absl::string_view>> SplitVarintList(absl::string_view content,
                                                               int64_t n);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_VARINT_LIST_H_

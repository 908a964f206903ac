// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SUMMARIZE_ATTR_VALUE_H_
#define FRAMEWORK_OP_SUMMARIZE_ATTR_VALUE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// Of a tensor of more bytes only type and shape are shown.
inline constexpr size_t kMaxSummarizedBytes = 1 << 20;

// A value as messages show it, TensorFlow's text: "DT_FLOAT", "[2,?]", "[1, 2]", "f[T=$T]". Strings
// from 80 characters on keep the first and last 10; lists from 30 elements on the first and last 5,
// with {attr_hash=...} of the whole behind.
std::string SummarizeAttrValue(const AttrValue& value);
// The same of a string value: quoted and escaped.
std::string SummarizeAttrString(absl::string_view value);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SUMMARIZE_ATTR_VALUE_H_

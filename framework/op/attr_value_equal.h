// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ATTR_VALUE_EQUAL_H_
#define FRAMEWORK_OP_ATTR_VALUE_EQUAL_H_

#include <cstdint>
#include <string>

#include "framework/types/internal_namespace.h"
#include "google/protobuf/message_lite.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// Equal by content: tensors by dtype, shape and elements whatever their encoding (over 32 MiB: by
// their encoding), functions by name and attrs, all else by its bytes. Thread-safe.
//
// Example: float_val: 1 and tensor_content: "\0\0\200?" are equal tensors of shape [].
bool AreAttrValuesEqual(const AttrValue& a, const AttrValue& b);
// Equal for equal values; not the same in another process.
uint64_t AttrValueHash(const AttrValue& value);

// The message's bytes, maps in order of their keys: equal for equal messages of one program.
std::string DeterministicBytes(const google::protobuf::MessageLite& message);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ATTR_VALUE_EQUAL_H_

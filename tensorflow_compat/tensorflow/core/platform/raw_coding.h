// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_RAW_CODING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_RAW_CODING_H_

#include <cstring>

#include "tensorflow/core/platform/byte_order.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace core {

// Numbers at an address, lowest byte first.
inline uint16 DecodeFixed16(const char* at) {
  uint16 value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}
inline uint32 DecodeFixed32(const char* at) {
  uint32 value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}
inline uint64 DecodeFixed64(const char* at) {
  uint64 value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "as they lie in memory");

}  // namespace core
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_RAW_CODING_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CODING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CODING_H_

#include <cstring>
#include <string>

#include "tensorflow/core/platform/raw_coding.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/tstring.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace core {

inline constexpr int kMaxVarint32Bytes = 5;
inline constexpr int kMaxVarint64Bytes = 10;

inline void EncodeFixed16(char* at, uint16 value) { std::memcpy(at, &value, sizeof(value)); }
inline void EncodeFixed32(char* at, uint32 value) { std::memcpy(at, &value, sizeof(value)); }
inline void EncodeFixed64(char* at, uint64 value) { std::memcpy(at, &value, sizeof(value)); }
inline void PutFixed16(std::string* out, uint16 value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}
inline void PutFixed32(std::string* out, uint32 value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}
inline void PutFixed64(std::string* out, uint64 value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// Seven bits a byte, the lowest first; the eighth says that more follow.
inline void PutVarint64(std::string* out, uint64 value) {
  for (; value >= 128; value >>= 7) out->push_back(static_cast<char>(value | 128));
  out->push_back(static_cast<char>(value));
}
inline void PutVarint32(std::string* out, uint32 value) { PutVarint64(out, value); }
// Takes a number off the front of `*input`; false, and nothing changes, if there is none.
inline bool GetVarint64(StringPiece* input, uint64* value) {
  uint64 result = 0;
  for (size_t i = 0; i < input->size() && i < kMaxVarint64Bytes; ++i) {
    const auto byte = static_cast<unsigned char>((*input)[i]);
    result |= static_cast<uint64>(byte & 127) << (7 * i);
    if ((byte & 128) != 0) continue;
    *value = result;
    input->remove_prefix(i + 1);
    return true;
  }
  return false;
}
inline bool GetVarint32(StringPiece* input, uint32* value) {
  StringPiece rest = *input;
  uint64 wide = 0;
  if (!GetVarint64(&rest, &wide) || wide > 0xffffffff) return false;
  *value = static_cast<uint32>(wide);
  *input = rest;
  return true;
}
inline int VarintLength(uint64 value) {
  int length = 1;
  for (; value >= 128; value >>= 7) ++length;
  return length;
}

}  // namespace core
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_CODING_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/packed_elements.h"

#include <cmath>
#include <limits>

#include "framework/types/normal_float4.h"

namespace opgraft_internal {
namespace {

// f4e2m1: a sign, two bits of exponent, one of mantissa.
constexpr float kFloat4E2m1[16] = {0.0f,  0.5f,  1.0f,  1.5f,  2.0f,  3.0f,  4.0f,  6.0f,
                                   -0.0f, -0.5f, -1.0f, -1.5f, -2.0f, -3.0f, -4.0f, -6.0f};

// f8e8m0: a power of two; all ones is NaN.
float PowerOfTwo(unsigned bits) {
  if (bits == 255) return std::numeric_limits<float>::quiet_NaN();
  return std::ldexp(1.0f, static_cast<int>(bits) - 127);
}

float FloatOf(absl::string_view type, unsigned bits) {
  if (type == "nf4") return kNormalFloat4[bits];
  if (type == "f4e2m1") return kFloat4E2m1[bits];
  return PowerOfTwo(bits);
}

unsigned ByteAt(absl::string_view bytes, int64_t i) {
  return static_cast<unsigned char>(bytes[static_cast<size_t>(i)]);
}

// Elements of less than a byte, in a row.
unsigned BitsAt(const ElementType& type, absl::string_view bytes, int64_t i) {
  const int per_byte = 8 / type.bits;
  const auto place = static_cast<int>(i % per_byte);
  const int shift =
      type.bits * (type.packing == Packing::kHighFirst ? per_byte - 1 - place : place);
  return (ByteAt(bytes, i / per_byte) >> shift) & ((1u << type.bits) - 1);
}

// `low` bits of an element lie in the first two bytes of its three, `high` in the third.
unsigned SplitBitsAt(absl::string_view bytes, int64_t i, int low, int high) {
  const int group = 8 / high;  // elements in three bytes
  const int64_t base = i / group * 3;
  const auto place = static_cast<int>(i % group);
  const int per_byte = 8 / low;
  const unsigned low_bits =
      ByteAt(bytes, base + place / per_byte) >> (low * (per_byte - 1 - place % per_byte));
  const unsigned high_bits = ByteAt(bytes, base + 2) >> (high * (group - 1 - place));
  return (low_bits & ((1u << low) - 1)) | ((high_bits & ((1u << high) - 1)) << low);
}

unsigned ElementAt(const ElementType& type, absl::string_view bytes, int64_t i) {
  if (type.packing != Packing::kSplit) return BitsAt(type, bytes, i);
  return type.bits == 3 ? SplitBitsAt(bytes, i, 2, 1) : SplitBitsAt(bytes, i, 4, 2);
}

}  // namespace

int64_t PackedBytes(const ElementType& type, int64_t count) {
  if (count > std::numeric_limits<int64_t>::max() / 64) return -1;
  if (type.packing == Packing::kSplit) {
    const int64_t group = type.bits == 3 ? 8 : 4;
    return (count + group - 1) / group * 3;
  }
  return (count * type.bits + 7) / 8;
}

void UnpackElements(const ElementType& type, absl::string_view bytes, Tensor* tensor) {
  const int64_t count = tensor->NumElements();
  if (type.dtype == DT_FLOAT) {
    auto* const to = static_cast<float*>(tensor->data());
    for (int64_t i = 0; i < count; ++i) to[i] = FloatOf(type.name, ElementAt(type, bytes, i));
    return;
  }
  // All others have a byte an element; i4 is in two's complement.
  auto* const to = static_cast<int8_t*>(tensor->data());
  const unsigned sign = type.dtype == DT_INT4 ? 8 : 0;
  for (int64_t i = 0; i < count; ++i) {
    const unsigned bits = ElementAt(type, bytes, i);
    to[i] = static_cast<int8_t>(static_cast<int>(bits ^ sign) - static_cast<int>(sign));
  }
}

}  // namespace opgraft_internal

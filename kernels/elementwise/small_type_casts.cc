// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/small_type_casts.h"

#include <array>

#include "framework/types/small_float.h"
#include "framework/types/small_int.h"

namespace opgraft_internal {
namespace {

template <typename Small>
std::array<float, 256> MakeDecodingTable() {
  std::array<float, 256> table;
  for (uint32_t code = 0; code < 256; ++code) table[code] = float{Small::FromBits(code)};
  return table;
}

template <typename Small>
void ToFloat(const void* in_data, void* out_data, int64_t n) {
  static const std::array<float, 256> table = MakeDecodingTable<Small>();
  const uint8_t* in = static_cast<const uint8_t*>(in_data);
  float* out = static_cast<float*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = table[in[i]];
}

template <typename Small>
void FromFloat(const void* in_data, void* out_data, int64_t n) {
  const float* in = static_cast<const float*>(in_data);
  uint8_t* out = static_cast<uint8_t*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Small(in[i]).bits();
}

template <typename Small>
void Wrap(const void* in_data, void* out_data, int64_t n) {
  using Storage = typename Small::Storage;
  const Storage* in = static_cast<const Storage*>(in_data);
  Storage* out = static_cast<Storage*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<Storage>(int{Small(in[i])});
}

template <typename Small>
loops::CastLoop SmallFloatCast(bool to_float) {
  return to_float ? &ToFloat<Small> : &FromFloat<Small>;
}

}  // namespace

loops::CastLoop FindSmallTypeCast(DataType from, DataType to) {
  const bool to_float = to == DT_FLOAT;
  switch (to_float ? from : to) {
    case DT_FLOAT8_E5M2:
      return SmallFloatCast<float8_e5m2>(to_float);
    case DT_FLOAT8_E4M3FN:
      return SmallFloatCast<float8_e4m3fn>(to_float);
    case DT_FLOAT8_E4M3FNUZ:
      return SmallFloatCast<float8_e4m3fnuz>(to_float);
    case DT_FLOAT8_E4M3B11FNUZ:
      return SmallFloatCast<float8_e4m3b11fnuz>(to_float);
    case DT_FLOAT8_E5M2FNUZ:
      return SmallFloatCast<float8_e5m2fnuz>(to_float);
    case DT_FLOAT4_E2M1FN:
      return SmallFloatCast<float4_e2m1fn>(to_float);
    case DT_INT4:
      return &Wrap<int4>;
    case DT_UINT4:
      return &Wrap<uint4>;
    case DT_INT2:
      return &Wrap<int2>;
    case DT_UINT2:
      return &Wrap<uint2>;
    default:
      return nullptr;
  }
}

}  // namespace opgraft_internal

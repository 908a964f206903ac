// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/cast_loops.h"
#include "kernels/loops/isa.h"

#if defined(__F16C__) && defined(__AVX__)
#include <immintrin.h>
#endif

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

CastLoop FindHalfCastLoop(DataType from, DataType to);

namespace {

// Both shift the bits into a float's place and put the exponent right by a multiplication, which
// also normalises.
OPGRAFT_INLINE float HalfToFloat(uint16_t half) {
  const uint32_t magnitude = half & 0x7fffu;
  const uint32_t sign = (half & 0x8000u) << 16;
  const uint32_t finite = BitCast<uint32_t>(BitCast<float>(magnitude << 13) * 0x1p112f);
  const uint32_t quiet = magnitude > 0x7c00u ? 0x400000u : 0u;
  const uint32_t special = (magnitude << 13) | 0x7f800000u | quiet;
  return BitCast<float>(sign | (magnitude >= 0x7c00u ? special : finite));
}

OPGRAFT_INLINE uint16_t FloatToHalf(float value) {
  const uint32_t bits = BitCast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint32_t sign = (bits >> 16) & 0x8000u;
  // Adding a half makes the hardware round where the last place of a subnormal half is.
  const uint32_t subnormal = BitCast<uint32_t>(BitCast<float>(magnitude) + 0.5f) - 0x3f000000u;
  const uint32_t normal = (magnitude + 0xfffu + ((magnitude >> 13) & 1u) - 0x38000000u) >> 13;
  const uint32_t nan = 0x7e00u | ((magnitude >> 13) & 0x3ffu);
  const uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
  const uint32_t special = magnitude > 0x7f800000u ? nan : 0x7c00u;
  return static_cast<uint16_t>(sign | (magnitude >= 0x47800000u ? special : finite));
}

OPGRAFT_INLINE float Bfloat16ToFloat(uint16_t value) {
  return BitCast<float>(uint32_t{value} << 16);
}

OPGRAFT_INLINE uint16_t FloatToBfloat16(float value) {
  const uint32_t bits = BitCast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t nan = (bits >> 16) | 0x40u;
  return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
}

void LoopHalfToFloat(const void* in_data, void* out_data, int64_t n) {
  const uint16_t* in = static_cast<const uint16_t*>(in_data);
  float* out = static_cast<float*>(out_data);
  int64_t i = 0;
#if defined(__F16C__) && defined(__AVX__)
  for (; i + 8 <= n; i += 8) {
    _mm256_storeu_ps(out + i,
                     _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(in + i))));
  }
#endif
  OPGRAFT_INDEPENDENT
  for (int64_t k = i; k < n; ++k) out[k] = HalfToFloat(in[k]);
}

void LoopFloatToHalf(const void* in_data, void* out_data, int64_t n) {
  const float* in = static_cast<const float*>(in_data);
  uint16_t* out = static_cast<uint16_t*>(out_data);
  int64_t i = 0;
#if defined(__F16C__) && defined(__AVX__)
  for (; i + 8 <= n; i += 8) {
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), halves);
  }
#endif
  OPGRAFT_INDEPENDENT
  for (int64_t k = i; k < n; ++k) out[k] = FloatToHalf(in[k]);
}

void LoopBfloat16ToFloat(const void* in_data, void* out_data, int64_t n) {
  const uint16_t* in = static_cast<const uint16_t*>(in_data);
  float* out = static_cast<float*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Bfloat16ToFloat(in[i]);
}

void LoopFloatToBfloat16(const void* in_data, void* out_data, int64_t n) {
  const float* in = static_cast<const float*>(in_data);
  uint16_t* out = static_cast<uint16_t*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = FloatToBfloat16(in[i]);
}

}  // namespace

CastLoop FindHalfCastLoop(DataType from, DataType to) {
  if (from == DT_HALF && to == DT_FLOAT) return &LoopHalfToFloat;
  if (from == DT_FLOAT && to == DT_HALF) return &LoopFloatToHalf;
  if (from == DT_BFLOAT16 && to == DT_FLOAT) return &LoopBfloat16ToFloat;
  if (from == DT_FLOAT && to == DT_BFLOAT16) return &LoopFloatToBfloat16;
  return nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

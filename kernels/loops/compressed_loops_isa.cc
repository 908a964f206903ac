// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sixteen lanes of float all along. Weights of 4 bits are read in blocks of 64 bytes, as 16 words
// of 8 weights: a shift brings one weight of each word to where a table of 16 numbers is looked up
// by it. So lane d sees weights 8 * d to 8 * d + 7 of a block, and x is arranged to meet them.
// A group's scale is applied to what its lanes have summed up, and its zero to the sum of x:
// sum((q - z) * s * x) = s * (sum(q * x) - z * sum(x)).
#include "framework/types/normal_float4.h"
#include "kernels/loops/compressed_loops.h"
#include "kernels/loops/isa.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

CompressedLoops FindCompressedLoops(WeightType type, int64_t columns, int64_t group);
DecompressLoop FindDecompressLoop(WeightType type);

namespace {

constexpr int kSixteen = 16;
constexpr int64_t kBlock = 128;  // weights of 4 bits in 64 bytes

typedef float Floats __attribute__((vector_size(64)));
typedef int32_t Words __attribute__((vector_size(64)));

template <typename Vector, typename T>
OPGRAFT_INLINE Vector LoadAs(const T* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof(vector));
  return vector;
}

OPGRAFT_INLINE float SumOfFloats(Floats x) {
  float lanes[kSixteen];
  __builtin_memcpy(lanes, &x, sizeof(lanes));
  for (int half = kSixteen / 2; half > 0; half /= 2) {
    for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
  }
  return lanes[0];
}

// --- What lies in 4 bits ---

struct Int4 {
  static OPGRAFT_INLINE float Of(int32_t bits) { return static_cast<float>((bits ^ 8) - 8); }
  static OPGRAFT_INLINE Floats OfWords(Words bits) {
    return __builtin_convertvector((bits ^ 8) - 8, Floats);
  }
};
struct Uint4 {
  static OPGRAFT_INLINE float Of(int32_t bits) { return static_cast<float>(bits); }
  static OPGRAFT_INLINE Floats OfWords(Words bits) { return __builtin_convertvector(bits, Floats); }
};
template <typename Type>
OPGRAFT_INLINE Floats EachOf(Words bits) {
  Floats found;
  for (int i = 0; i < kSixteen; ++i) found[i] = Type::Of(bits[i]);
  return found;
}
struct Nf4 {
  static OPGRAFT_INLINE float Of(int32_t bits) { return kNormalFloat4[bits]; }
  static OPGRAFT_INLINE Floats OfWords(Words bits) { return EachOf<Nf4>(bits); }
};

// Its numbers with the 11 bits that halves have: Dekker's splitting (1971). Computed by the
// compiler, which would fuse the operations in a run.
struct HalfNumbers {
  float of[16] = {};
};
constexpr HalfNumbers RoundToHalves() {
  HalfNumbers halves;
  for (int i = 0; i < 16; ++i) {
    const float wide = 8193.0f * kNormalFloat4[i];
    halves.of[i] = wide - (wide - kNormalFloat4[i]);
  }
  return halves;
}
constexpr HalfNumbers kHalfNormalFloat4 = RoundToHalves();
static_assert(kHalfNormalFloat4.of[1] == -0.6962890625f && kHalfNormalFloat4.of[15] == 1.0f,
              "NumPy: float16(-0.6961928009986877)");
struct HalfNf4 {
  static OPGRAFT_INLINE float Of(int32_t bits) { return kHalfNormalFloat4.of[bits]; }
  static OPGRAFT_INLINE Floats OfWords(Words bits) { return EachOf<HalfNf4>(bits); }
};

// Looks up the lowest 4 bits of each word.
template <typename Type>
struct Table {
#if defined(__AVX512F__)
  OPGRAFT_INLINE Table() {
    float numbers[kSixteen];
    for (int i = 0; i < kSixteen; ++i) numbers[i] = Type::Of(i);
    table = LoadAs<Floats>(numbers);
  }
  OPGRAFT_INLINE Floats Find(Words words) const {
    return reinterpret_cast<Floats>(
        _mm512_permutexvar_ps(reinterpret_cast<__m512i>(words), reinterpret_cast<__m512>(table)));
  }

  Floats table;
#else
  OPGRAFT_INLINE Floats Find(Words words) const { return Type::OfWords(words & 15); }
#endif
};

// The sum over a block, by lanes.
template <typename Type>
OPGRAFT_INLINE Floats BlockSum(const Table<Type>& table, Words words, const float* x) {
  Floats even = {}, odd = {};
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    even += table.Find(words >> (4 * i)) * LoadAs<Floats>(x + i * kSixteen);
    odd += table.Find(words >> (4 * i + 4)) * LoadAs<Floats>(x + (i + 1) * kSixteen);
  }
  return even + odd;
}

// Numbers of the groups that a block's lanes belong to, `lanes` lanes a group.
OPGRAFT_INLINE Floats SpreadGroups(const float* numbers, int64_t lanes) {
  float spread[kSixteen];
  for (int i = 0; i < kSixteen; ++i) spread[i] = numbers[i / lanes];
  return LoadAs<Floats>(spread);
}

// How the numbers of groups come to the lanes of block `block`; kLanes: 16 if a block is in one.
template <int kLanes>
OPGRAFT_INLINE Floats GroupsOf(const float* numbers, int64_t block, int64_t group) {
  if constexpr (kLanes == kSixteen) return numbers[block * kBlock / group] - Floats{};
  return SpreadGroups(numbers + block * (kSixteen / kLanes), kLanes);
}

template <typename Type, int kLanes>
float FourBitDot(const WeightRows& rows, const ArrangedVector& x, const uint8_t* weights,
                 const float* scale, const float* zero) {
  const Table<Type> table;
  Floats sum = {};
  const auto add = [&](int64_t block, Words words, Floats factor, const float* zeros) {
    Floats part = BlockSum(table, words, x.x + block * kBlock);
    if (zeros != nullptr)
      part -=
          GroupsOf<kLanes>(zeros, block, rows.group) * LoadAs<Floats>(x.sums + block * kSixteen);
    sum += part * factor;
  };
  const int64_t blocks = rows.columns / kBlock;
  for (int64_t block = 0; block < blocks; ++block) {
    add(block, LoadAs<Words>(weights + block * 64), GroupsOf<kLanes>(scale, block, rows.group),
        zero);
  }
  if (rows.columns % kBlock == 0) return SumOfFloats(sum);
  // The last weights, and as many of their groups as there are: what follows are others'.
  uint8_t bytes[64] = {};
  float scales[4] = {}, zeros[4] = {};
  __builtin_memcpy(bytes, weights + blocks * 64, (rows.columns % kBlock) / 2);
  const int64_t first =
      kLanes == kSixteen ? blocks * kBlock / rows.group : blocks * (kSixteen / kLanes);
  for (int64_t g = first; g < rows.columns / rows.group; ++g) {
    scales[g - first] = scale[g];
    if (zero != nullptr) zeros[g - first] = zero[g];
  }
  const auto spread = [&](const float* numbers) { return SpreadGroups(numbers, kLanes); };
  Floats part = BlockSum(table, LoadAs<Words>(bytes), x.x + blocks * kBlock);
  part -= spread(zeros) * LoadAs<Floats>(x.sums + blocks * kSixteen);
  return SumOfFloats(sum + part * spread(scales));
}

template <typename Type, int kLanes>
void FourBitDots(const WeightRows& rows, const ArrangedVector& x, float* out) {
  const uint8_t* weights = static_cast<const uint8_t*>(rows.weights);
  const int64_t groups = rows.columns / rows.group;
  for (int64_t row = 0; row < rows.rows; ++row) {
    out[row] = FourBitDot<Type, kLanes>(rows, x, weights + row * (rows.columns / 2),
                                        rows.scale + row * groups,
                                        rows.zero == nullptr ? nullptr : rows.zero + row * groups);
  }
}

void ArrangeFourBits(const float* x, int64_t columns, int64_t, float* arranged, float* sums) {
  for (int64_t block = 0; block * kBlock < columns; ++block) {
    for (int64_t lane = 0; lane < kSixteen; ++lane) {
      float sum = 0;
      for (int64_t i = 0; i < 8; ++i) {
        const int64_t from = block * kBlock + lane * 8 + i;
        const float number = from < columns ? x[from] : 0;
        arranged[block * kBlock + i * kSixteen + lane] = number;
        sum += number;
      }
      sums[block * kSixteen + lane] = sum;
    }
  }
}

// --- Whole bytes ---

OPGRAFT_INLINE float HalfToFloat(uint16_t half) {
  const uint32_t magnitude = half & 0x7fffu;
  const float finite = BitCast<float>(magnitude << 13) * 0x1p112f;
  const uint32_t special = (magnitude << 13) | 0x7f800000u;
  const uint32_t bits = magnitude >= 0x7c00u ? special : BitCast<uint32_t>(finite);
  return BitCast<float>(bits | (half & 0x8000u) << 16);
}

struct Int8 {
  using Stored = int8_t;
  [[maybe_unused]] static constexpr bool kIsSigned = true;
  static OPGRAFT_INLINE float Of(int8_t number) { return static_cast<float>(number); }
};
struct Uint8 {
  using Stored = uint8_t;
  [[maybe_unused]] static constexpr bool kIsSigned = false;
  static OPGRAFT_INLINE float Of(uint8_t number) { return static_cast<float>(number); }
};
struct Half {
  using Stored = uint16_t;
  [[maybe_unused]] static constexpr bool kIsBfloat16 = false;
  static OPGRAFT_INLINE float Of(uint16_t bits) { return HalfToFloat(bits); }
};
struct Bfloat16 {
  using Stored = uint16_t;
  [[maybe_unused]] static constexpr bool kIsBfloat16 = true;
  static OPGRAFT_INLINE float Of(uint16_t bits) { return BitCast<float>(uint32_t{bits} << 16); }
};

#if defined(__AVX512F__)
// Narrower machines decompress a panel of such weights faster than they would come by here.
template <typename Type>
OPGRAFT_INLINE Floats Sixteen(const typename Type::Stored* from) {
  if constexpr (sizeof(typename Type::Stored) == 1) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m512i words =
        Type::kIsSigned ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes);
    return reinterpret_cast<Floats>(_mm512_cvtepi32_ps(words));
  } else {
    const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    if constexpr (Type::kIsBfloat16)
      return reinterpret_cast<Floats>(_mm512_slli_epi32(_mm512_cvtepu16_epi32(halves), 16));
    return reinterpret_cast<Floats>(_mm512_cvtph_ps(halves));
  }
}

// The sum over a group of n weights, by lanes.
template <typename Type>
OPGRAFT_INLINE Floats GroupSum(const typename Type::Stored* weights, const float* x, int64_t n) {
  Floats sums[4] = {};
  int64_t k = 0;
  for (; k + 4 * kSixteen <= n; k += 4 * kSixteen) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      const int64_t at = k + i * kSixteen;
      sums[i] += Sixteen<Type>(weights + at) * LoadAs<Floats>(x + at);
    }
  }
  for (; k + kSixteen <= n; k += kSixteen)
    sums[0] += Sixteen<Type>(weights + k) * LoadAs<Floats>(x + k);
  for (; k < n; ++k) sums[1][k % kSixteen] += Type::Of(weights[k]) * x[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <typename Type>
void WholeDots(const WeightRows& rows, const ArrangedVector& x, float* out) {
  const auto* weights = static_cast<const typename Type::Stored*>(rows.weights);
  const int64_t groups = rows.columns / rows.group;
  for (int64_t row = 0; row < rows.rows; ++row) {
    Floats sum = {};
    for (int64_t g = 0; g < groups; ++g) {
      Floats part = GroupSum<Type>(weights + row * rows.columns + g * rows.group,
                                   x.x + g * rows.group, rows.group);
      if (rows.zero != nullptr)
        part -= rows.zero[row * groups + g] * LoadAs<Floats>(x.sums + g * kSixteen);
      sum += part * rows.scale[row * groups + g];
    }
    out[row] = SumOfFloats(sum);
  }
}

void ArrangeWhole(const float* x, int64_t columns, int64_t group, float* arranged, float* sums) {
  for (int64_t k = 0; k < columns; ++k) arranged[k] = x[k];
  for (int64_t g = 0; g < columns / group; ++g) {
    float* lanes = sums + g * kSixteen;
    for (int i = 0; i < kSixteen; ++i) lanes[i] = 0;
    for (int64_t k = 0; k < group; ++k) lanes[k % kSixteen] += x[g * group + k];
  }
}
#endif

// --- All in float ---

void ScaleRows(const WeightRows& rows, float* out) {
  const int64_t groups = rows.columns / rows.group;
  for (int64_t g = 0; g < rows.rows * groups; ++g) {
    const float scale = rows.scale[g];
    const float zero = rows.zero == nullptr ? 0 : rows.zero[g];
    float* numbers = out + g * rows.group;
    OPGRAFT_INDEPENDENT
    for (int64_t k = 0; k < rows.group; ++k) numbers[k] = (numbers[k] - zero) * scale;
  }
}

template <typename Type>
void DecompressFourBits(const WeightRows& rows, int64_t first, float* out) {
  const uint8_t* weights = static_cast<const uint8_t*>(rows.weights);
  const Table<Type> table;
  constexpr Words kShifts = {0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28};
  const int64_t count = rows.rows * rows.columns;
  int64_t k = 0;
  if (first != 0) out[k++] = Type::Of(weights[0] >> 4);
  for (; k + kSixteen <= count; k += kSixteen) {
    int32_t pair[2];
    __builtin_memcpy(pair, weights + (first + k) / 2, sizeof(pair));
    const int32_t a = pair[0], b = pair[1];
    const Words words = {a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b};
    const Floats found = table.Find(words >> kShifts);
    __builtin_memcpy(out + k, &found, sizeof(found));
  }
  for (; k < count; ++k)
    out[k] = Type::Of((weights[(first + k) / 2] >> (4 * ((first + k) % 2))) & 15);
  ScaleRows(rows, out);
}

template <typename Type>
void DecompressWhole(const WeightRows& rows, int64_t first, float* out) {
  const auto* weights = static_cast<const typename Type::Stored*>(rows.weights) + first;
  const int64_t count = rows.rows * rows.columns;
  OPGRAFT_INDEPENDENT
  for (int64_t k = 0; k < count; ++k) out[k] = Type::Of(weights[k]);
  ScaleRows(rows, out);
}

// A block's groups must lie in lanes of their own, and a row begin with a byte.
template <typename Type>
CompressedDotLoop PickFourBits(int64_t columns, int64_t group) {
  if (columns % 2 != 0) return nullptr;
  if (group % kBlock == 0 || group == columns) return &FourBitDots<Type, kSixteen>;
  if (group == kBlock / 2) return &FourBitDots<Type, kSixteen / 2>;
  return group == kBlock / 4 ? &FourBitDots<Type, kSixteen / 4> : nullptr;
}

}  // namespace

CompressedLoops FindCompressedLoops(WeightType type, int64_t columns, int64_t group) {
  switch (type) {
    case WeightType::kInt4:
      return {PickFourBits<Int4>(columns, group), &ArrangeFourBits};
    case WeightType::kUint4:
      return {PickFourBits<Uint4>(columns, group), &ArrangeFourBits};
#if defined(__AVX512F__)
    case WeightType::kNf4:
      return {PickFourBits<Nf4>(columns, group), &ArrangeFourBits};
    case WeightType::kInt8:
      return {&WholeDots<Int8>, &ArrangeWhole};
    case WeightType::kUint8:
      return {&WholeDots<Uint8>, &ArrangeWhole};
    case WeightType::kHalf:
      return {&WholeDots<Half>, &ArrangeWhole};
    case WeightType::kBfloat16:
      return {&WholeDots<Bfloat16>, &ArrangeWhole};
#endif
    default:
      return {};
  }
}

DecompressLoop FindDecompressLoop(WeightType type) {
  switch (type) {
    case WeightType::kInt4:
      return &DecompressFourBits<Int4>;
    case WeightType::kUint4:
      return &DecompressFourBits<Uint4>;
    case WeightType::kNf4:
      return &DecompressFourBits<Nf4>;
    case WeightType::kHalfNf4:
      return &DecompressFourBits<HalfNf4>;
    case WeightType::kInt8:
      return &DecompressWhole<Int8>;
    case WeightType::kUint8:
      return &DecompressWhole<Uint8>;
    case WeightType::kHalf:
      return &DecompressWhole<Half>;
    case WeightType::kBfloat16:
      return &DecompressWhole<Bfloat16>;
  }
  return nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

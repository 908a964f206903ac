// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_FLOAT_FORMAT_H_
#define FRAMEWORK_TYPES_FLOAT_FORMAT_H_

#include <cstdint>
#include <limits>

#include "absl/base/casts.h"

namespace opgraft {

// What becomes of a value that is too large, and how NaN is written.
enum class FloatSpecials {
  kIeee,    // Infinities and NaNs in the largest exponent.
  kFn,      // No infinity; NaN is all ones; too large becomes NaN.
  kFnuz,    // No infinity, no negative zero; its code is NaN; too large becomes NaN.
  kFinite,  // Neither: too large becomes the largest value, NaN becomes the code of negative zero.
};

// A binary floating-point format of at most 16 bits: a sign, kExponent and kMantissa bits, an
// exponent bias. Stateless: only a place for functions. Encode rounds once, to the nearest, ties to
// even.
//
// Example: `FloatFormat<4, 3, 7, FloatSpecials::kFn>` is float8_e4m3fn; its Encode(1.0f) is 0x38,
// its largest value 448.
template <int kExponent, int kMantissa, int kBias, FloatSpecials kSpecials>
struct FloatFormat {
  static constexpr bool kHasInfinity = kSpecials == FloatSpecials::kIeee;
  static constexpr bool kHasNan = kSpecials != FloatSpecials::kFinite;
  static constexpr int kDigits = kMantissa + 1;
  static constexpr uint32_t kSign = uint32_t{1} << (kExponent + kMantissa);
  static constexpr uint32_t kAllBits = 2 * kSign - 1;
  static constexpr uint32_t kInfinity = ((uint32_t{1} << kExponent) - 1)
                                        << kMantissa;  // kIeee only
  static constexpr uint32_t kNan = kSpecials == FloatSpecials::kIeee
                                       ? kInfinity | (uint32_t{1} << (kMantissa - 1))
                                   : kSpecials == FloatSpecials::kFn ? kSign - 1
                                                                     : kSign;
  // The code of the largest finite value.
  static constexpr uint32_t kMax = kSpecials == FloatSpecials::kIeee ? kInfinity - 1
                                   : kSpecials == FloatSpecials::kFn ? kSign - 2
                                                                     : kSign - 1;
  // The code of the smallest positive normal value.
  static constexpr uint32_t kMinNormal = uint32_t{1} << kMantissa;
  // The code of 2^-kMantissa, the distance from 1 to the next value.
  static constexpr uint32_t kEpsilon = kBias > kMantissa
                                           ? static_cast<uint32_t>(kBias - kMantissa) << kMantissa
                                           : uint32_t{1} << (kBias - 1);

  // The code nearest to `value`.
  static uint32_t Encode(double value) {
    const uint64_t bits = absl::bit_cast<uint64_t>(value);
    const uint32_t sign = (bits >> 63) != 0 ? kSign : 0;
    const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
    if (magnitude > kDoubleInfinity) return kNan | sign;
    if (magnitude == kDoubleInfinity) return Overflow(sign);
    const uint32_t code = RoundMagnitude(magnitude);
    if (code > kMax) return Overflow(sign);
    if (kSpecials == FloatSpecials::kFnuz && code == 0) return 0;
    return sign | code;
  }

  // The exact value of `code`.
  static float Decode(uint32_t code) {
    const uint32_t magnitude = code & (kSign - 1);
    const bool negative = (code & kSign) != 0;
    if (IsNan(code)) return negative ? -kFloatNan : kFloatNan;
    if (kSpecials == FloatSpecials::kIeee && magnitude == kInfinity)
      return negative ? -kFloatInfinity : kFloatInfinity;
    const float value = DecodeFinite(magnitude);
    return negative ? -value : value;
  }

  static bool IsNan(uint32_t code) {
    switch (kSpecials) {
      case FloatSpecials::kIeee:
        return (code & (kSign - 1)) > kInfinity;
      case FloatSpecials::kFn:
        return (code & (kSign - 1)) == kSign - 1;
      case FloatSpecials::kFnuz:
        return code == kSign;
      case FloatSpecials::kFinite:
        return false;
    }
    return false;
  }

 private:
  static constexpr uint64_t kDoubleInfinity = uint64_t{0x7ff} << 52;
  static constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
  static constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
  static constexpr int kMinExponent = 1 - kBias;

  static uint32_t Overflow(uint32_t sign) {
    switch (kSpecials) {
      case FloatSpecials::kIeee:
        return sign | kInfinity;
      case FloatSpecials::kFinite:
        return sign | kMax;
      default:
        return kNan | sign;
    }
  }

  // Rounds the bits of a finite double without its sign; the result may be beyond kMax.
  static uint32_t RoundMagnitude(uint64_t magnitude) {
    const int exponent = static_cast<int>(magnitude >> 52) - 1023;
    const int below = exponent < kMinExponent ? kMinExponent - exponent : 0;
    const int shift = 52 - kMantissa + below;
    if (shift > 53) return 0;  // Less than half of the smallest value; double's own subnormals too.
    const uint64_t significand = (uint64_t{1} << 52) | (magnitude & ((uint64_t{1} << 52) - 1));
    const uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
    const uint64_t half = uint64_t{1} << (shift - 1);
    uint64_t rounded = significand >> shift;
    if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
    // The significand's leading one adds one to the exponent; so does a carry of the rounding.
    if (below == 0) rounded += static_cast<uint64_t>(exponent - kMinExponent) << kMantissa;
    return rounded > kSign ? kSign : static_cast<uint32_t>(rounded);
  }

  static float DecodeFinite(uint32_t magnitude) {
    const uint32_t exponent = magnitude >> kMantissa;
    const uint32_t mantissa = magnitude & ((uint32_t{1} << kMantissa) - 1);
    if (exponent == 0) return static_cast<float>(mantissa) * PowerOfTwo(kMinExponent - kMantissa);
    const uint32_t bits = ((exponent + 127 - kBias) << 23) | (mantissa << (23 - kMantissa));
    return absl::bit_cast<float>(bits);
  }

  static float PowerOfTwo(int exponent) {
    if (exponent >= -126) return absl::bit_cast<float>(static_cast<uint32_t>(exponent + 127) << 23);
    return absl::bit_cast<float>(uint32_t{1} << (exponent + 149));  // a subnormal float
  }
};

using HalfFormat = FloatFormat<5, 10, 15, FloatSpecials::kIeee>;
using Bfloat16Format = FloatFormat<8, 7, 127, FloatSpecials::kIeee>;

// `value` as a double whose last bit tells that something was cut off: rounding it again to at most
// 51 bits then gives what rounding `value` itself would have given.
inline double RoundToOdd(uint64_t value) {
  constexpr int kBits = 53;
  if (value >> kBits == 0) return static_cast<double>(value);
  const int cut = 64 - kBits - __builtin_clzll(value);
  const uint64_t kept = value >> cut;
  const uint64_t sticky = (kept << cut) != value ? 1 : 0;
  return static_cast<double>((kept | sticky) << cut);
}
inline double RoundToOdd(int64_t value) {
  const uint64_t magnitude =
      value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return value < 0 ? -RoundToOdd(magnitude) : RoundToOdd(magnitude);
}

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_FLOAT_FORMAT_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_FLOAT_FORMAT_H_
#define FRAMEWORK_TYPES_FLOAT_FORMAT_H_

#include <cstdint>
#include <limits>

#include "absl/base/casts.h"

namespace opgraft {

// What becomes of a value that is too large, and how NaN is written. The suffixes are those of the
// types' names: float8_e4m3fn is kFn, float8_e5m2fnuz is kFnuz.
//
// Example, for 4 bits of exponent and 3 of mantissa (bias 7):
//              largest finite     NaN      1000 becomes
//   kIeee      0x77  240          0x7C     infinity, 0x78
//   kFn        0x7E  448          0x7F     NaN
//   kFinite    0x7F  480          none     480
enum class FloatSpecials {
  // Infinities and NaNs in the largest exponent.
  kIeee,
  // No infinity; NaN is all ones; too large becomes NaN.
  kFn,
  // No infinity, no negative zero; its code is NaN; too large becomes NaN.
  kFnuz,
  // Neither: too large becomes the largest value, NaN becomes the code of negative zero.
  kFinite,
};

namespace internal {

// The code of the positive NaN of a format with this many bits of exponent and mantissa. A format
// without NaNs (kFinite) gets that of negative zero.
constexpr uint32_t NanCode(FloatSpecials specials, int exponent, int mantissa) {
  const uint32_t sign = uint32_t{1} << (exponent + mantissa);
  if (specials == FloatSpecials::kIeee) {
    return sign - (uint32_t{1} << mantissa) + (uint32_t{1} << (mantissa - 1));
  }
  return specials == FloatSpecials::kFn ? sign - 1 : sign;
}

// The code of its largest finite value.
constexpr uint32_t MaxCode(FloatSpecials specials, int exponent, int mantissa) {
  const uint32_t sign = uint32_t{1} << (exponent + mantissa);
  if (specials == FloatSpecials::kIeee) return sign - (uint32_t{1} << mantissa) - 1;
  return specials == FloatSpecials::kFn ? sign - 2 : sign - 1;
}

}  // namespace internal

// A binary floating-point format of at most 16 bits: a sign, kExponent and kMantissa bits, an
// exponent bias. A code's bits lie in the low end of a uint32_t:
//
//     sign | exponent (kExponent bits) | mantissa (kMantissa bits)
//
// Encode rounds once, to the nearest, ties to even. Stateless, only a place for functions, so
// thread-safe; nothing fails.
//
// Example: `FloatFormat<4, 3, 7, FloatSpecials::kFn>` is float8_e4m3fn; its Encode(1.0f) is 0x38,
// its largest value 448.
template <int kExponent, int kMantissa, int kBias, FloatSpecials kSpecials>
struct FloatFormat {
  // What std::numeric_limits says of the type.
  static constexpr bool kHasInfinity = kSpecials == FloatSpecials::kIeee;
  static constexpr bool kHasNan = kSpecials != FloatSpecials::kFinite;
  static constexpr int kDigits = kMantissa + 1;
  // The sign bit; and all bits that a code can have.
  static constexpr uint32_t kSign = uint32_t{1} << (kExponent + kMantissa);
  static constexpr uint32_t kAllBits = 2 * kSign - 1;
  // The code of infinity. It means something only if kHasInfinity.
  static constexpr uint32_t kInfinity = ((uint32_t{1} << kExponent) - 1)
                                        << kMantissa;  // kIeee only
  // The code of the positive NaN, if kHasNan.
  static constexpr uint32_t kNan = internal::NanCode(kSpecials, kExponent, kMantissa);
  // The code of the largest finite value.
  static constexpr uint32_t kMax = internal::MaxCode(kSpecials, kExponent, kMantissa);
  // The code of the smallest positive normal value.
  static constexpr uint32_t kMinNormal = uint32_t{1} << kMantissa;
  // The code of 2^-kMantissa, the distance from 1 to the next value.
  static constexpr uint32_t kEpsilon = kBias > kMantissa
                                           ? static_cast<uint32_t>(kBias - kMantissa) << kMantissa
                                           : uint32_t{1} << (kBias - 1);

  // The code nearest to `value`. A float, and a double that RoundToOdd made, give what rounding the
  // exact value would give.
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

  // The exact value of `code`: every format here fits into a float. REQUIRES: no bits beyond
  // kAllBits.
  static float Decode(uint32_t code) {
    const uint32_t magnitude = code & (kSign - 1);
    const bool negative = (code & kSign) != 0;
    if (IsNan(code)) return negative ? -kFloatNan : kFloatNan;
    if (kSpecials == FloatSpecials::kIeee && magnitude == kInfinity)
      return negative ? -kFloatInfinity : kFloatInfinity;
    const float value = DecodeFinite(magnitude);
    return negative ? -value : value;
  }

  // True for every code that means NaN, of either sign.
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

  // What a value beyond kMax becomes, with its sign.
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
  //
  // The significand (53 bits, its leading one included) is shifted to the right until kMantissa + 1
  // bits are left, or fewer if the value is subnormal in this format; the bits that fall out decide
  // the rounding. As exponent and mantissa lie side by side, a carry out of the mantissa goes into
  // the exponent by itself.
  //
  // Example, for 3.3 as e4m3: the significand is 1.1010011..., kept are 1.101, cut is 0011..., less
  // than half, so 1.101 x 2 = 3.25.
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

  // The value of a code without sign that is neither infinity nor NaN. Subnormals have exponent 0:
  // the mantissa counts steps of the smallest value. All others move to float's bias and width.
  static float DecodeFinite(uint32_t magnitude) {
    const uint32_t exponent = magnitude >> kMantissa;
    const uint32_t mantissa = magnitude & ((uint32_t{1} << kMantissa) - 1);
    if (exponent == 0) return static_cast<float>(mantissa) * PowerOfTwo(kMinExponent - kMantissa);
    const uint32_t bits = ((exponent + 127 - kBias) << 23) | (mantissa << (23 - kMantissa));
    return absl::bit_cast<float>(bits);
  }

  // 2^exponent, made by its bits: -126 is the least exponent of a normal float.
  static float PowerOfTwo(int exponent) {
    if (exponent >= -126) return absl::bit_cast<float>(static_cast<uint32_t>(exponent + 127) << 23);
    return absl::bit_cast<float>(uint32_t{1} << (exponent + 149));  // a subnormal float
  }
};

using HalfFormat = FloatFormat<5, 10, 15, FloatSpecials::kIeee>;
using Bfloat16Format = FloatFormat<8, 7, 127, FloatSpecials::kIeee>;

// `value` as a double whose last bit tells that something was cut off: rounding it again to at most
// 51 bits then gives what rounding `value` itself would have given. For 64-bit integers on their
// way to a narrow float: a plain cast would round twice.
//
// Example: 2^60 + 1 has 61 bits. A cast to double drops the 1; here the last of the 53 bits is set,
// so that a later tie is seen to be above the middle.
inline double RoundToOdd(uint64_t value) {
  constexpr int kBits = 53;
  if (value >> kBits == 0) return static_cast<double>(value);
  const int cut = 64 - kBits - __builtin_clzll(value);
  const uint64_t kept = value >> cut;
  const uint64_t sticky = (kept << cut) != value ? 1 : 0;
  return static_cast<double>((kept | sticky) << cut);
}
// The same for either sign; the magnitude of INT64_MIN fits into the uint64_t.
inline double RoundToOdd(int64_t value) {
  const uint64_t magnitude =
      value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  return value < 0 ? -RoundToOdd(magnitude) : RoundToOdd(magnitude);
}

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_FLOAT_FORMAT_H_

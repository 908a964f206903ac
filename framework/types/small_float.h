// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_SMALL_FLOAT_H_
#define FRAMEWORK_TYPES_SMALL_FLOAT_H_

#include <cstdint>
#include <limits>
#include <ostream>
#include <type_traits>

#include "framework/types/float_format.h"

namespace opgraft {

// A float of 8 bits or fewer, a byte each in memory. Reads as a float, without loss; arithmetic
// happens in float and is rounded once. Comparisons are those of floats: NaN differs from itself.
// Trivial: may be copied as bytes, and is not initialised by default. Thread-compatible.
//
// Example:
//   const float8_e4m3fn x(3.3f);                // 3.25, the nearest
//   const float y = static_cast<float>(x + x);  // 6.5
template <typename FormatT>
class SmallFloat {
 public:
  using Format = FormatT;

  SmallFloat() = default;
  // The nearest value, ties to even.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
  explicit SmallFloat(T value) : bits_(static_cast<uint8_t>(Format::Encode(Widen(value)))) {}
  // The value of a code of the format (FloatFormat); and back.
  static constexpr SmallFloat FromBits(uint32_t bits) {
    return SmallFloat(BitsTag(), static_cast<uint8_t>(bits));
  }

  constexpr uint8_t bits() const { return bits_; }
  operator float() const { return Format::Decode(bits_); }

  // Arithmetic of floats, rounded once to the format.
  friend SmallFloat operator+(SmallFloat a, SmallFloat b) {
    return SmallFloat(float{a} + float{b});
  }
  friend SmallFloat operator-(SmallFloat a, SmallFloat b) {
    return SmallFloat(float{a} - float{b});
  }
  friend SmallFloat operator*(SmallFloat a, SmallFloat b) {
    return SmallFloat(float{a} * float{b});
  }
  friend SmallFloat operator/(SmallFloat a, SmallFloat b) {
    return SmallFloat(float{a} / float{b});
  }
  friend SmallFloat operator-(SmallFloat a) { return SmallFloat(-float{a}); }
  // Comparisons of floats: false for NaN, and -0 equals 0.
  friend bool operator==(SmallFloat a, SmallFloat b) { return float{a} == float{b}; }
  friend bool operator!=(SmallFloat a, SmallFloat b) { return float{a} != float{b}; }
  friend bool operator<(SmallFloat a, SmallFloat b) { return float{a} < float{b}; }
  friend bool operator<=(SmallFloat a, SmallFloat b) { return float{a} <= float{b}; }
  friend bool operator>(SmallFloat a, SmallFloat b) { return float{a} > float{b}; }
  friend bool operator>=(SmallFloat a, SmallFloat b) { return float{a} >= float{b}; }
  friend std::ostream& operator<<(std::ostream& out, SmallFloat value) {
    return out << float{value};
  }

 private:
  // Tells the constructor of codes from that of numbers.
  struct BitsTag {};
  constexpr SmallFloat(BitsTag, uint8_t bits) : bits_(bits) {}

  // As a double that rounds to the same code as `value`: integers of 64 bits would lose their last
  // bits.
  template <typename T>
  static double Widen(T value) {
    if constexpr (std::is_floating_point<T>::value) {
      return static_cast<double>(value);
    } else if constexpr (std::is_signed<T>::value) {
      return RoundToOdd(static_cast<int64_t>(value));
    } else {
      return RoundToOdd(static_cast<uint64_t>(value));
    }
  }

  uint8_t bits_;
};

// Named as in the ML Dtypes library: bits of exponent and mantissa, then FloatSpecials ("fn",
// "fnuz").
using float8_e5m2 = SmallFloat<FloatFormat<5, 2, 15, FloatSpecials::kIeee>>;
using float8_e4m3fn = SmallFloat<FloatFormat<4, 3, 7, FloatSpecials::kFn>>;
using float8_e4m3fnuz = SmallFloat<FloatFormat<4, 3, 8, FloatSpecials::kFnuz>>;
using float8_e4m3b11fnuz = SmallFloat<FloatFormat<4, 3, 11, FloatSpecials::kFnuz>>;
using float8_e5m2fnuz = SmallFloat<FloatFormat<5, 2, 16, FloatSpecials::kFnuz>>;
using float4_e2m1fn = SmallFloat<FloatFormat<2, 1, 1, FloatSpecials::kFinite>>;

}  // namespace opgraft

// What kernels ask for; not all that the standard has.
template <typename Format>
struct std::numeric_limits<opgraft::SmallFloat<Format>> {
  using T = opgraft::SmallFloat<Format>;
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = Format::kHasInfinity;
  static constexpr bool has_quiet_NaN = Format::kHasNan;
  static constexpr bool has_signaling_NaN = false;
  static constexpr int radix = 2;
  static constexpr int digits = Format::kDigits;
  // The smallest positive normal value; the largest finite one; its negative.
  static constexpr T min() { return T::FromBits(Format::kMinNormal); }
  static constexpr T max() { return T::FromBits(Format::kMax); }
  static constexpr T lowest() { return T::FromBits(Format::kSign | Format::kMax); }
  // The distance from 1 to the next value; the smallest positive subnormal one.
  static constexpr T epsilon() { return T::FromBits(Format::kEpsilon); }
  static constexpr T denorm_min() { return T::FromBits(1); }
  // The largest value where there is no infinity.
  static constexpr T infinity() {
    return T::FromBits(Format::kHasInfinity ? Format::kInfinity : Format::kMax);
  }
  // Negative zero where the format has no NaN.
  static constexpr T quiet_NaN() { return T::FromBits(Format::kNan); }
};

#endif  // FRAMEWORK_TYPES_SMALL_FLOAT_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_SMALL_INT_H_
#define FRAMEWORK_TYPES_SMALL_INT_H_

#include <cstdint>
#include <limits>
#include <ostream>
#include <type_traits>

namespace opgraft {

// An integer of 1, 2 or 4 bits, a byte each in memory (files hold several a byte,
// tensor/packed_tensor.h). Conversions and arithmetic wrap around, as those of wider unsigned types
// do; dividing by 0 is as undefined as for int. The byte always holds a value in range. Trivial:
// may be copied as bytes, and is not initialised by default. Thread-compatible.
//
// Example:
//   int4(7) + int4(1)    // int4(-8)
//   uint4(15) + uint4(1) // uint4(0)
//   int{int4(9)}         // -7: the bits 1001
template <int kBits, bool kSigned>
class SmallInt {
 public:
  using Storage = std::conditional_t<kSigned, int8_t, uint8_t>;

  SmallInt() = default;
  // The low kBits bits of the integer; of a float its integer part first.
  template <typename T, typename = std::enable_if_t<std::is_arithmetic<T>::value>>
  constexpr explicit SmallInt(T value) : value_(Wrap(static_cast<int64_t>(value))) {}

  // The value, so that all of int's operators can be used.
  constexpr operator int() const { return value_; }

  // Arithmetic of ints, wrapped around.
  friend constexpr SmallInt operator+(SmallInt a, SmallInt b) {
    return SmallInt(a.value_ + b.value_);
  }
  friend constexpr SmallInt operator-(SmallInt a, SmallInt b) {
    return SmallInt(a.value_ - b.value_);
  }
  friend constexpr SmallInt operator*(SmallInt a, SmallInt b) {
    return SmallInt(a.value_ * b.value_);
  }
  friend constexpr SmallInt operator/(SmallInt a, SmallInt b) {
    return SmallInt(a.value_ / b.value_);
  }
  friend constexpr SmallInt operator%(SmallInt a, SmallInt b) {
    return SmallInt(a.value_ % b.value_);
  }
  friend constexpr SmallInt operator-(SmallInt a) { return SmallInt(-a.value_); }
  // By value.
  friend constexpr bool operator==(SmallInt a, SmallInt b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(SmallInt a, SmallInt b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(SmallInt a, SmallInt b) { return a.value_ < b.value_; }
  friend constexpr bool operator<=(SmallInt a, SmallInt b) { return a.value_ <= b.value_; }
  friend constexpr bool operator>(SmallInt a, SmallInt b) { return a.value_ > b.value_; }
  friend constexpr bool operator>=(SmallInt a, SmallInt b) { return a.value_ >= b.value_; }
  friend std::ostream& operator<<(std::ostream& out, SmallInt value) { return out << int{value}; }

 private:
  // The low kBits bits, sign-extended if kSigned: 9 as an int4 is 1001, which is -7.
  static constexpr Storage Wrap(int64_t value) {
    const int low = static_cast<int>(value & ((1 << kBits) - 1));
    return static_cast<Storage>(kSigned && low >> (kBits - 1) != 0 ? low - (1 << kBits) : low);
  }

  Storage value_;
};

using int4 = SmallInt<4, true>;
using uint4 = SmallInt<4, false>;
using int2 = SmallInt<2, true>;
using uint2 = SmallInt<2, false>;
// One bit: 0 or 1.
using u1 = SmallInt<1, false>;

}  // namespace opgraft

// What kernels ask for; not all that the standard has.
template <int kBits, bool kSigned>
struct std::numeric_limits<opgraft::SmallInt<kBits, kSigned>> {
  using T = opgraft::SmallInt<kBits, kSigned>;
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = kSigned;
  static constexpr bool is_integer = true;
  static constexpr bool is_exact = true;
  static constexpr bool has_infinity = false;
  static constexpr bool has_quiet_NaN = false;
  static constexpr int radix = 2;
  static constexpr int digits = kSigned ? kBits - 1 : kBits;
  // int4: -8 to 7; uint4: 0 to 15; u1: 0 and 1.
  static constexpr T min() { return T(kSigned ? -(1 << (kBits - 1)) : 0); }
  static constexpr T max() { return T((1 << digits) - 1); }
  static constexpr T lowest() { return min(); }
};

#endif  // FRAMEWORK_TYPES_SMALL_INT_H_

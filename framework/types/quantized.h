// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_QUANTIZED_H_
#define FRAMEWORK_TYPES_QUANTIZED_H_

#include <cstdint>
#include <limits>
#include <ostream>

namespace opgraft {

// An integer that stands for a real number; range and zero point are kept elsewhere. A type of its
// own, so that kernels are told apart by it. Reads as its integer, and every integer converts to
// it. Trivial: may be copied as bytes, and is not initialised by default. Thread-compatible.
//
// Example:
//   const quint8 q = 200;  // DT_QUINT8 is its dtype
//   const int v = q;       // 200
//   const double real = scale * (v - zero_point);
template <typename StorageT>
struct Quantized {
  using Storage = StorageT;

  Quantized() = default;
  // From and to the integer, without a cast.
  constexpr Quantized(Storage v) : value(v) {}
  constexpr operator Storage() const { return value; }

  Storage value;
};

// Prints the number, also where Storage is a character type.
template <typename Storage>
std::ostream& operator<<(std::ostream& out, Quantized<Storage> q) {
  return out << static_cast<int64_t>(q.value);
}

// The types of DT_QINT8 and its kin.
using qint8 = Quantized<int8_t>;
using quint8 = Quantized<uint8_t>;
using qint16 = Quantized<int16_t>;
using quint16 = Quantized<uint16_t>;
using qint32 = Quantized<int32_t>;

}  // namespace opgraft

// The limits of the integer: min(), max() and lowest() give a Storage.
template <typename Storage>
struct std::numeric_limits<opgraft::Quantized<Storage>> : std::numeric_limits<Storage> {};

#endif  // FRAMEWORK_TYPES_QUANTIZED_H_

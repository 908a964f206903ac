// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_NUMERIC_TYPES_H_
#define FRAMEWORK_TYPES_NUMERIC_TYPES_H_

#include <complex>
#include <cstdint>
#include <string>

#include "Eigen/Core"
#include "framework/types/float_format.h"
#include "framework/types/quantized.h"
#include "framework/types/small_float.h"
#include "framework/types/small_int.h"

// The C++ types of tensor elements, under TensorFlow's names.
namespace opgraft {

// Author code uses these names, qualified by `tensorflow::` or not. string and tstring are one
// type: Opgraft keeps strings as std::string.
using int8 = int8_t;
using int16 = int16_t;
using int32 = int32_t;
using int64 = int64_t;
using uint8 = uint8_t;
using uint16 = uint16_t;
using uint32 = uint32_t;
using uint64 = uint64_t;

// Text; see DT_STRING.
using string = std::string;
using tstring = std::string;
// Eigen's classes: arithmetic happens in float and is rounded at each step.
using half = Eigen::half;
using bfloat16 = Eigen::bfloat16;
// Complex numbers of two floats and of two doubles.
using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

// The nearest half or bfloat16, ties to even, rounded once. Casting a double or an int64 with
// static_cast goes through float and rounds twice. (Casting a float is right as it is.) Values
// beyond the range become infinity. Pure functions, thread-safe.
//
// Example: 2049.0000001 is closer to the half 2050 than to 2048. As a float it is 2049, a tie,
// which rounds to 2048; RoundToHalf gives 2050.
inline half RoundToHalf(double value) {
  return Eigen::numext::bit_cast<half>(static_cast<uint16_t>(HalfFormat::Encode(value)));
}
// A 64-bit integer does not fit into a double either: it is rounded to odd first.
inline half RoundToHalf(int64_t value) { return RoundToHalf(RoundToOdd(value)); }
inline half RoundToHalf(uint64_t value) { return RoundToHalf(RoundToOdd(value)); }
inline bfloat16 RoundToBfloat16(double value) {
  return Eigen::numext::bit_cast<bfloat16>(static_cast<uint16_t>(Bfloat16Format::Encode(value)));
}
inline bfloat16 RoundToBfloat16(int64_t value) { return RoundToBfloat16(RoundToOdd(value)); }
inline bfloat16 RoundToBfloat16(uint64_t value) { return RoundToBfloat16(RoundToOdd(value)); }

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_NUMERIC_TYPES_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What numbers of a generator become: uniform, normal and truncated normal ones of a type.
// TensorFlow's classes and numbers: for the same generator the same bits, but for the last ones of
// log, sin and cos.
#ifndef FRAMEWORK_KERNEL_RANDOM_DISTRIBUTIONS_H_
#define FRAMEWORK_KERNEL_RANDOM_DISTRIBUTIONS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "framework/kernel/philox_random.h"
#include "framework/types/numeric_types.h"

namespace opgraft {
namespace random {

namespace internal {
// A float of its bits.
template <typename Float, typename Bits>
Float FromBits(Bits bits) {
  static_assert(sizeof(Float) == sizeof(Bits), "the same size");
  Float value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof(value));
  return value;
}
}  // namespace internal

// A number in [0, 1) of the lower bits: the mantissa of one in [1, 2), less 1. So all numbers are
// multiples of 2^-23, and none is rounded up to 1.
inline float Uint32ToFloat(uint32_t x) {
  return internal::FromBits<float>((uint32_t{127} << 23) | (x & 0x7fffffu)) - 1.0f;
}
// The same of 52 bits: 20 of x0, above the 32 of x1.
inline double Uint64ToDouble(uint32_t x0, uint32_t x1) {
  const uint64_t mantissa = static_cast<uint64_t>(x0 & 0xfffffu) << 32 | x1;
  return internal::FromBits<double>((uint64_t{1023} << 52) | mantissa) - 1.0;
}
// The same of 10 and of 7 bits. ("Gfloat" is TensorFlow's spelling.)
inline half Uint16ToHalf(uint16_t x) {
  return internal::FromBits<half>(static_cast<uint16_t>((15u << 10) | (x & 0x3ffu))) - half(1.0f);
}
inline bfloat16 Uint16ToGfloat16(uint16_t x) {
  return internal::FromBits<bfloat16>(static_cast<uint16_t>((127u << 7) | (x & 0x7fu))) -
         bfloat16(1.0f);
}

// Two normal numbers of two uniform ones, by Box and Muller: a radius sqrt(-2 ln u1) and an angle 2
// pi v1. u1 is kept off zero, whose logarithm is infinite.
inline void BoxMullerFloat(uint32_t x0, uint32_t x1, float* f0, float* f1) {
  const float u1 = std::max(Uint32ToFloat(x0), 1.0e-7f);
  const auto v1 = static_cast<float>(2.0f * M_PI * Uint32ToFloat(x1));
  const float u2 = std::sqrt(-2.0f * std::log(u1));
  *f0 = std::sin(v1) * u2;
  *f1 = std::cos(v1) * u2;
}
inline void BoxMullerDouble(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3, double* d0,
                            double* d1) {
  const double u1 = std::max(Uint64ToDouble(x0, x1), 1.0e-7);
  const double v1 = 2 * M_PI * Uint64ToDouble(x2, x3);
  const double u2 = std::sqrt(-2.0 * std::log(u1));
  *d0 = std::sin(v1) * u2;
  *d1 = std::cos(v1) * u2;
}

namespace internal {

// How many elements of T one draw of `numbers` 32-bit numbers makes, at least 1: a 64-bit element
// takes two numbers. ElementsOf<float>(4) is 4, ElementsOf<double>(4) is 2.
template <typename T>
constexpr int ElementsOf(int numbers) {
  if (sizeof(T) <= 4) return numbers;
  return numbers > 1 ? numbers / 2 : 1;
}

// Numbers 2i and 2i + 1 of a draw, the first as the lower half.
template <class Draw>
uint64_t Pair(const Draw& draw, int i) {
  return draw[2 * i] | static_cast<uint64_t>(draw[2 * i + 1]) << 32;
}

// Element i of a draw as a T in [0, 1).
template <typename T, class Draw>
T UnitFloat(const Draw& draw, int i) {
  if constexpr (std::is_same<T, half>::value) {
    return Uint16ToHalf(static_cast<uint16_t>(draw[i]));
  } else if constexpr (std::is_same<T, bfloat16>::value) {
    return Uint16ToGfloat16(static_cast<uint16_t>(draw[i]));
  } else if constexpr (std::is_same<T, double>::value) {
    return Uint64ToDouble(draw[2 * i], draw[2 * i + 1]);
  } else {
    return Uint32ToFloat(draw[i]);
  }
}

// Element i of a draw as an unsigned integer as wide as T.
template <typename T, class Draw>
std::make_unsigned_t<T> Bits(const Draw& draw, int i) {
  if constexpr (sizeof(T) > 4) {
    return static_cast<std::make_unsigned_t<T>>(Pair(draw, i));
  } else {
    return static_cast<std::make_unsigned_t<T>>(draw[i]);
  }
}

}  // namespace internal

// Uniform numbers: in [0, 1), for floating types; in [lo, hi), for integers. Each call draws once
// and gives kResultElementCount elements. Without state but lo and hi, so thread-compatible;
// generators are each thread's own.
//
// The names of the constants are those that TensorFlow's kernels read: kElementCost is about the
// nanoseconds of an element, kVariableSamplesPerOutput says whether a call may draw more than once.
//
// Example: `UniformDistribution<PhiloxRandom, int32_t> dice(1, 7); auto four = dice(&philox);`
template <class Generator, typename T, typename = void>
class UniformDistribution {
 public:
  static constexpr int kResultElementCount =
      internal::ElementsOf<T>(Generator::kResultElementCount);
  static constexpr int kElementCost = 3;
  static constexpr bool kVariableSamplesPerOutput = false;
  using ResultType = Array<T, kResultElementCount>;
  using ResultElementType = T;

  ResultType operator()(Generator* generator) {
    const typename Generator::ResultType draw = (*generator)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; ++i) result[i] = internal::UnitFloat<T>(draw, i);
    return result;
  }
};

// The remainder of a number by hi - lo, as TensorFlow has it: small numbers are slightly more
// likely if the range is large.
template <class Generator, typename T>
class UniformDistribution<Generator, T, std::enable_if_t<std::is_integral<T>::value>> {
 public:
  static constexpr int kResultElementCount =
      internal::ElementsOf<T>(Generator::kResultElementCount);
  static constexpr int kElementCost = 3;
  static constexpr bool kVariableSamplesPerOutput = false;
  using ResultType = Array<T, kResultElementCount>;
  using ResultElementType = T;

  // REQUIRES: lo < hi.
  UniformDistribution(T lo, T hi)
      : lo_(static_cast<Unsigned>(lo)), range_(static_cast<Unsigned>(hi) - lo_) {}

  ResultType operator()(Generator* generator) {
    const typename Generator::ResultType draw = (*generator)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; ++i) {
      result[i] = static_cast<T>(lo_ + internal::Bits<T>(draw, i) % range_);
    }
    return result;
  }

 private:
  using Unsigned = std::make_unsigned_t<T>;
  Unsigned lo_;
  Unsigned range_;
};

// Any value of an integer type, each with the same chance. Thread-compatible.
//
// Example: `UniformFullIntDistribution<PhiloxRandom, uint64_t> ids; auto two = ids(&philox);`
template <class Generator, typename T>
class UniformFullIntDistribution {
 public:
  static constexpr int kResultElementCount =
      internal::ElementsOf<T>(Generator::kResultElementCount);
  static constexpr int kElementCost = 3;
  static constexpr bool kVariableSamplesPerOutput = false;
  using ResultType = Array<T, kResultElementCount>;
  using ResultElementType = T;

  ResultType operator()(Generator* generator) {
    const typename Generator::ResultType draw = (*generator)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; ++i)
      result[i] = static_cast<T>(internal::Bits<T>(draw, i));
    return result;
  }
};

// Mean 0, standard deviation 1; a double takes four numbers for two elements, the others two.
// Thread-compatible.
//
// Example: `NormalDistribution<PhiloxRandom, float> noise; auto four = noise(&philox);`
template <class Generator, typename T>
class NormalDistribution {
 public:
  static constexpr int kResultElementCount =
      internal::ElementsOf<T>(Generator::kResultElementCount);
  static constexpr int kElementCost = 70;
  static constexpr bool kVariableSamplesPerOutput = false;
  using ResultType = Array<T, kResultElementCount>;
  using ResultElementType = T;

  ResultType operator()(Generator* generator) {
    const typename Generator::ResultType draw = (*generator)();
    ResultType result;
    for (int i = 0; i < kResultElementCount; i += 2) {
      if constexpr (std::is_same<T, double>::value) {
        BoxMullerDouble(draw[2 * i], draw[2 * i + 1], draw[2 * i + 2], draw[2 * i + 3], &result[i],
                        &result[i + 1]);
      } else {
        float f[2];
        BoxMullerFloat(draw[i], draw[i + 1], &f[0], &f[1]);
        result[i] = T(f[0]);
        result[i + 1] = T(f[1]);
      }
    }
    return result;
  }
};

// Normal numbers less than 2 from the mean: others are thrown away, so it takes a generator of
// single numbers, and draws as often as it must. Thread-compatible.
//
// Example:
//   SingleSampleAdapter<PhiloxRandom> bits(&philox);
//   TruncatedNormalDistribution<SingleSampleAdapter<PhiloxRandom>, float> weights;
//   auto four = weights(&bits);
template <class SingleSampleGenerator, typename T>
class TruncatedNormalDistribution {
 public:
  static constexpr int kResultElementCount =
      internal::ElementsOf<T>(SingleSampleGenerator::kNativeElementCount);
  static constexpr int kElementCost = 90;
  static constexpr bool kVariableSamplesPerOutput = true;
  const float kTruncateValue = 2.0f;
  using ResultType = Array<T, kResultElementCount>;
  using ResultElementType = T;

  ResultType operator()(SingleSampleGenerator* generator) {
    using Wide = std::conditional_t<std::is_same<T, double>::value, double, float>;
    ResultType results;
    for (int index = 0; index < kResultElementCount;) {
      Wide f[2];
      const uint32_t x0 = (*generator)();
      const uint32_t x1 = (*generator)();
      if constexpr (std::is_same<T, double>::value) {
        const uint32_t x2 = (*generator)();
        const uint32_t x3 = (*generator)();
        BoxMullerDouble(x0, x1, x2, x3, &f[0], &f[1]);
      } else {
        BoxMullerFloat(x0, x1, &f[0], &f[1]);
      }
      for (int i = 0; i < 2 && index < kResultElementCount; ++i) {
        if (std::abs(f[i]) < kTruncateValue) results[index++] = T(f[i]);
      }
    }
    return results;
  }
};

// Numbers one at a time, for code that draws now and then. Borrows the generator.
// Thread-compatible.
//
// Example:
//   random::PhiloxRandom philox(seed);
//   random::SimplePhilox numbers(&philox);
//   const bool heads = numbers.OneIn(2);
class SimplePhilox {
 public:
  explicit SimplePhilox(PhiloxRandom* generator) : single_(generator) {}

  // Uniform over the whole type.
  uint32_t Rand32() { return single_(); }
  uint64_t Rand64() {
    const uint64_t low = single_();
    return low | static_cast<uint64_t>(single_()) << 32;
  }
  // Uniform in [0, 1).
  float RandFloat() { return Uint32ToFloat(single_()); }
  double RandDouble() {
    const uint32_t x0 = single_();
    const uint32_t x1 = single_();
    return Uint64ToDouble(x0, x1);
  }
  // In [0, n), each number with the same chance, unlike UniformDistribution's; 0 for n 0.
  uint32_t Uniform(uint32_t n) {
    return Below(n, [this] { return Rand32(); });
  }
  uint64_t Uniform64(uint64_t n) {
    return Below(n, [this] { return Rand64(); });
  }
  // True once in n times.
  bool OneIn(uint32_t n) { return Uniform(n) == 0; }
  // In [0, 2^max_log), small numbers more often: the number of bits is uniform. 0 <= max_log <= 32.
  uint32_t Skewed(int max_log) {
    const uint32_t bits = Rand32() % static_cast<uint32_t>(max_log + 1);
    const uint32_t mask = bits >= 32 ? ~uint32_t{0} : (uint32_t{1} << bits) - 1;
    return Rand32() & mask;
  }

 private:
  // As TensorFlow does it: of the 2^32 or 2^64 numbers the first few, which do not fill a whole
  // round of n, are drawn again.
  template <typename Unsigned, typename Draw>
  static Unsigned Below(Unsigned n, Draw draw) {
    if (n == 0) return draw() & 0;
    if ((n & (n - 1)) == 0) return draw() & (n - 1);
    const Unsigned skewed = std::numeric_limits<Unsigned>::max() % n + 1;
    Unsigned drawn = draw();
    while (drawn < skewed) drawn = draw();
    return drawn % n;
  }

  SingleSampleAdapter<PhiloxRandom> single_;
};

}  // namespace random
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_RANDOM_DISTRIBUTIONS_H_

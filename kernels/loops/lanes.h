// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// 128 bytes of elements, in as many registers as that takes: results do not depend on the width of
// a register, and several chains of additions hide each other's latency.
#ifndef KERNELS_LOOPS_LANES_H_
#define KERNELS_LOOPS_LANES_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/isa.h"

#if defined(__AVX512F__)
#define OPGRAFT_REGISTER_BYTES 64
#elif defined(__AVX__)
#define OPGRAFT_REGISTER_BYTES 32
#else
#define OPGRAFT_REGISTER_BYTES 16
#endif

// Left as a loop, the registers would be an array in memory.
#define OPGRAFT_UNROLLED _Pragma("GCC unroll 8")

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// How many elements of T the lanes have: 32 floats, 16 doubles.
template <typename T>
inline constexpr int kLanes = static_cast<int>(128 / sizeof(T));

// Example: the dot product of x and y, of kLanes<float> elements at a time.
//
//     Lanes<float> sum = Lanes<float>::Of(0);
//     for (int64_t i = 0; i < n; i += kLanes<float>)
//       sum.AddProduct(Lanes<float>::Load(x + i), Lanes<float>::Load(y + i));
//     return SumOfLanes<double>(sum);
template <typename T>
struct Lanes {
  typedef T Register __attribute__((vector_size(OPGRAFT_REGISTER_BYTES)));
  // One that lies anywhere in memory.
  typedef T Unaligned __attribute__((vector_size(OPGRAFT_REGISTER_BYTES), aligned(1), may_alias));
  static constexpr int kRegisters = 128 / OPGRAFT_REGISTER_BYTES;

  // All lanes are `value`.
  static OPGRAFT_INLINE Lanes Of(T value) {
    Lanes lanes;
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) lanes.registers[i] = value - Register{};
    return lanes;
  }
  // From and to memory of any alignment.
  static OPGRAFT_INLINE Lanes Load(const T* from) {
    Lanes lanes;
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      lanes.registers[i] =
          *reinterpret_cast<const Unaligned*>(from + i * (OPGRAFT_REGISTER_BYTES / sizeof(T)));
    }
    return lanes;
  }
  OPGRAFT_INLINE void Store(T* to) const {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      *reinterpret_cast<Unaligned*>(to + i * (OPGRAFT_REGISTER_BYTES / sizeof(T))) = registers[i];
    }
  }

  // Lane by lane, as the operators of the element type do it.
  OPGRAFT_INLINE void Add(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) registers[i] += other.registers[i];
  }
  OPGRAFT_INLINE void MultiplyBy(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) registers[i] *= other.registers[i];
  }
  OPGRAFT_INLINE void AddProduct(const Lanes& x, const Lanes& y) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) registers[i] += x.registers[i] * y.registers[i];
  }
  // The larger of both; NaN if either is.
  OPGRAFT_INLINE void TakeLarger(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      const Register a = other.registers[i], b = registers[i];
      registers[i] = ((a > b) | (a != a)) ? a : b;
    }
  }
  // The smaller of both; NaN if either is.
  OPGRAFT_INLINE void TakeSmaller(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      const Register a = other.registers[i], b = registers[i];
      registers[i] = ((a < b) | (a != a)) ? a : b;
    }
  }
  // The other where it is larger: NaN never is.
  OPGRAFT_INLINE void TakeGreater(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      const Register a = other.registers[i], b = registers[i];
      registers[i] = a > b ? a : b;
    }
  }
  // The other where it is smaller: NaN never is.
  OPGRAFT_INLINE void TakeLess(const Lanes& other) {
    OPGRAFT_UNROLLED
    for (int i = 0; i < kRegisters; ++i) {
      const Register a = other.registers[i], b = registers[i];
      registers[i] = a < b ? a : b;
    }
  }

  Register registers[kRegisters];
};

// All lanes added up in Sum, in a tree of fixed shape.
//
// First the lanes i, i + 8, i + 16, ... are added up in order, then the eight sums 0+4, 1+5, 2+6
// and 3+7, and so on. So the result does not depend on how many lanes a register of this machine
// has.
template <typename Sum, typename T>
OPGRAFT_INLINE Sum SumOfLanes(const Lanes<T>& lanes) {
  T values[kLanes<T>];
  lanes.Store(values);
  Sum sums[8];
  for (int j = 0; j < 8; ++j) sums[j] = static_cast<Sum>(values[j]);
  for (int i = 8; i < kLanes<T>; i += 8) {
    for (int j = 0; j < 8; ++j) sums[j] += static_cast<Sum>(values[i + j]);
  }
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_LANES_H_

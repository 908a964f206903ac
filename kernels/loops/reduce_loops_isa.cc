// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/lanes.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/loops/scalar_arithmetic.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

ReduceLoops FindReduceLoops(Reduction reduction, DataType dtype);

namespace {

// --- Sums of float and double: lanes within a block, blocks in double ---

constexpr int64_t kBlock = 4096;

// What is summed of an element: itself, or its square.
struct ItselfOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return x;
  }
  template <typename T>
  static OPGRAFT_INLINE void Add(const Lanes<T>& x, Lanes<T>* sum) {
    sum->Add(x);
  }
};

struct SquareOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T x) {
    return Times(x, x);
  }
  template <typename T>
  static OPGRAFT_INLINE void Add(const Lanes<T>& x, Lanes<T>* sum) {
    sum->AddProduct(x, x);
  }
};

template <typename Op, typename T>
double SumOfBlock(const T* in, int64_t n) {
  double sum = 0;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Of(T{0});
    for (; i + kLanes<T> <= n; i += kLanes<T>) Op::Add(Lanes<T>::Load(in + i), &lanes);
    sum = SumOfLanes<double>(lanes);
  }
  for (; i < n; ++i) sum += static_cast<double>(Op::Apply(in[i]));
  return sum;
}

template <typename Op, typename T>
void SumFloatRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  double sum = *static_cast<double*>(accumulator);
  for (int64_t i = 0; i < n; i += kBlock)
    sum += SumOfBlock<Op>(in + i, n - i < kBlock ? n - i : kBlock);
  *static_cast<double*>(accumulator) = sum;
}

template <typename Op, typename T>
void SumFloatColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                     void* accumulators) {
  constexpr int64_t kRows = 64;
  const T* in = static_cast<const T*>(in_data);
  double* sums = static_cast<double*>(accumulators);
  T block[kMaxReduceColumns];
  for (int64_t row = 0; row < rows; row += kRows) {
    const int64_t end = rows - row < kRows ? rows : row + kRows;
    for (int64_t c = 0; c < columns; ++c) block[c] = Op::Apply(in[row * stride + c]);
    for (int64_t r = row + 1; r < end; ++r) {
      const T* line = in + r * stride;
      for (int64_t c = 0; c < columns; ++c) block[c] += Op::Apply(line[c]);
    }
    for (int64_t c = 0; c < columns; ++c) sums[c] += static_cast<double>(block[c]);
  }
}

// The squares of both parts of a complex number follow each other.
template <typename T>
void SumComplexSquaresRun(const void* in, int64_t n, void* accumulator) {
  SumFloatRun<SquareOp, T>(in, 2 * n, accumulator);
}

template <typename T>
void SumComplexSquaresColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                              void* accumulators) {
  const Complex<T>* in = static_cast<const Complex<T>*>(in_data);
  double* sums = static_cast<double*>(accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    const Complex<T>* line = in + r * stride;
    for (int64_t c = 0; c < columns; ++c)
      sums[c] += static_cast<double>(line[c].re * line[c].re + line[c].im * line[c].im);
  }
}

// --- Sums of integers ---

template <typename Op, typename T, typename Sum>
void SumIntegerRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  uint64_t sum = static_cast<uint64_t>(*static_cast<Sum*>(accumulator));
  for (int64_t i = 0; i < n; ++i) sum += Op::Apply(static_cast<uint64_t>(in[i]));
  *static_cast<Sum*>(accumulator) = static_cast<Sum>(sum);
}

template <typename Op, typename T, typename Sum>
void SumIntegerColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                       void* accumulators) {
  const T* in = static_cast<const T*>(in_data);
  Sum* sums = static_cast<Sum*>(accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    const T* line = in + r * stride;
    OPGRAFT_INDEPENDENT
    for (int64_t c = 0; c < columns; ++c) {
      sums[c] = static_cast<Sum>(static_cast<uint64_t>(sums[c]) +
                                 Op::Apply(static_cast<uint64_t>(line[c])));
    }
  }
}

// --- Products, maxima and minima: accumulators of the type itself ---

struct ProductOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T a, T b) {
    return Times(a, b);
  }
  template <typename T>
  static OPGRAFT_INLINE void Join(const Lanes<T>& other, Lanes<T>* lanes) {
    lanes->MultiplyBy(other);
  }
};

struct MaxOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T a, T b) {
    return Larger(a, b);
  }
  template <typename T>
  static OPGRAFT_INLINE void Join(const Lanes<T>& other, Lanes<T>* lanes) {
    lanes->TakeLarger(other);
  }
};

struct MinOp {
  template <typename T>
  static OPGRAFT_INLINE T Apply(T a, T b) {
    return Smaller(a, b);
  }
  template <typename T>
  static OPGRAFT_INLINE void Join(const Lanes<T>& other, Lanes<T>* lanes) {
    lanes->TakeSmaller(other);
  }
};

template <typename Op, typename T>
void FoldRun(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  T folded = *static_cast<T*>(accumulator);
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Load(in);
    for (i = kLanes<T>; i + kLanes<T> <= n; i += kLanes<T>)
      Op::Join(Lanes<T>::Load(in + i), &lanes);
    T values[kLanes<T>];
    lanes.Store(values);
    for (const T value : values) folded = Op::Apply(value, folded);
  }
  for (; i < n; ++i) folded = Op::Apply(in[i], folded);
  *static_cast<T*>(accumulator) = folded;
}

// Without lanes.
template <typename Op, typename T>
void FoldSlowly(const void* in_data, int64_t n, void* accumulator) {
  const T* in = static_cast<const T*>(in_data);
  T folded = *static_cast<T*>(accumulator);
  for (int64_t i = 0; i < n; ++i) folded = Op::Apply(in[i], folded);
  *static_cast<T*>(accumulator) = folded;
}

template <typename Op, typename T>
void FoldColumns(const void* in_data, int64_t rows, int64_t stride, int64_t columns,
                 void* accumulators) {
  const T* in = static_cast<const T*>(in_data);
  T* folded = static_cast<T*>(accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    const T* line = in + r * stride;
    OPGRAFT_INDEPENDENT
    for (int64_t c = 0; c < columns; ++c) folded[c] = Op::Apply(line[c], folded[c]);
  }
}

template <typename Op, typename T>
ReduceLoops SumLoopsOf() {
  if constexpr (kIsFloat<T>) {
    return {&SumFloatRun<Op, T>, &SumFloatColumns<Op, T>, DT_DOUBLE};
  } else if constexpr (T(-1) < T(0)) {
    return {&SumIntegerRun<Op, T, int64_t>, &SumIntegerColumns<Op, T, int64_t>, DT_INT64};
  } else {
    return {&SumIntegerRun<Op, T, uint64_t>, &SumIntegerColumns<Op, T, uint64_t>, DT_UINT64};
  }
}

struct LoopsOfNumbers {
  template <typename T>
  static ReduceLoops Of(Reduction reduction) {
    switch (reduction) {
      case Reduction::kSum:
        return SumLoopsOf<ItselfOp, T>();
      case Reduction::kSumOfSquares:
        return SumLoopsOf<SquareOp, T>();
      case Reduction::kMax:
        return {&FoldRun<MaxOp, T>, &FoldColumns<MaxOp, T>, kDataTypeOf<T>};
      case Reduction::kMin:
        return {&FoldRun<MinOp, T>, &FoldColumns<MinOp, T>, kDataTypeOf<T>};
      default:
        return {};
    }
  }
};

// Products of integers wrap around, alike for both signs.
struct LoopsOfProducts {
  template <typename T>
  static ReduceLoops Of(Reduction) {
    if constexpr (kIsFloat<T>) {
      return {&FoldRun<ProductOp, T>, &FoldColumns<ProductOp, T>, kDataTypeOf<T>};
    } else {
      return {&FoldSlowly<ProductOp, T>, &FoldColumns<ProductOp, T>, kDataTypeOf<T>};
    }
  }
};

template <typename Family, typename... Ts>
ReduceLoops Pick(Reduction reduction, DataType dtype, Types<Ts...>) {
  ReduceLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = Family::template Of<Ts>(reduction))
                             : static_cast<void>(0)),
   ...);
  return loops;
}

}  // namespace

ReduceLoops FindReduceLoops(Reduction reduction, DataType dtype) {
  if (reduction == Reduction::kProduct) {
    return Pick<LoopsOfProducts>(reduction, AsUnsigned(dtype),
                                 Types<float, double, uint8_t, uint16_t, uint32_t, uint64_t,
                                       Complex<float>, Complex<double>>());
  }
  if (reduction == Reduction::kSumOfSquares && dtype == DT_COMPLEX64)
    return {&SumComplexSquaresRun<float>, &SumComplexSquaresColumns<float>, DT_DOUBLE};
  if (reduction == Reduction::kSumOfSquares && dtype == DT_COMPLEX128)
    return {&SumComplexSquaresRun<double>, &SumComplexSquaresColumns<double>, DT_DOUBLE};
  return Pick<LoopsOfNumbers>(reduction, dtype,
                              Types<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t,
                                    uint16_t, uint32_t, uint64_t>());
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

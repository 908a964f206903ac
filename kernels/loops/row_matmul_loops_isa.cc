// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/four_sums.h"
#include "kernels/loops/lanes.h"
#include "kernels/loops/matmul_loops.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

MatMulLoop FindRowMatMulLoop(DataType dtype);

namespace {

template <typename T>
T Dot(const T* x, const T* y, int64_t n) {
  T sum = 0;
  int64_t i = 0;
  if (n >= kLanes<T>) {
    Lanes<T> lanes = Lanes<T>::Of(T{0});
    for (; i + kLanes<T> <= n; i += kLanes<T>)
      lanes.AddProduct(Lanes<T>::Load(x + i), Lanes<T>::Load(y + i));
    sum = SumOfLanes<T>(lanes);
  }
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// Four rows at a time: x is read once for them, and the lanes of all four are added up together, in
// the tree that SumOfLanes has. Rows of some dozens of elements spend as long on their lanes' sum
// as on their products.
OPGRAFT_INLINE Four FoldToFour(const Lanes<float>& lanes) {
  Four parts[8];
  __builtin_memcpy(parts, lanes.registers, sizeof(parts));
  const Four low = ((parts[0] + parts[2]) + parts[4]) + parts[6];
  const Four high = ((parts[1] + parts[3]) + parts[5]) + parts[7];
  return low + high;
}

// More accumulators than there are registers would go through memory.
constexpr int kRowsAtOnce = OPGRAFT_REGISTER_BYTES / 16 < 4 ? OPGRAFT_REGISTER_BYTES / 16 : 4;

OPGRAFT_INLINE void FourDots(const float* x, const float* y, int64_t stride, int64_t n,
                             float* out) {
  const int64_t whole = n - n % kLanes<float>;
  Four sums[4];
  for (int first = 0; first < 4; first += kRowsAtOnce) {
    Lanes<float> lanes[kRowsAtOnce];
    for (Lanes<float>& row : lanes) row = Lanes<float>::Of(0);
    for (int64_t i = 0; i < whole; i += kLanes<float>) {
      const Lanes<float> factor = Lanes<float>::Load(x + i);
      for (int row = 0; row < kRowsAtOnce; ++row)
        lanes[row].AddProduct(factor, Lanes<float>::Load(y + (first + row) * stride + i));
    }
    for (int row = 0; row < kRowsAtOnce; ++row) sums[first + row] = FoldToFour(lanes[row]);
  }
  const Four all = SumsOf(sums[0], sums[1], sums[2], sums[3]);
  __builtin_memcpy(out, &all, sizeof(all));
  for (int row = 0; row < 4; ++row) {
    for (int64_t i = whole; i < n; ++i) out[row] += x[i] * y[row * stride + i];
  }
}

// c[j] = the dot product of a and the j-th row of b. Long rows go one by one: their sums cost
// nothing beside them, and memory gives one stream of theirs half as fast again as four.
template <typename T>
void Dots(const T* a, const T* b, int64_t stride, int64_t k, int64_t n, T* c) {
  constexpr int64_t kLongRow = 512;
  int64_t j = 0;
  if constexpr (sizeof(T) == sizeof(float)) {
    if (k >= kLanes<T> && k < kLongRow) {
      for (; j + 4 <= n; j += 4) FourDots(a, b + j * stride, stride, k, c + j);
    }
  }
  for (; j < n; ++j) c[j] = Dot(a, b + j * stride, k);
}

// c[j] += the next rows of b, each by its element of a: four at a time, so that c is read and
// written less often.
template <typename T>
void AddRows(const T* a, const T* b, int64_t stride, int64_t k, int64_t n, T* c) {
  int64_t i = 0;
  for (; i + 4 <= k; i += 4) {
    const T* row0 = b + i * stride;
    const T* row1 = row0 + stride;
    const T* row2 = row1 + stride;
    const T* row3 = row2 + stride;
    OPGRAFT_INDEPENDENT
    for (int64_t j = 0; j < n; ++j) {
      c[j] += (a[i] * row0[j] + a[i + 1] * row1[j]) + (a[i + 2] * row2[j] + a[i + 3] * row3[j]);
    }
  }
  for (; i < k; ++i) {
    const T* row = b + i * stride;
    OPGRAFT_INDEPENDENT
    for (int64_t j = 0; j < n; ++j) c[j] += a[i] * row[j];
  }
}

template <typename T>
void RowProduct(const MatMulProblem& p) {
  constexpr int64_t kColumns = 2048;
  const T* a = static_cast<const T*>(p.a);
  const T* b = static_cast<const T*>(p.b);
  T* c = static_cast<T*>(p.c);
  if (p.transpose_b) {
    return Dots(a, b, p.b_stride, p.k, p.n, c);
  }
  for (int64_t j = 0; j < p.n; ++j) c[j] = T{0};
  for (int64_t j = 0; j < p.n; j += kColumns) {
    AddRows(a, b + j, p.b_stride, p.k, p.n - j < kColumns ? p.n - j : kColumns, c + j);
  }
}

}  // namespace

MatMulLoop FindRowMatMulLoop(DataType dtype) {
  if (dtype == DT_FLOAT) return &RowProduct<float>;
  if (dtype == DT_DOUBLE) return &RowProduct<double>;
  return nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

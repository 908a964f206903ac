// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

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
    for (int64_t j = 0; j < p.n; ++j) c[j] = Dot(a, b + j * p.b_stride, p.k);
    return;
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

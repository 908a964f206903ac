// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/isa.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/loops/scalar_arithmetic.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

MatMulLoop FindExactMatMulLoop(DataType dtype);

namespace {

constexpr int64_t kColumns = 256;
constexpr int64_t kDepth = 64;

// b[k0 + i][n0 + j] of `depth` x `columns` elements, by rows of kColumns.
template <typename T>
void CopyBlockOfB(const MatMulProblem& p, int64_t k0, int64_t depth, int64_t n0, int64_t columns,
                  T* block) {
  const T* b = static_cast<const T*>(p.b);
  for (int64_t i = 0; i < depth; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      block[i * kColumns + j] =
          p.transpose_b ? b[(n0 + j) * p.b_stride + k0 + i] : b[(k0 + i) * p.b_stride + n0 + j];
    }
  }
}

// c[.][n0 ...] += a[.][k0 ...] * block.
template <typename T>
void AddProductOfBlock(const MatMulProblem& p, int64_t k0, int64_t depth, int64_t n0,
                       int64_t columns, const T* block) {
  const T* a = static_cast<const T*>(p.a);
  for (int64_t row = 0; row < p.m; ++row) {
    T* c = static_cast<T*>(p.c) + row * p.c_stride + n0;
    for (int64_t i = 0; i < depth; ++i) {
      const T factor = a[row * p.a_stride + k0 + i];
      const T* line = block + i * kColumns;
      OPGRAFT_INDEPENDENT
      for (int64_t j = 0; j < columns; ++j) c[j] = Plus(c[j], Times(factor, line[j]));
    }
  }
}

// Blocks of b are copied into a buffer that stays in the cache, and used for all rows of a.
template <typename T>
void Product(const MatMulProblem& p) {
  T block[kDepth * kColumns];
  for (int64_t row = 0; row < p.m; ++row) {
    T* c = static_cast<T*>(p.c) + row * p.c_stride;
    for (int64_t j = 0; j < p.n; ++j) c[j] = T{};
  }
  for (int64_t n0 = 0; n0 < p.n; n0 += kColumns) {
    const int64_t columns = p.n - n0 < kColumns ? p.n - n0 : kColumns;
    for (int64_t k0 = 0; k0 < p.k; k0 += kDepth) {
      const int64_t depth = p.k - k0 < kDepth ? p.k - k0 : kDepth;
      CopyBlockOfB(p, k0, depth, n0, columns, block);
      AddProductOfBlock(p, k0, depth, n0, columns, block);
    }
  }
}

}  // namespace

MatMulLoop FindExactMatMulLoop(DataType dtype) {
  switch (AsUnsigned(dtype)) {
    case DT_UINT8:
      return &Product<uint8_t>;
    case DT_UINT16:
      return &Product<uint16_t>;
    case DT_UINT32:
      return &Product<uint32_t>;
    case DT_UINT64:
      return &Product<uint64_t>;
    case DT_COMPLEX64:
      return &Product<Complex<float>>;
    case DT_COMPLEX128:
      return &Product<Complex<double>>;
    default:
      return nullptr;
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

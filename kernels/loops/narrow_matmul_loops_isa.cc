// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Each element of the large matrix meets all rows or columns of the other while it is in a register
// or in the first cache:
//
//   a few rows, b by rows       4 rows of b at a time are added to all rows of c, each by its
//                               elements of a
//   a few rows, b transposed    4 rows of b and some of a give as many dot products
//   a few columns               the same of 4 rows of a and some columns of b, which are turned
#include "kernels/loops/four_sums.h"
#include "kernels/loops/lanes.h"
#include "kernels/loops/narrow_products.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

using Register = Lanes<float>::Register;
using Unaligned = Lanes<float>::Unaligned;
constexpr int64_t kWidth = OPGRAFT_REGISTER_BYTES / sizeof(float);

OPGRAFT_INLINE Register Load(const float* from) {
  return *reinterpret_cast<const Unaligned*>(from);
}
OPGRAFT_INLINE void Store(Register value, float* to) { *reinterpret_cast<Unaligned*>(to) = value; }
constexpr Register kZeros = {};

// --- b by rows ---

constexpr int kDepth = 4;

// A block of c, dense: rows of c itself may lie so that all of them share a few lines of the cache.
struct Block {
  int64_t columns;
  float sums[2048];
};

// sums[.][j] += a[.][i] * b[i][j] + ... + a[.][i + 3] * b[i + 3][j], for two registers of columns.
OPGRAFT_INLINE void AddFourRows(const MatMulProblem& p, const float* a, const float* b,
                                int64_t columns, float* sums) {
  Register rows[kDepth][2];
  OPGRAFT_UNROLLED
  for (int d = 0; d < kDepth; ++d) {
    rows[d][0] = Load(b + d * p.b_stride);
    rows[d][1] = Load(b + d * p.b_stride + kWidth);
  }
  for (int64_t r = 0; r < p.m; ++r, a += p.a_stride, sums += columns) {
    Register low = Load(sums), high = Load(sums + kWidth);
    OPGRAFT_UNROLLED
    for (int d = 0; d < kDepth; ++d) {
      low += a[d] * rows[d][0];
      high += a[d] * rows[d][1];
    }
    Store(low, sums);
    Store(high, sums + kWidth);
  }
}

// The same for `depth` rows of b and the columns from `j` on.
void AddColumns(const MatMulProblem& p, const float* a, const float* b, int64_t depth, int64_t j,
                Block* block) {
  for (int64_t r = 0; r < p.m; ++r, a += p.a_stride) {
    float* const sums = block->sums + r * block->columns;
    for (int64_t d = 0; d < depth; ++d) {
      OPGRAFT_INDEPENDENT
      for (int64_t i = j; i < block->columns; ++i) sums[i] += a[d] * b[d * p.b_stride + i];
    }
  }
}

// The block of c whose first column is `begin`.
void RunBlock(const MatMulProblem& p, int64_t begin, Block* block) {
  const float* const a = static_cast<const float*>(p.a);
  const float* b = static_cast<const float*>(p.b) + begin;
  const int64_t columns = block->columns;
  for (int64_t i = 0; i < p.m * columns; ++i) block->sums[i] = 0;
  int64_t i = 0;
  for (; i + kDepth <= p.k; i += kDepth, b += kDepth * p.b_stride) {
    int64_t j = 0;
    for (; j + 2 * kWidth <= columns; j += 2 * kWidth)
      AddFourRows(p, a + i, b + j, columns, block->sums + j);
    if (j < columns) AddColumns(p, a + i, b, kDepth, j, block);
  }
  AddColumns(p, a + i, b, p.k - i, 0, block);
  for (int64_t r = 0; r < p.m; ++r) {
    float* const c = static_cast<float*>(p.c) + r * p.c_stride + begin;
    for (int64_t j = 0; j < columns; ++j) c[j] = block->sums[r * columns + j];
  }
}

void RunByRows(const MatMulProblem& p) {
  Block block;
  const int64_t fit = static_cast<int64_t>(sizeof(block.sums) / sizeof(float)) / p.m;
  const int64_t most = fit - fit % (2 * kWidth);
  for (int64_t j = 0; j < p.n; j += most) {
    block.columns = p.n - j < most ? p.n - j : most;
    RunBlock(p, j, &block);
  }
}

// --- b transposed ---

OPGRAFT_INLINE Four FoldToFour(Register sums) {
  constexpr int kParts = OPGRAFT_REGISTER_BYTES / 16;
  Four parts[kParts];
  __builtin_memcpy(parts, &sums, sizeof(parts));
  for (int i = 1; i < kParts; ++i) parts[0] += parts[i];
  return parts[0];
}

// The dot products of kRows rows of x with four of y.
template <int kRows>
OPGRAFT_INLINE void Dots(const float* x, int64_t x_stride, const float* y, int64_t y_stride,
                         int64_t n, Four (&dots)[kRows]) {
  Register sums[kRows][4];
  OPGRAFT_UNROLLED
  for (int r = 0; r < kRows; ++r) {
    for (int j = 0; j < 4; ++j) sums[r][j] = kZeros;
  }
  int64_t i = 0;
  for (; i + kWidth <= n; i += kWidth) {
    Register rows[4];
    OPGRAFT_UNROLLED
    for (int j = 0; j < 4; ++j) rows[j] = Load(y + j * y_stride + i);
    OPGRAFT_UNROLLED
    for (int r = 0; r < kRows; ++r) {
      const Register factor = Load(x + r * x_stride + i);
      OPGRAFT_UNROLLED
      for (int j = 0; j < 4; ++j) sums[r][j] += factor * rows[j];
    }
  }
  OPGRAFT_UNROLLED
  for (int r = 0; r < kRows; ++r) {
    dots[r] = SumsOf(FoldToFour(sums[r][0]), FoldToFour(sums[r][1]), FoldToFour(sums[r][2]),
                     FoldToFour(sums[r][3]));
    for (int64_t rest = i; rest < n; ++rest) {
      for (int j = 0; j < 4; ++j) dots[r][j] += x[r * x_stride + rest] * y[j * y_stride + rest];
    }
  }
}

float Dot(const float* x, const float* y, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// As many accumulators as there are registers for.
constexpr int kRowsOfA = OPGRAFT_REGISTER_BYTES == 64 ? 4 : 2;

template <int kRows>
void RowsTimesFour(const MatMulProblem& p, int64_t row, int64_t column) {
  Four dots[kRows];
  Dots<kRows>(static_cast<const float*>(p.a) + row * p.a_stride, p.a_stride,
              static_cast<const float*>(p.b) + column * p.b_stride, p.b_stride, p.k, dots);
  for (int r = 0; r < kRows; ++r)
    __builtin_memcpy(static_cast<float*>(p.c) + (row + r) * p.c_stride + column, &dots[r],
                     sizeof(Four));
}

void RunTransposed(const MatMulProblem& p) {
  int64_t j = 0;
  for (; j + 4 <= p.n; j += 4) {
    int64_t r = 0;
    for (; r + kRowsOfA <= p.m; r += kRowsOfA) RowsTimesFour<kRowsOfA>(p, r, j);
    for (; r < p.m; ++r) RowsTimesFour<1>(p, r, j);
  }
  for (; j < p.n; ++j) {
    const float* const b = static_cast<const float*>(p.b) + j * p.b_stride;
    for (int64_t r = 0; r < p.m; ++r) {
      static_cast<float*>(p.c)[r * p.c_stride + j] =
          Dot(static_cast<const float*>(p.a) + r * p.a_stride, b, p.k);
    }
  }
}

// --- A few columns ---

// Some rows of b, turned: `count` columns of `depth` elements each.
struct TurnedBlock {
  static constexpr int64_t kMostDepth = 1024;
  int64_t begin;
  int64_t depth;
  float columns[8 * kMostDepth];
};

void Turn(const MatMulProblem& p, TurnedBlock* block) {
  const float* b = static_cast<const float*>(p.b) + block->begin * p.b_stride;
  for (int64_t d = 0; d < block->depth; ++d, b += p.b_stride) {
    for (int64_t j = 0; j < p.n; ++j) block->columns[j * block->depth + d] = b[j];
  }
}

// c[row + i][column + r] += the dot products of four rows of a and kColumns of the block.
template <int kColumns>
OPGRAFT_INLINE void AddFourTimesColumns(const MatMulProblem& p, const TurnedBlock& block,
                                        int64_t row, int64_t column) {
  Four dots[kColumns];
  Dots<kColumns>(block.columns + column * block.depth, block.depth,
                 static_cast<const float*>(p.a) + row * p.a_stride + block.begin, p.a_stride,
                 block.depth, dots);
  float* const c = static_cast<float*>(p.c) + row * p.c_stride + column;
  for (int r = 0; r < kColumns; ++r) {
    for (int i = 0; i < 4; ++i) c[i * p.c_stride + r] += dots[r][i];
  }
}

void AddBlock(const MatMulProblem& p, const TurnedBlock& block) {
  int64_t row = 0;
  for (; row + 4 <= p.m; row += 4) {
    int64_t j = 0;
    for (; j + kRowsOfA <= p.n; j += kRowsOfA) AddFourTimesColumns<kRowsOfA>(p, block, row, j);
    for (; j < p.n; ++j) AddFourTimesColumns<1>(p, block, row, j);
  }
  for (; row < p.m; ++row) {
    const float* const a = static_cast<const float*>(p.a) + row * p.a_stride + block.begin;
    for (int64_t j = 0; j < p.n; ++j) {
      static_cast<float*>(p.c)[row * p.c_stride + j] +=
          Dot(a, block.columns + j * block.depth, block.depth);
    }
  }
}

}  // namespace

void FewRowsProduct(const MatMulProblem& problem) {
  problem.transpose_b ? RunTransposed(problem) : RunByRows(problem);
}

void FewColumnsProduct(const MatMulProblem& problem) {
  for (int64_t row = 0; row < problem.m; ++row) {
    float* const c = static_cast<float*>(problem.c) + row * problem.c_stride;
    for (int64_t j = 0; j < problem.n; ++j) c[j] = 0;
  }
  TurnedBlock block;
  for (block.begin = 0; block.begin < problem.k; block.begin += block.depth) {
    const int64_t left = problem.k - block.begin;
    block.depth = left < TurnedBlock::kMostDepth ? left : TurnedBlock::kMostDepth;
    Turn(problem, &block);
    AddBlock(problem, block);
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

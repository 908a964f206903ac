// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_COMPRESSED_LOOPS_H_
#define KERNELS_LOOPS_COMPRESSED_LOOPS_H_

#include <cstdint>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// How weights lie in memory. Of those of 4 bits two lie in a byte, the first in its lower half; a
// row does not begin at a byte of its own. kNf4 is a table of 16 numbers, the quantiles of a normal
// distribution (Dettmers et al., QLoRA, 2023); kHalfNf4 has them rounded to halves, and no
// products.
enum class WeightType { kInt4, kUint4, kNf4, kHalfNf4, kInt8, kUint8, kHalf, kBfloat16 };

// In half bytes.
constexpr int64_t HalfBytes(WeightType type) {
  if (type == WeightType::kHalf || type == WeightType::kBfloat16) return 4;
  return type == WeightType::kInt8 || type == WeightType::kUint8 ? 2 : 1;
}

// Rows of weights: weight k of a row is (what lies there - zero[k / group]) * scale[k / group].
//
// Example: kUint4 with a group of 32, zero 8 and scale 0.5 stores the weight 1 as 10.
struct WeightRows {
  // Where the first row lies.
  const void* weights;
  int64_t rows;
  int64_t columns;
  int64_t group;       // divides `columns`
  const float* scale;  // [rows, columns / group]
  const float* zero;   // the same; null: 0
};

// A vector as the products of a type and group want it; made once for many rows.
struct ArrangedVector {
  const float* x;
  const float* sums;
};

// out[row] = the dot product of x and the row, which is read as it lies.
using CompressedDotLoop = void (*)(const WeightRows& rows, const ArrangedVector& x, float* out);
// `arranged` and `sums` have room for ArrangedSize and SumsSize floats.
using ArrangeLoop = void (*)(const float* x, int64_t columns, int64_t group, float* arranged,
                             float* sums);
// The rows in float, one after the other. `first`: how many weights lie before the first row at
// `weights`, 0 or 1.
using DecompressLoop = void (*)(const WeightRows& rows, int64_t first, float* out);

// The loops of one type of weights; both null if there are none.
struct CompressedLoops {
  CompressedDotLoop dot = nullptr;
  ArrangeLoop arrange = nullptr;
};

// How many floats an ArrangedVector takes, and its sums.
int64_t ArrangedSize(WeightType type, int64_t columns);
int64_t SumsSize(WeightType type, int64_t columns, int64_t group);

// The loops for this machine; null where rows of so many columns and such groups have none: they
// are to be decompressed. Thread-safe.
CompressedLoops FindCompressedLoops(WeightType type, int64_t columns, int64_t group);
DecompressLoop FindDecompressLoop(WeightType type);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_COMPRESSED_LOOPS_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_CAST_FUNCTION_H_
#define KERNELS_ELEMENTWISE_CAST_FUNCTION_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/cast_loops.h"

namespace opgraft_internal {

// The types that can be cast to each other, all pairs: all numbers, bool, and those of 1, 2, 4 and
// 8 bits.
absl::Span<const DataType> CastableTypes();

// The one loop that converts elements from one type to another. Null if their bytes are the same,
// or if there is no such loop: then there is a way by ComputeTypeOf() of both.
loops::CastLoop FindElementCast(DataType from, DataType to);

// The conversion of elements from one type to another. Types without loops of their own go through
// a wider one: half by float, int4 by int8; so a new type needs only one way there and back. A
// value; thread-safe.
//
// Elements of 4 bits or fewer wrap round like other integers; what is not 0 becomes true and 1 of
// u1; complex numbers lose their imaginary part unless they become complex.
class CastFunction {
 public:
  // `truncate` cuts mantissas off instead of rounding them. REQUIRES: both are CastableTypes().
  CastFunction(DataType from, DataType to, bool truncate = false);

  // out[i] = in[i]. `out` and `in` do not overlap.
  void Run(const void* in, void* out, int64_t n) const;

 private:
  struct Stage {
    loops::CastLoop loop;
    int64_t out_size;
  };

  void AddStage(loops::CastLoop loop, DataType to);
  // Adds the stage that cuts mantissas off, between the two types.
  void AddTruncation(DataType type, DataType to);

  // Empty if the bytes are the same.
  absl::InlinedVector<Stage, 4> stages_;
  int64_t in_size_;
  int64_t out_size_;
  // How many elements the stages see for one of the tensor: 2 between complex types.
  int64_t elements_ = 1;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_CAST_FUNCTION_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ARRAY_NON_ZERO_H_
#define KERNELS_ARRAY_NON_ZERO_H_

#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds the elements of a tensor that are not zero, block by block, on several threads: what Where
// and OpenVINO's NonZero do. A value, made for one type of numbers; NaN is not zero, -0 is.
//
// Two passes: Count looks at each block of elements and notes how many there are up to its end, so
// that in Write each block knows where its indices go and threads do not wait for each other.
class NonZeroFinder {
 public:
  explicit NonZeroFinder(DataType dtype);

  // Puts into `*ends` how many there are up to the end of each block, and into `*count` how many in
  // all. RESOURCE_EXHAUSTED.
  absl::Status Count(OpKernelContext* ctx, const Tensor& input, Tensor* ends, int64_t* count) const;
  // Writes index d of the i-th of them to to[i * place_step + d * dim_step], in row-major order.
  // For Index int32_t and int64_t.
  template <typename Index>
  void Write(OpKernelContext* ctx, const Tensor& input, const Tensor& ends, int64_t place_step,
             int64_t dim_step, Index* to) const;

 private:
  using MarkLoop = void (*)(const char* in, int64_t n, uint64_t keep, bool* marks);

  static MarkLoop FindMarkLoop(DataType dtype);
  // How many elements the block has.
  int64_t MarkBlock(const Tensor& input, int64_t block, bool* marks) const;

  const MarkLoop mark_;
  const uint64_t keep_;
  const int64_t element_size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ARRAY_NON_ZERO_H_

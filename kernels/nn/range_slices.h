// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_RANGE_SLICES_H_
#define KERNELS_NN_RANGE_SLICES_H_

#include <algorithm>
#include <cstdint>

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// A tensor seen as [outer, count, inner], each of the slices along an axis with a range of numbers
// of its own; one slice without an axis (-1).
//
// Example: of [2, 3, 4] along axis 1 outer is 2, count is 3 and inner is 4: run 4 of the 6 runs
// belongs to slice 1. Plain data.
struct RangeSlices {
  // INVALID_ARGUMENT if the tensor has no such axis.
  static absl::StatusOr<RangeSlices> Of(const TensorShape& shape, int axis);

  // Ends of ranges: one number, or with an axis a vector with a number for each slice. Else
  // INVALID_ARGUMENT.
  absl::Status CheckEnd(const char* what, const Tensor& end) const;

  // The slice in which the `run`th of the outer * count runs of `inner` elements lies.
  int64_t SliceOf(int64_t run) const { return run % count; }

  // Calls work(slice, begin, end) for elements [begin, end) of one slice each, all of them, on
  // several threads where they pay. `unit_ns` is about the nanoseconds of an element.
  template <typename Work>
  void ForEachPiece(OpKernelContext* context, double unit_ns, const Work& work) const {
    ShardElements(context, outer * count * inner, unit_ns, [&](int64_t begin, int64_t end) {
      while (begin < end) {
        const int64_t run = begin / inner;
        const int64_t run_end = std::min(end, (run + 1) * inner);
        work(SliceOf(run), begin, run_end);
        begin = run_end;
      }
    });
  }

  bool has_axis = false;
  int64_t outer = 1;
  int64_t count = 1;
  int64_t inner = 1;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_RANGE_SLICES_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_BROADCAST_H_
#define KERNELS_ELEMENTWISE_BROADCAST_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/odometer.h"

namespace opgraft_internal {

// How the elements of up to three operands meet, by NumPy's rules: shapes are aligned at their last
// dimensions, and a dimension of 1 meets every element of the others.
//
// Dimensions that move together are joined, so that what is left is many equal *runs*: in a run
// each operand either goes on element by element or stands still. Knows shapes only: one piece of
// code for all types. Thread-compatible; const uses are thread-safe.
//
// Example: [4,1,3] and [5,1] have the output shape [4,5,3]. The last dimension is a run of 3 in
// which the first operand moves and the second stands still; there are 20 runs.
class Broadcast {
 public:
  static constexpr int kMaxOperands = 3;

  // False if the shapes do not fit each other. REQUIRES: at most kMaxOperands.
  bool Init(absl::Span<const TensorShape* const> shapes);

  // Of all operands together; may be not IsValid() when its product is too large.
  const TensorShape& output_shape() const { return output_shape_; }
  // Elements of a run, and how many runs the output has.
  int64_t run_length() const { return run_.size; }
  int64_t num_runs() const { return num_runs_; }
  // False if the operand stands still in a run.
  bool moves(int operand) const { return run_.strides[operand] != 0; }

  // Calls visit(output offset, offset of each operand) for the runs [begin, end).
  template <typename Visit>
  void ForEachRun(int64_t begin, int64_t end, Visit visit) const {
    Odometer<kMaxOperands> odometer(outer_, begin);
    for (int64_t run = begin; run < end; ++run) {
      const int64_t offsets[kMaxOperands] = {odometer.offset(0), odometer.offset(1),
                                             odometer.offset(2)};
      visit(run * run_.size, offsets);
      odometer.Next();
    }
  }

  // Copies an operand's elements to where they are needed: `to` has the output's shape.
  template <typename T>
  void Spread(int operand, const T* from, T* to) const {
    const int64_t step = moves(operand) ? 1 : 0;
    ForEachRun(0, num_runs(), [&](int64_t offset, const int64_t* offsets) {
      for (int64_t i = 0; i < run_length(); ++i) to[offset + i] = from[offsets[operand] + i * step];
    });
  }

 private:
  using Dim = OdometerDim<kMaxOperands>;

  // Adds a dimension in front, or makes the one behind it longer if they move together.
  void AppendOuterDim(const Dim& dim);

  TensorShape output_shape_;
  Dim run_ = {1, {1, 1, 1}};
  absl::InlinedVector<Dim, 4> outer_;  // from the outermost on
  int64_t num_runs_ = 1;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_BROADCAST_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_REDUCTION_PLAN_H_
#define KERNELS_MATH_REDUCTION_PLAN_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "kernels/elementwise/odometer.h"

namespace opgraft_internal {

// Which elements of an input are reduced into which element of the output. Neighbouring dimensions
// of one kind are joined and those of size 1 dropped, so what remains alternates between kept and
// reduced ones. For example, reducing [2,3,1,4,5] over axes 1 and 3 keeps 2, reduces 3, reduces 4
// and keeps 5: the plan is kept 2, reduced 12, kept 5. A value once made; thread-compatible.
class ReductionPlan {
 public:
  using Dims = absl::InlinedVector<OdometerDim<1>, 4>;

  // `axes` is a tensor of int32 or int64. INVALID_ARGUMENT for an axis out of range, or given
  // twice. `parts`: 2 if each element is two numbers that are reduced apart (complex), else 1.
  absl::Status Init(const TensorShape& input, const Tensor& axes, bool keep_dims, int parts);

  const TensorShape& output_shape() const { return output_shape_; }
  int64_t num_outputs() const { return num_outputs_; }  // numbers, not elements
  int64_t num_reduced() const { return num_reduced_; }  // into one output

  // The dimensions with their steps in the input, outermost first; the innermost of all is not
  // among them.
  const Dims& kept() const { return kept_; }
  const Dims& reduced() const { return reduced_; }
  // The innermost dimension, whose elements follow each other.
  bool inner_is_reduced() const { return inner_is_reduced_; }
  int64_t inner_size() const { return inner_size_; }

 private:
  using Flags = absl::InlinedVector<bool, 8>;

  static absl::Status ReadAxes(const TensorShape& input, const Tensor& axes, Flags* reduce);
  void JoinDims(const TensorShape& input, const Flags& reduce, int parts);

  TensorShape output_shape_;
  int64_t num_outputs_ = 1;
  int64_t num_reduced_ = 1;
  Dims kept_;
  Dims reduced_;
  bool inner_is_reduced_ = false;
  int64_t inner_size_ = 1;
};

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_REDUCTION_PLAN_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/math/reduction_plan.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"

namespace opgraft_internal {

absl::Status ReductionPlan::ReadAxes(const TensorShape& input, const Tensor& axes, Flags* reduce) {
  const int rank = input.dims();
  reduce->assign(static_cast<size_t>(rank), false);
  for (int64_t i = 0; i < axes.NumElements(); ++i) {
    const int64_t axis = IndexAt(axes, i);
    if (axis < -rank || axis >= rank) {
      return absl::InvalidArgumentError(absl::StrCat("Invalid reduction dimension (", axis,
                                                     " for input with ", rank, " dimension(s)"));
    }
    const int64_t dim = axis < 0 ? axis + rank : axis;
    bool& flag = (*reduce)[static_cast<size_t>(dim)];
    if (flag) {
      return absl::InvalidArgumentError(
          absl::StrCat("Invalid reduction arguments: Axes contains duplicate dimension: ", dim));
    }
    flag = true;
  }
  return absl::OkStatus();
}

absl::Status ReductionPlan::Init(const TensorShape& input, const Tensor& axes, bool keep_dims,
                                 int parts) {
  Flags reduce;
  absl::Status status = ReadAxes(input, axes, &reduce);
  if (!status.ok()) return status;
  absl::InlinedVector<int64_t, 8> sizes;
  num_outputs_ = parts;
  for (int d = 0; d < input.dims(); ++d) {
    const int64_t size = input.dim_size(d);
    if (!reduce[static_cast<size_t>(d)]) {
      sizes.push_back(size);
      num_outputs_ *= size;
    } else {
      num_reduced_ *= size;
      if (keep_dims) sizes.push_back(1);
    }
  }
  output_shape_ = TensorShape(absl::MakeConstSpan(sizes));
  if (num_outputs_ != 0 && num_reduced_ != 0) JoinDims(input, reduce, parts);
  return absl::OkStatus();
}

void ReductionPlan::JoinDims(const TensorShape& input, const Flags& reduce, int parts) {
  // From the innermost on; the first one taken is the inner dimension.
  inner_size_ = parts;
  bool outer_begun = false;
  bool last_is_reduced = false;
  int64_t step = parts;
  for (int d = input.dims() - 1; d >= 0; --d) {
    const int64_t size = input.dim_size(d);
    const bool is_reduced = reduce[static_cast<size_t>(d)];
    if (size == 1) continue;
    if (inner_size_ == 1) inner_is_reduced_ = is_reduced;
    Dims& dims = is_reduced ? reduced_ : kept_;
    if (!outer_begun && is_reduced == inner_is_reduced_) {
      inner_size_ *= size;
    } else if (outer_begun && is_reduced == last_is_reduced) {
      dims.back().size *= size;
    } else {
      dims.push_back({size, {step}});
      outer_begun = true;
    }
    last_is_reduced = is_reduced;
    step *= size;
  }
  std::reverse(kept_.begin(), kept_.end());
  std::reverse(reduced_.begin(), reduced_.end());
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/ctc/ctc_inputs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::Status ReadCtcInputs(const Tensor& inputs, const Tensor& sequence_length, CtcInputs* ctc) {
  if (inputs.dims() != 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("inputs is not a 3-Tensor: its shape is ", inputs.shape().DebugString()));
  }
  if (inputs.NumElements() == 0) return absl::InvalidArgumentError("inputs must not be empty");
  if (sequence_length.dims() != 1)
    return absl::InvalidArgumentError("sequence_length is not a vector");
  ctc->time = inputs.dim_size(0);
  ctc->batch = inputs.dim_size(1);
  ctc->classes = inputs.dim_size(2);
  ctc->steps = static_cast<const int32_t*>(sequence_length.data());
  if (sequence_length.dim_size(0) != ctc->batch) {
    return absl::FailedPreconditionError(absl::StrCat(
        "len(sequence_length) != batch_size: ", sequence_length.dim_size(0), " and ", ctc->batch));
  }
  for (int64_t b = 0; b < ctc->batch; ++b) {
    if (ctc->steps[b] <= ctc->time) continue;
    return absl::FailedPreconditionError(absl::StrCat("sequence_length(", b, ") <= ", ctc->time,
                                                      " does not hold: it is ", ctc->steps[b]));
  }
  return absl::OkStatus();
}

absl::Status SetDecoded(OpKernelContext* context, const std::vector<std::vector<int64_t>>& labels,
                        int first, int step) {
  int64_t count = 0, longest = 0;
  for (const auto& sequence : labels) {
    count += static_cast<int64_t>(sequence.size());
    longest = std::max(longest, static_cast<int64_t>(sequence.size()));
  }
  Tensor* indices = nullptr;
  Tensor* values = nullptr;
  Tensor* shape = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(first, TensorShape({count, 2}), &indices));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(first + step, TensorShape({count}), &values));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(first + 2 * step, TensorShape({2}), &shape));
  int64_t* index = static_cast<int64_t*>(indices->data());
  int64_t* value = static_cast<int64_t*>(values->data());
  for (size_t b = 0; b < labels.size(); ++b) {
    for (size_t i = 0; i < labels[b].size(); ++i) {
      *index++ = static_cast<int64_t>(b);
      *index++ = static_cast<int64_t>(i);
    }
    value = std::copy(labels[b].begin(), labels[b].end(), value);
  }
  static_cast<int64_t*>(shape->data())[0] = static_cast<int64_t>(labels.size());
  static_cast<int64_t*>(shape->data())[1] = longest;
  return absl::OkStatus();
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/quantized_range.h"

#include "framework/types/status_macros.h"

namespace opgraft_internal {

absl::StatusOr<QuantizedRange> ScalarRange(const OpKernelContext* context, int min_input) {
  for (const int i : {min_input, min_input + 1}) {
    const Tensor& end = context->input(i);
    if (end.NumElements() == 1) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(i == min_input ? "the range's minimum" : "the range's maximum",
                     " must be a scalar, not of shape ", end.shape().DebugString()));
  }
  return QuantizedRange{*static_cast<const float*>(context->input(min_input).data()),
                        *static_cast<const float*>(context->input(min_input + 1).data())};
}

absl::StatusOr<QuantizedRange> ProperRange(const OpKernelContext* context, int min_input) {
  OPGRAFT_ASSIGN_OR_RETURN(const QuantizedRange range, ScalarRange(context, min_input));
  if (range.max > range.min && std::isfinite(range.max - range.min)) return range;
  return absl::InvalidArgumentError(
      absl::StrCat("a range of quantized numbers must be finite and "
                   "not empty, got ",
                   range.min, " to ", range.max));
}

absl::Status SetRange(OpKernelContext* context, int min_output, const QuantizedRange& range) {
  const float ends[] = {range.min, range.max};
  for (int i = 0; i < 2; ++i) {
    Tensor* end = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(min_output + i, TensorShape(), &end));
    *static_cast<float*>(end->data()) = ends[i];
  }
  return absl::OkStatus();
}

absl::StatusOr<QuantizedRange> NudgedRange(const QuantizedRange& given, float minimum) {
  if (!(given.max >= given.min)) {
    return absl::InvalidArgumentError("input_max_range must be larger than input_min_range.");
  }
  const float least = std::max({1.0f, std::fabs(given.min), std::fabs(given.max)}) * minimum;
  const float min = std::min(0.0f, given.min);
  return QuantizedRange{min, std::max(0.0f, std::max(given.max, min + least))};
}

}  // namespace opgraft_internal

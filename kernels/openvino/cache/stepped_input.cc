// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/cache/stepped_input.h"

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {

absl::StatusOr<SteppedInput> SteppedInput::Of(const Tensor& input, DataType type) {
  if (input.dtype() == type)
    return SteppedInput{type, input.shape(), input.data(), RowMajorSteps(input.shape().sizes())};
  const GrowingTensor* const cache = FindGrowingTensor(input);
  if (cache != nullptr && cache->dtype() == type) return OfCache(*cache);
  return absl::InvalidArgumentError(
      absl::StrCat("an input holds no cache of ", DataTypeString(type)));
}

SteppedInput SteppedInput::OfCache(const GrowingTensor& cache) {
  SteppedInput input = {cache.dtype(), cache.shape(), cache.data(),
                        RowMajorSteps(cache.shape().sizes())};
  for (int d = cache.axis(); d-- > 0;) {
    const int64_t rows = d + 1 == cache.axis() ? cache.rows_apart() : cache.shape().dim_size(d + 1);
    input.steps[static_cast<size_t>(d)] = rows * input.steps[static_cast<size_t>(d) + 1];
  }
  return input;
}

const void* SteppedInput::At(int64_t offset) const {
  return static_cast<const char*>(data) + offset * ElementSize(dtype);
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/gather_slices.h"

#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// How long the strings of the output are together.
absl::Status CheckText(const Tensor& params, const Tensor& targets, int64_t length) {
  TextBudget budget;
  if (params.dtype() != DT_STRING) return budget.Check();
  const tstring* const texts = static_cast<const tstring*>(params.data());
  const auto* const target = static_cast<const int64_t*>(targets.data());
  for (int64_t t = 0; t < targets.NumElements(); ++t) {
    for (int64_t i = 0; target[t] >= 0 && i < length; ++i)
      budget.Add(static_cast<int64_t>(texts[target[t] * length + i].size()));
  }
  return budget.Check();
}

}  // namespace

absl::Status GatherSlices(OpKernelContext* ctx, const Tensor& params, const Tensor& targets,
                          int64_t slice_length, Tensor* output) {
  OPGRAFT_RETURN_IF_ERROR(CheckText(params, targets, slice_length));
  const char* const from = static_cast<const char*>(params.data());
  const int64_t* const target = static_cast<const int64_t*>(targets.data());
  WithRuns(params.dtype(), slice_length, [&](auto elements, int64_t length) {
    using E = decltype(elements);
    const int64_t bytes = length * E::kSize;
    char* const to = static_cast<char*>(output->data());
    ShardElements(ctx, targets.NumElements(), 2 + static_cast<double>(bytes) / 8,
                  [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                      char* const place = to + i * bytes;
                      if (target[i] < 0) {
                        E::ClearRun(place, length);
                      } else if (length == 1) {
                        E::CopyOne(from + target[i] * bytes, place);
                      } else {
                        E::CopyRun(from + target[i] * bytes, place, length);
                      }
                    }
                  });
  });
  return absl::OkStatus();
}

}  // namespace opgraft_internal

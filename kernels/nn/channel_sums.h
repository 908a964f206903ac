// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_CHANNEL_SUMS_H_
#define KERNELS_NN_CHANNEL_SUMS_H_

#include <algorithm>
#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// sums[c] = sum over rows of term(row * channels + c, c), for each of the channels. Blocks of rows
// are added up alone and then in order, so that the result does not depend on threads. `sums` has
// room for `channels` numbers. RESOURCE_EXHAUSTED beyond memory or its limits.
//
// Example: the sums of the channels of images of floats x.
//
//     SumOverRows(context, rows, channels,
//                 [=](int64_t i, int64_t) { return static_cast<double>(x[i]); }, sums.data());
template <typename Term>
absl::Status SumOverRows(OpKernelContext* context, int64_t rows, int64_t channels, const Term& term,
                         double* sums) {
  constexpr int64_t kBlock = 512;
  const int64_t blocks = (rows + kBlock - 1) / kBlock;
  Tensor scratch;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(DT_DOUBLE, TensorShape({blocks, channels}), &scratch));
  double* partial = static_cast<double*>(scratch.data());
  ShardElements(context, blocks, static_cast<double>(kBlock * channels),
                [&](int64_t begin, int64_t end) {
                  for (int64_t block = begin; block < end; ++block) {
                    double* own = partial + block * channels;
                    std::fill(own, own + channels, 0.0);
                    const int64_t last = std::min(rows, (block + 1) * kBlock);
                    for (int64_t row = block * kBlock; row < last; ++row) {
                      for (int64_t c = 0; c < channels; ++c) own[c] += term(row * channels + c, c);
                    }
                  }
                });
  std::fill(sums, sums + channels, 0.0);
  for (int64_t block = 0; block < blocks; ++block) {
    for (int64_t c = 0; c < channels; ++c) sums[c] += partial[block * channels + c];
  }
  return absl::OkStatus();
}

// Calls work(element, channel) for all elements, on several threads.
//
// Example: ForEachOfRows(context, rows, channels, [=](int64_t i, int64_t c) { y[i] = x[i] *
// scale[c]; }).
template <typename Work>
void ForEachOfRows(OpKernelContext* context, int64_t rows, int64_t channels, const Work& work) {
  ShardElements(context, rows, 1 + 0.6 * static_cast<double>(channels),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end; ++row) {
                    for (int64_t c = 0; c < channels; ++c) work(row * channels + c, c);
                  }
                });
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_CHANNEL_SUMS_H_

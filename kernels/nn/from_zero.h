// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_FROM_ZERO_H_
#define KERNELS_NN_FROM_ZERO_H_

#include <algorithm>
#include <cstdint>

#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {

// Makes `*to` a temporary of int32: integers less the one that stands for 0. RESOURCE_EXHAUSTED.
//
// Example: of quint8 [0, 255] over the range [-1, 1], where 128 stands for 0, 130 becomes 2.
template <typename Integer>
absl::Status FromZero(OpKernelContext* context, const Tensor& from, const QuantizedRange& range,
                      Tensor* to) {
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_INT32, from.shape(), to));
  // 0 may be far outside of the range.
  constexpr double kMax = 1 << 30;
  const int32_t zero =
      static_cast<int32_t>(std::min(std::max(WantedLevel<Integer>(0.0f, range), -kMax), kMax));
  constexpr double kIntegerNs = 1;
  const Integer* const in = static_cast<const Integer*>(from.data());
  int32_t* const out = static_cast<int32_t*>(to->data());
  ShardElements(context, from.NumElements(), kIntegerNs, [=](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) out[i] = in[i] - zero;
  });
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // KERNELS_NN_FROM_ZERO_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/array/long_indices.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"

namespace opgraft_internal {

absl::Status AsLongs(OpKernelContext* ctx, const Tensor& tensor, Tensor* longs) {
  if (tensor.dtype() == DT_INT64) {
    *longs = tensor;
    return absl::OkStatus();
  }
  if (!IsIntegerTensor(tensor)) return absl::InvalidArgumentError("indices must be whole numbers");
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, tensor.shape(), longs));
  int64_t* const to = static_cast<int64_t*>(longs->data());
  VisitType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>) {
      const T* const from = static_cast<const T*>(tensor.data());
      for (int64_t i = 0; i < tensor.NumElements(); ++i) {
        if constexpr (std::is_same_v<T, uint64_t>) {
          to[i] = static_cast<int64_t>(
              std::min<uint64_t>(from[i], std::numeric_limits<int64_t>::max()));
        } else {
          to[i] = from[i];
        }
      }
    }
  });
  return absl::OkStatus();
}

absl::Status ResolveIndices(OpKernelContext* ctx, const Tensor& indices, int64_t size,
                            bool may_wrap, Tensor* longs) {
  Tensor raw;
  OPGRAFT_RETURN_IF_ERROR(AsLongs(ctx, indices, &raw));
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, indices.shape(), longs));
  const int64_t* const from = static_cast<const int64_t*>(raw.data());
  int64_t* const to = static_cast<int64_t*>(longs->data());
  for (int64_t i = 0; i < indices.NumElements(); ++i) {
    to[i] = from[i] < 0 && may_wrap ? from[i] + size : from[i];
    if (to[i] >= 0 && to[i] < size) continue;
    return absl::InvalidArgumentError(absl::StrCat("index ", i, " is ", from[i],
                                                   ", which is not in [", may_wrap ? -size : 0,
                                                   ", ", size, ")"));
  }
  return absl::OkStatus();
}

absl::Status FindParts(OpKernelContext* ctx, const Tensor& indices, absl::Span<const int64_t> sizes,
                       int64_t batches, Tensor* targets) {
  Tensor raw;
  OPGRAFT_RETURN_IF_ERROR(AsLongs(ctx, indices, &raw));
  int64_t rows = 1;
  for (int d = 0; d + 1 < indices.dims(); ++d) {
    if (__builtin_mul_overflow(rows, indices.dim_size(d), &rows))
      return absl::InvalidArgumentError("indices has too many rows");
  }
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({rows}), targets));
  const int64_t* row = static_cast<const int64_t*>(raw.data());
  int64_t* const target = static_cast<int64_t*>(targets->data());
  for (int64_t i = 0; i < rows; ++i, row += sizes.size()) {
    target[i] = i / (rows / batches);
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t index = row[d] < 0 ? row[d] + sizes[d] : row[d];
      if (index < 0 || index >= sizes[d]) {
        return absl::InvalidArgumentError(
            absl::StrCat("row ", i, " of indices, [", absl::StrJoin(row, row + sizes.size(), ", "),
                         "], does not index into shape [", absl::StrJoin(sizes, ","), ",...]"));
      }
      target[i] = target[i] * sizes[d] + index;
    }
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal

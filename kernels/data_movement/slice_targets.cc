// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/slice_targets.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft_internal {
namespace {

// The number of the slice that a row names; -1 if it is out of range.
template <typename Index>
int64_t FindTarget(const Index* row, absl::Span<const int64_t> sizes) {
  int64_t target = 0;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t index = static_cast<int64_t>(row[d]);
    if (index < 0 || index >= sizes[d]) return -1;
    target = target * sizes[d] + index;
  }
  return target;
}

template <typename Index>
absl::Status BadIndex(const Index* row, int64_t number, absl::Span<const int64_t> sizes) {
  return absl::InvalidArgumentError(
      absl::StrCat("indices[", number, "] = [", absl::StrJoin(row, row + sizes.size(), ", "),
                   "] does not index into shape [", absl::StrJoin(sizes, ","), ",...]"));
}

template <typename Index>
absl::Status FindAll(const Tensor& indices, absl::Span<const int64_t> sizes, bool ignores_bad,
                     Tensor* targets) {
  const Index* row = static_cast<const Index*>(indices.data());
  int64_t* const target = static_cast<int64_t*>(targets->data());
  const int64_t rows = targets->NumElements();
  for (int64_t i = 0; i < rows; ++i, row += sizes.size()) {
    target[i] = FindTarget(row, sizes);
    if (target[i] < 0 && !ignores_bad) return BadIndex(row, i, sizes);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadIgnoresBadIndices(OpKernelConstruction* ctx, bool* ignores) {
  std::string policy;
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("bad_indices_policy", &policy));
  *ignores = policy == "IGNORE";
  if (*ignores || policy.empty() || policy == "DEFAULT" || policy == "ERROR")
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("bad_indices_policy must be DEFAULT, ERROR or IGNORE, not '", policy, "'"));
}

absl::Status FindSliceTargets(OpKernelContext* ctx, const Tensor& indices,
                              absl::Span<const int64_t> sizes, bool ignores_bad, Tensor* targets) {
  int64_t rows = 1;
  for (int d = 0; d + 1 < indices.dims(); ++d) {
    if (__builtin_mul_overflow(rows, indices.dim_size(d), &rows))
      return absl::InvalidArgumentError("indices has too many rows");
  }
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({rows}), targets));
  if (indices.dtype() == DT_INT64) return FindAll<int64_t>(indices, sizes, ignores_bad, targets);
  if (indices.dtype() == DT_INT32) return FindAll<int32_t>(indices, sizes, ignores_bad, targets);
  if (indices.dtype() == DT_UINT16) return FindAll<uint16_t>(indices, sizes, ignores_bad, targets);
  return FindAll<int16_t>(indices, sizes, ignores_bad, targets);
}

}  // namespace opgraft_internal

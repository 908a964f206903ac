// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/sparse/sparse_union.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

SparseUnion::SparseUnion(const int64_t* a_indices, int64_t a_count, const int64_t* b_indices,
                         int64_t b_count, int rank) {
  int64_t i = 0, j = 0;
  while (i < a_count || j < b_count) {
    int order = 0;
    if (j == b_count) {
      order = -1;
    } else if (i == a_count) {
      order = 1;
    } else {
      order = CompareIndices(a_indices + i * rank, b_indices + j * rank, rank);
    }
    a.push_back(order <= 0 ? i++ : -1);
    b.push_back(order >= 0 ? j++ : -1);
  }
}

absl::Status ReadSparsePair(OpKernelContext* context, SparseView* a, SparseView* b) {
  OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, 0, "a", a));
  OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, 3, "b", b));
  if (a->sizes == b->sizes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Operands' shapes do not match: got [",
                                                 absl::StrJoin(a->sizes, ","), "] and [",
                                                 absl::StrJoin(b->sizes, ","), "]"));
}

void PickOrZero(DataType dtype, const void* in, absl::Span<const int64_t> places, void* out) {
  const size_t size = static_cast<size_t>(DataTypeSize(dtype));
  const char* const from = static_cast<const char*>(in);
  char* to = static_cast<char*>(out);
  for (const int64_t place : places) {
    if (place < 0) {
      std::memset(to, 0, size);
    } else {
      std::memcpy(to, from + static_cast<size_t>(place) * size, size);
    }
    to += size;
  }
}

void PickUnionIndices(const SparseUnion& merged, const SparseView& a, const SparseView& b,
                      absl::Span<const int64_t> picked, int64_t* out) {
  for (const int64_t place : picked) {
    const size_t k = static_cast<size_t>(place);
    const int64_t* const from = merged.a[k] >= 0 ? a.At(merged.a[k]) : b.At(merged.b[k]);
    out = std::copy_n(from, a.rank, out);
  }
}

}  // namespace opgraft_internal

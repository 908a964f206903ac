// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/sparse/sparse_view.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"

namespace opgraft_internal {
namespace {

std::string TextOf(const int64_t* index, int rank) {
  return absl::StrCat("[", absl::StrJoin(index, index + rank, ","), "]");
}

}  // namespace

absl::Status ReadSparse(const Tensor& indices, const Tensor& values, const Tensor& shape,
                        absl::string_view name, SparseView* view) {
  if (indices.dims() != 2 || values.dims() != 1 || shape.dims() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Sparse tensor ", name, " must have a matrix of indices, a vector of values and a vector ",
        "as its shape, got ", indices.shape().DebugString(), ", ", values.shape().DebugString(),
        " and ", shape.shape().DebugString()));
  }
  if (indices.dim_size(0) != values.dim_size(0) || indices.dim_size(1) != shape.dim_size(0)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Sparse tensor ", name, " has indices of shape ", indices.shape().DebugString(), ", but ",
        values.dim_size(0), " values and ", shape.dim_size(0), " dimensions"));
  }
  view->indices = static_cast<const int64_t*>(indices.data());
  view->values = &values;
  view->count = indices.dim_size(0);
  view->rank = static_cast<int>(std::min<int64_t>(shape.dim_size(0), TensorShape::kMaxDims + 1));
  const int64_t* const sizes = static_cast<const int64_t*>(shape.data());
  view->sizes.assign(sizes, sizes + view->rank);
  TensorShape dense;
  const absl::Status valid = TensorShape::BuildTensorShape(view->sizes, &dense);
  if (valid.ok()) return valid;
  return absl::InvalidArgumentError(
      absl::StrCat("Sparse tensor ", name, " has no valid shape: ", valid.message()));
}

absl::Status ReadSparseInputs(OpKernelContext* context, int first, absl::string_view name,
                              SparseView* view) {
  return ReadSparse(context->input(first), context->input(first + 1), context->input(first + 2),
                    name, view);
}

absl::Status CheckSparseBounds(const SparseView& view) {
  for (int64_t i = 0; i < view.count; ++i) {
    const int64_t* const index = view.At(i);
    for (int d = 0; d < view.rank; ++d) {
      if (index[d] >= 0 && index[d] < view.sizes[static_cast<size_t>(d)]) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("indices[", i, "] = ", TextOf(index, view.rank),
                       " is out of bounds: the shape is [", absl::StrJoin(view.sizes, ","), "]"));
    }
  }
  return absl::OkStatus();
}

int CompareIndices(const int64_t* a, const int64_t* b, int rank) {
  for (int d = 0; d < rank; ++d) {
    if (a[d] != b[d]) return a[d] < b[d] ? -1 : 1;
  }
  return 0;
}

absl::Status CheckSparseOrder(const SparseView& view) {
  for (int64_t i = 1; i < view.count; ++i) {
    const int order = CompareIndices(view.At(i - 1), view.At(i), view.rank);
    if (order < 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "indices[", i, "] = ", TextOf(view.At(i), view.rank),
        order == 0 ? " is repeated" : " is out of order; SparseReorder puts them in order"));
  }
  return absl::OkStatus();
}

absl::InlinedVector<int64_t, 4> RowMajorOrder(const int64_t* indices, int64_t count, int rank) {
  const auto before = [indices, rank](int64_t a, int64_t b) {
    return CompareIndices(indices + a * rank, indices + b * rank, rank) < 0;
  };
  bool sorted = true;
  for (int64_t i = 1; sorted && i < count; ++i) sorted = !before(i, i - 1);
  absl::InlinedVector<int64_t, 4> order;
  if (sorted) return order;
  order.resize(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), before);
  return order;
}

void PickElements(DataType dtype, const void* in, absl::Span<const int64_t> order, void* out) {
  WithElements(dtype, [&](auto elements) {
    using E = decltype(elements);
    const char* const from = static_cast<const char*>(in);
    char* to = static_cast<char*>(out);
    for (const int64_t i : order) {
      E::CopyOne(from + i * E::kSize, to);
      to += E::kSize;
    }
  });
}

void PickIndices(const int64_t* in, int rank, absl::Span<const int64_t> order, int64_t* out) {
  for (const int64_t i : order) out = std::copy_n(in + i * rank, rank, out);
}

absl::Status SetVectorOutput(OpKernelContext* context, int index,
                             absl::Span<const int64_t> values) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_output(index, TensorShape({static_cast<int64_t>(values.size())}), &output));
  std::copy(values.begin(), values.end(), static_cast<int64_t*>(output->data()));
  return absl::OkStatus();
}

SparseSizes StepsOf(absl::Span<const int64_t> sizes) {
  SparseSizes steps(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;) steps[d - 1] = steps[d] * std::max<int64_t>(sizes[d], 1);
  return steps;
}

}  // namespace opgraft_internal

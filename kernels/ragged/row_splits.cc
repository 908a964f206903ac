// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/ragged/row_splits.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

namespace {

absl::Status ReadAscending(const Tensor& tensor, RowSplits* splits) {
  if (tensor.dims() != 1 || tensor.NumElements() == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Row splits must be a vector with at least one element, got shape ",
                     tensor.shape().DebugString()));
  }
  *splits = IndicesOf(tensor);
  for (size_t i = 1; i < splits->size(); ++i) {
    if ((*splits)[i - 1] <= (*splits)[i]) continue;
    return absl::InvalidArgumentError(absl::StrCat("Ragged splits must be in ascending order, got ",
                                                   (*splits)[i - 1], " before ", (*splits)[i]));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadRowSplits(const Tensor& tensor, int64_t size, RowSplits* splits) {
  OPGRAFT_RETURN_IF_ERROR(ReadAscending(tensor, splits));
  if (splits->front() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("First value of ragged splits must be 0, got ", splits->front()));
  }
  if (size < 0 || splits->back() == size) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Final value of ragged splits must match the length of the values: got ",
                   splits->back(), " for ", size));
}

absl::Status ReadLooseRowSplits(const Tensor& tensor, int64_t size, RowSplits* splits) {
  OPGRAFT_RETURN_IF_ERROR(ReadAscending(tensor, splits));
  if (splits->front() >= 0 && splits->back() <= size) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Ragged splits must stay within [0, ", size,
                                                 "], got ", splits->front(), " and ",
                                                 splits->back()));
}

absl::Status ReadNestedSplits(OpKernelContext* context, int count, const Tensor& values,
                              std::vector<RowSplits>* nested,
                              absl::Status (*read)(const Tensor&, int64_t, RowSplits*)) {
  if (values.dims() == 0)
    return absl::InvalidArgumentError("the values of a ragged tensor must not be a scalar");
  nested->resize(static_cast<size_t>(count));
  int64_t size = values.dim_size(0);
  for (int i = count - 1; i >= 0; --i) {
    RowSplits* const splits = &(*nested)[static_cast<size_t>(i)];
    OPGRAFT_RETURN_IF_ERROR(read(context->input(i), size, splits));
    size = RowCount(*splits);
  }
  return absl::OkStatus();
}

absl::Status SetIndexOutput(OpKernelContext* context, int index,
                            const std::vector<int64_t>& values) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_output(index, TensorShape({static_cast<int64_t>(values.size())}), &output));
  if (output->dtype() == DT_INT64) {
    std::copy(values.begin(), values.end(), static_cast<int64_t*>(output->data()));
    return absl::OkStatus();
  }
  int32_t* to = static_cast<int32_t*>(output->data());
  for (const int64_t value : values) {
    if (value > std::numeric_limits<int32_t>::max() || value < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Row split ", value, " does not fit into int32: use int64 splits"));
    }
    *to++ = static_cast<int32_t>(value);
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/one_hot.h"

#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

absl::Status CheckText(const Tensor& on, int64_t places, const Tensor& off, int64_t elements) {
  TextBudget budget;
  if (on.dtype() == DT_STRING) {
    budget.Add(static_cast<int64_t>(on.scalar<tstring>()().size()), places);
    budget.Add(static_cast<int64_t>(off.scalar<tstring>()().size()), elements);
  }
  return budget.Check();
}

}  // namespace

absl::Status WriteOneHot(OpKernelContext* ctx, int64_t depth, int axis, bool wraps) {
  const Tensor& indices = ctx->input(0);
  const Tensor& off = ctx->input(3);
  TensorShape shape = indices.shape();
  OPGRAFT_RETURN_IF_ERROR(shape.InsertDimWithStatus(axis, depth));
  OPGRAFT_RETURN_IF_ERROR(
      CheckText(ctx->input(2), indices.NumElements(), off, shape.num_elements()));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  StridedCopy({{shape.num_elements(), 0, 1}})
      .Run(off.dtype(), off.data(), output->data(), ctx->device());
  const int64_t inner = ProductOf(indices.shape().sizes(), axis, indices.dims());
  const char* const on = static_cast<const char*>(ctx->input(2).data());
  char* const to = static_cast<char*>(output->data());
  ShardElements(ctx, indices.NumElements(), 4, [&](int64_t begin, int64_t end) {
    WithElements(output->dtype(), [&](auto elements) {
      using E = decltype(elements);
      for (int64_t i = begin; i < end; ++i) {
        const int64_t index = IntegerAt(indices, i);
        const int64_t place = index < 0 && wraps ? index + depth : index;
        if (place < 0 || place >= depth) continue;
        E::CopyOne(on, to + ((i / inner * depth + place) * inner + i % inner) * E::kSize);
      }
    });
  });
  return absl::OkStatus();
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/permute.h"

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {

absl::Status Permute(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> sizes,
                     absl::Span<const int64_t> order, const TensorShape& shape) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  if (input.NumElements() == 0 && shape.num_elements() == 0) return absl::OkStatus();
  const int64_t elements = ProductOf(sizes, 0, static_cast<int>(sizes.size()));
  if (elements != input.NumElements() || elements != shape.num_elements()) {
    return absl::InternalError(absl::StrCat("a kernel moves ", elements, " of ",
                                            input.NumElements(), " elements to ",
                                            shape.num_elements()));
  }
  const auto input_steps = RowMajorSteps(sizes);
  absl::InlinedVector<CopyDim, 6> dims(order.size());
  int64_t output_step = 1;
  for (size_t d = order.size(); d-- > 0;) {
    const auto from = static_cast<size_t>(order[d]);
    dims[d] = {sizes[from], input_steps[from], output_step};
    output_step *= sizes[from];
  }
  StridedCopy(dims).Run(input.dtype(), input.data(), output->data(), ctx->device());
  return absl::OkStatus();
}

}  // namespace opgraft_internal

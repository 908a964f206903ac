// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/take_input.h"

#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {

absl::Status TakeFirstInput(OpKernelContext* ctx, Tensor** output) {
  const TensorShape shape = ctx->input(0).shape();
  const void* const from = ctx->input(0).data();
  OPGRAFT_RETURN_IF_ERROR(ctx->forward_input_or_allocate_output({0}, 0, shape, output));
  if ((*output)->data() != from) {
    StridedCopy({{shape.num_elements(), 1, 1}})
        .Run((*output)->dtype(), from, (*output)->data(), ctx->device());
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_ON_ARRAY_OP_H_
#define KERNELS_LIST_ON_ARRAY_OP_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/list/run_resource.h"
#include "kernels/list/tensor_array.h"

namespace opgraft_internal {

// An op on the TensorArray that input 0 is a handle of. NOT_FOUND if the run has no such array,
// INVALID_ARGUMENT if it is closed. Subclasses implement Run. Thread-safe if they are.
//
// Example: TensorArraySize implements Run by array->size().
class OnArrayOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) final {
    core::RefCountPtr<TensorArray> array;
    OP_REQUIRES_OK(ctx, FindRunResource(ctx, &array));
    OP_REQUIRES_OK(ctx, array->CheckOpen());
    OP_REQUIRES_OK(ctx, Run(ctx, array.get()));
  }

 protected:
  virtual absl::Status Run(OpKernelContext* ctx, TensorArray* array) = 0;
  // Output 0 becomes input `input`, the flow that orders the ops on an array.
  static absl::Status PassFlow(OpKernelContext* ctx, int input) {
    ctx->set_output(0, ctx->input(input));
    return absl::OkStatus();
  }
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_ON_ARRAY_OP_H_

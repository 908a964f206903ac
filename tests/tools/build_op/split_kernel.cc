// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The kernel of a library of two sources.
#include "opgraft/op.h"

float split_value(float x);

namespace {

class SplitOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext* c) override {
    opgraft::Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    y->flat<float>() = c->input(0).flat<float>().unaryExpr(&split_value);
  }
};
REGISTER_KERNEL_BUILDER(Name("SplitOp").Device("CPU"), SplitOp);

}  // namespace

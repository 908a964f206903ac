// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Wrong registrations.
#include "opgraft/op.h"

REGISTER_OP("Roi")
    .Attr("T: {float, doubel}")
    .Attr("size: int")
    .Input("boxes: floot")
    .Output("y: T");

namespace {

class RoiOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext*) override {}
};

REGISTER_KERNEL_BUILDER(Name("Roy").Device("CPU"), RoiOp);

}  // namespace

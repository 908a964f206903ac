// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Registers one op anew, differently, one that is fine, and a kernel for an op that is not there.
#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("LoaderTestDouble").Input("x: double").Output("y: double");
REGISTER_OP("LoaderTestFine").Input("x: double");

class NothingOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext*) override {}
};
REGISTER_KERNEL_BUILDER(Name("LoaderTestFin").Device(opgraft::DEVICE_CPU), NothingOp);

}  // namespace

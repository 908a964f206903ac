// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Wrong in everything that can be wrong with a registration; the test has the report, line by line.
#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("LoaderTestRoi")     //
    .Attr("T: {float, doubel}")  //
    .Input("boxes: floot");
REGISTER_OP("LoaderTestCrop").Attr("T: {float, int32}").Input("x: T").Output("y: T");

class NoOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext*) override {}
};

REGISTER_KERNEL_BUILDER(Name("LoaderTestRoy").Device("CPU"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestRoi").Device("CPU"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop").Device("CPU").TypeConstraint<float>("dtype"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop").Device("CPU").HostMemory("shape"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop").Device("CPU").TypeConstraint<double>("T"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop").Device("CPU").TypeConstraint<float>("T"), NoOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop").Device("CPU").TypeConstraint<float>("T"), NoOp);

}  // namespace

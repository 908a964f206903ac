// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("LoaderTestBare").Input("x: float").Output("y: float");
REGISTER_OP("LoaderTestSink").Attr("T: {float, int32}").Input("x: T");

class NothingOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext*) override {}
};
// clang-format off
REGISTER_KERNEL_BUILDER(Name("LoaderTestDouble").Device(opgraft::DEVICE_GPU), NothingOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestSink").Device(opgraft::DEVICE_CPU), NothingOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestSink").Device(opgraft::DEVICE_GPU).TypeConstraint<float>("T"), NothingOp);
REGISTER_KERNEL_BUILDER(Name("LoaderTestSink").Device(opgraft::DEVICE_GPU).TypeConstraint<int>("T"), NothingOp);
// clang-format on

}  // namespace

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op library: it takes all of Opgraft from the program that loads it.
#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("LoaderTestDouble").Attr("T: {float, int32}").Input("x: T").Output("y: T");

template <typename T>
class DoubleOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext* c) override {
    opgraft::Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    for (int64_t i = 0; i < y->NumElements(); ++i) y->flat<T>()(i) = 2 * c->input(0).flat<T>()(i);
  }
};
REGISTER_KERNEL_BUILDER(
    Name("LoaderTestDouble").Device(opgraft::DEVICE_CPU).TypeConstraint<float>("T"),
    DoubleOp<float>);
REGISTER_KERNEL_BUILDER(
    Name("LoaderTestDouble").Device(opgraft::DEVICE_CPU).TypeConstraint<opgraft::int32>("T"),
    DoubleOp<int>);

}  // namespace

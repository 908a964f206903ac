// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Step 3: two types, a kernel for each. The default of T keeps graphs that know nothing of T valid.
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"

using namespace tensorflow;

REGISTER_OP("ZeroOut")
    .Attr("T: {float, int32} = DT_INT32")
    .Input("to_zero: T")
    .Output("zeroed: T")
    .SetShapeFn(shape_inference::UnchangedShape);

class ZeroOutInt32Op : public OpKernel {
 public:
  explicit ZeroOutInt32Op(OpKernelConstruction* context) : OpKernel(context) {}
  void Compute(OpKernelContext* context) override {
    const Tensor& input_tensor = context->input(0);
    auto input = input_tensor.flat<int32>();
    Tensor* output = NULL;
    OP_REQUIRES_OK(context, context->allocate_output(0, input_tensor.shape(), &output));
    auto output_flat = output->flat<int32>();
    const int N = static_cast<int>(input.size());
    for (int i = 0; i < N; i++) {
      output_flat(i) = 0;
    }
    if (N > 0) output_flat(0) = input(0);
  }
};

class ZeroOutFloatOp : public OpKernel {
 public:
  explicit ZeroOutFloatOp(OpKernelConstruction* context) : OpKernel(context) {}
  void Compute(OpKernelContext* context) override {
    const Tensor& input_tensor = context->input(0);
    auto input = input_tensor.flat<float>();
    Tensor* output = NULL;
    OP_REQUIRES_OK(context, context->allocate_output(0, input_tensor.shape(), &output));
    auto output_flat = output->template flat<float>();
    const int N = static_cast<int>(input.size());
    for (int i = 0; i < N; i++) {
      output_flat(i) = 0;
    }
    if (N > 0) output_flat(0) = input(0);
  }
};

// TypeConstraint<int32>("T") means that attr "T", defined in the registration of the op above, must
// be "int32" to use this kernel.
REGISTER_KERNEL_BUILDER(Name("ZeroOut").Device(DEVICE_CPU).TypeConstraint<int32>("T"),
                        ZeroOutInt32Op);
REGISTER_KERNEL_BUILDER(Name("ZeroOut").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        ZeroOutFloatOp);

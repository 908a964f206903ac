// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Step 4: all real numbers, one template.
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/register_types.h"

using namespace tensorflow;

REGISTER_OP("ZeroOut")
    .Attr("T: realnumbertype = DT_INT32")
    .Input("to_zero: T")
    .Output("zeroed: T")
    .SetShapeFn(shape_inference::UnchangedShape);

template <typename T>
class ZeroOutOp : public OpKernel {
 public:
  explicit ZeroOutOp(OpKernelConstruction* context) : OpKernel(context) {}
  void Compute(OpKernelContext* context) override {
    const Tensor& input_tensor = context->input(0);
    auto input = input_tensor.flat<T>();
    Tensor* output = NULL;
    OP_REQUIRES_OK(context, context->allocate_output(0, input_tensor.shape(), &output));
    auto output_flat = output->template flat<T>();
    const int N = static_cast<int>(input.size());
    for (int i = 0; i < N; i++) {
      output_flat(i) = T(0);
    }
    // Preserve the first input value.
    if (N > 0) output_flat(0) = input(0);
  }
};

#define REGISTER_KERNEL(type)                                                           \
  REGISTER_KERNEL_BUILDER(Name("ZeroOut").Device(DEVICE_CPU).TypeConstraint<type>("T"), \
                          ZeroOutOp<type>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER_KERNEL);
#undef REGISTER_KERNEL

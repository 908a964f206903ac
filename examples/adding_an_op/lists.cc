// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lists of tensors: of several types, and of one.
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

using namespace tensorflow;

namespace {

Status SameShapes(shape_inference::InferenceContext* c) {
  for (int i = 0; i < c->num_inputs(); ++i) c->set_output(i, c->input(i));
  return Status::OK();
}

Status FirstShape(shape_inference::InferenceContext* c) {
  c->set_output(0, c->input(0));
  return Status::OK();
}

}  // namespace

REGISTER_OP("PolymorphicListExample")
    .Attr("T: list(type)")
    .Input("in: T")
    .Output("out: T")
    .SetShapeFn(SameShapes);
REGISTER_OP("ListTypeRestrictionExample")
    .Attr("T: list({float, double})")
    .Input("in: T")
    .Output("out: T")
    .SetShapeFn(SameShapes);
REGISTER_OP("IntListInputExample")
    .Attr("N: int")
    .Input("in: N * int32")
    .Output("out: int32")
    .SetShapeFn(FirstShape);
REGISTER_OP("SameListInputExample")
    .Attr("N: int")
    .Attr("T: type")
    .Input("in: N * T")
    .Output("out: T")
    .SetShapeFn(FirstShape);
REGISTER_OP("MinLengthIntListExample")
    .Attr("N: int >= 2")
    .Input("in: N * int32")
    .Output("out: int32")
    .SetShapeFn(FirstShape);
REGISTER_OP("MinimumLengthPolymorphicListExample")
    .Attr("T: list(type) >= 3")
    .Input("in: T")
    .Output("out: T")
    .SetShapeFn(SameShapes);

// Passes its inputs on.
class PassListOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    OpInputList in;
    OP_REQUIRES_OK(context, context->input_list("in", &in));
    for (int i = 0; i < in.size(); ++i) context->set_output(i, in[i]);
  }
};
REGISTER_KERNEL_BUILDER(Name("PolymorphicListExample").Device(DEVICE_CPU), PassListOp);
REGISTER_KERNEL_BUILDER(Name("ListTypeRestrictionExample").Device(DEVICE_CPU), PassListOp);
REGISTER_KERNEL_BUILDER(Name("MinimumLengthPolymorphicListExample").Device(DEVICE_CPU), PassListOp);

// Adds its inputs up.
template <typename T>
class SumListOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input(0).shape(), &out));
    out->flat<T>().setZero();
    for (int i = 0; i < context->num_inputs(); ++i) {
      OP_REQUIRES(context, context->input(i).shape() == out->shape(),
                  errors::InvalidArgument("input ", i, " has another shape than input 0"));
      out->flat<T>() += context->input(i).flat<T>();
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("IntListInputExample").Device(DEVICE_CPU), SumListOp<int32>);
REGISTER_KERNEL_BUILDER(Name("MinLengthIntListExample").Device(DEVICE_CPU), SumListOp<int32>);
REGISTER_KERNEL_BUILDER(Name("SameListInputExample").Device(DEVICE_CPU).TypeConstraint<int32>("T"),
                        SumListOp<int32>);
REGISTER_KERNEL_BUILDER(Name("SameListInputExample").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        SumListOp<float>);

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Attrs of every type, their restrictions and their defaults.
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"

using namespace tensorflow;

REGISTER_OP("EnumExample").Attr("e: {'apple', 'orange'}");
REGISTER_OP("RestrictedTypeExample").Attr("t: {int32, float, bool}");
REGISTER_OP("NumberType").Attr("t: numbertype");
REGISTER_OP("MinIntExample").Attr("a: int >= 2");
REGISTER_OP("TypeListExample").Attr("a: list({int32, float}) >= 3");
REGISTER_OP("AttrDefaultExample").Attr("i: int = 0");

REGISTER_OP("AttrDefaultExampleForAllTypes")
    .Attr("s: string = 'foo'")
    .Attr("i: int = 0")
    .Attr("f: float = 1.0")
    .Attr("b: bool = true")
    .Attr("ty: type = DT_INT32")
    .Attr("sh: shape = { dim { size: 1 } dim { size: 2 } }")
    .Attr("te: tensor = { dtype: DT_INT32 int_val: 5 }")
    .Attr("l_empty: list(int) = []")
    .Attr("l_int: list(int) = [2, 3, 5, 7]")
    .Output("as_text: string")
    .SetShapeFn(shape_inference::ScalarShape);

// The type of the output is an attr that no input tells, so the wrapper asks for it.
// (StringToNumber itself is built in, for more types.)
REGISTER_OP("StringToNumberExample")
    .Input("string_tensor: string")
    .Output("output: out_type")
    .Attr("out_type: {float, int32} = DT_FLOAT")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Converts each string in the input Tensor to the specified numeric type.

out_type: The numeric type to interpret each string in `string_tensor` as.
)doc");

// Reads attrs of every type in its constructor.
class AllTypesOp : public OpKernel {
 public:
  explicit AllTypesOp(OpKernelConstruction* context) : OpKernel(context) {
    string s;
    int64 i;
    float f;
    bool b;
    DataType ty;
    TensorShape sh;
    Tensor te;
    std::vector<int32> l_empty, l_int;
    OP_REQUIRES_OK(context, context->GetAttr("s", &s));
    OP_REQUIRES_OK(context, context->GetAttr("i", &i));
    OP_REQUIRES_OK(context, context->GetAttr("f", &f));
    OP_REQUIRES_OK(context, context->GetAttr("b", &b));
    OP_REQUIRES_OK(context, context->GetAttr("ty", &ty));
    OP_REQUIRES_OK(context, context->GetAttr("sh", &sh));
    OP_REQUIRES_OK(context, context->GetAttr("te", &te));
    OP_REQUIRES_OK(context, context->GetAttr("l_empty", &l_empty));
    OP_REQUIRES_OK(context, context->GetAttr("l_int", &l_int));
    text_ =
        strings::StrCat(s, " ", i, " ", f, " ", b, " ", DataTypeString(ty), " ", sh.DebugString(),
                        " ", te.scalar<int32>()(), " ", l_empty.size(), " ", l_int.back());
  }
  void Compute(OpKernelContext* context) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({}), &output));
    output->scalar<tstring>()() = text_;
  }

 private:
  string text_;
};
REGISTER_KERNEL_BUILDER(Name("AttrDefaultExampleForAllTypes").Device(DEVICE_CPU), AllTypesOp);

template <typename T>
class StringToNumberOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    for (int64 i = 0; i < input.NumElements(); ++i) {
      double number = 0;
      const tstring& text = input.flat<tstring>()(i);
      OP_REQUIRES(
          context, absl::SimpleAtod(text, &number),
          errors::InvalidArgument("StringToNumberOp could not correctly convert string: ", text));
      output->flat<T>()(i) = static_cast<T>(number);
    }
  }
};
REGISTER_KERNEL_BUILDER(
    Name("StringToNumberExample").Device(DEVICE_CPU).TypeConstraint<float>("out_type"),
    StringToNumberOp<float>);
REGISTER_KERNEL_BUILDER(
    Name("StringToNumberExample").Device(DEVICE_CPU).TypeConstraint<int32>("out_type"),
    StringToNumberOp<int32>);

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_OP_H_

#include <vector>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// One input and one output of T.
template <class T>
class UnaryOp : public OpKernel {
 public:
  explicit UnaryOp(OpKernelConstruction* context) : OpKernel(context) {
    const DataType dt = DataTypeToEnum<T>::v();
    OP_REQUIRES_OK(context, context->MatchSignature({dt}, {dt}));
  }
};

// Two inputs and one output of T.
template <class T>
class BinaryOp : public OpKernel {
 public:
  explicit BinaryOp(OpKernelConstruction* context) : OpKernel(context) {
    const DataType dt = DataTypeToEnum<T>::v();
    OP_REQUIRES_OK(context, context->MatchSignature({dt, dt}, {dt}));
  }
};

// CHILD::Operate(context, input, output) fills an output of the input's shape.
template <class T, class CHILD>
class UnaryElementWiseOp : public UnaryOp<T> {
 public:
  using UnaryOp<T>::UnaryOp;
  void Compute(OpKernelContext* context) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output(
                                {0}, 0, context->input(0).shape(), &output));
    static_cast<CHILD*>(this)->Operate(context, context->input(0), output);
  }
};

// CHILD::Operate<NDIMS>(context, a, b, output), for inputs of one shape.
template <class T, class CHILD>
class BinaryElementWiseOp : public BinaryOp<T> {
 public:
  using BinaryOp<T>::BinaryOp;
  void Compute(OpKernelContext* context) override {
    const Tensor& a = context->input(0);
    const Tensor& b = context->input(1);
    if (!context->ValidateInputsAreSameShape(this)) return;
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->forward_input_or_allocate_output({0, 1}, 0, a.shape(), &output));
    CHILD* const child = static_cast<CHILD*>(this);
    switch (a.dims()) {
#define OPGRAFT_OPERATE_(N)                            \
  case N:                                              \
    child->template Operate<N>(context, a, b, output); \
    break
      OPGRAFT_OPERATE_(0);
      OPGRAFT_OPERATE_(1);
      OPGRAFT_OPERATE_(2);
      OPGRAFT_OPERATE_(3);
      OPGRAFT_OPERATE_(4);
      OPGRAFT_OPERATE_(5);
      OPGRAFT_OPERATE_(6);
      OPGRAFT_OPERATE_(7);
      OPGRAFT_OPERATE_(8);
#undef OPGRAFT_OPERATE_
      default:
        context->SetStatus(
            errors::InvalidArgument("We only handle up to Tensor::dims() up to 8, not ", a.dims()));
    }
  }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NUMERIC_OP_H_

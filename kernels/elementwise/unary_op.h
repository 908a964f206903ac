// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_UNARY_OP_H_
#define KERNELS_ELEMENTWISE_UNARY_OP_H_

#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/unary_element_function.h"

namespace opgraft_internal {

// An element-wise op of one input, whose output has the same type.
class UnaryOpBase : public OpKernel {
 public:
  UnaryOpBase(OpKernelConstruction* context, loops::UnaryFunction function)
      : OpKernel(context),
        function_(function, input_type(0)),
        element_size_(DataTypeSize(input_type(0))) {}

  void Compute(OpKernelContext* context) override;

 private:
  const UnaryElementFunction function_;
  const int64_t element_size_;
};

template <loops::UnaryFunction kFunction>
class UnaryOp : public UnaryOpBase {
 public:
  explicit UnaryOp(OpKernelConstruction* context) : UnaryOpBase(context, kFunction) {}
};

// Registers an op for a type; it may write over its input.
#define OPGRAFT_REGISTER_UNARY(op, function, T)                                           \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryOp<loops::UnaryFunction::function>);

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_UNARY_OP_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_UNARY_OP_H_
#define KERNELS_ELEMENTWISE_UNARY_OP_H_

#include <cstdint>

#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/unary_element_function.h"

namespace opgraft_internal {

// An element-wise op of one input. `element_ns` is about the nanoseconds of an element.
//
// Thread-safe: immutable once it is made. Example: OPGRAFT_REGISTER_UNARY("Exp", kExp, float).
class UnaryOpBase : public OpKernel {
 public:
  // Of a function of the loops, or of one that `find` has the loop of.
  UnaryOpBase(OpKernelConstruction* context, loops::UnaryFunction function)
      : OpKernel(context), function_(function, input_type(0)), element_ns_(0.5) {}
  UnaryOpBase(OpKernelConstruction* context, UnaryLoopFinder find, double element_ns)
      : OpKernel(context),
        function_(find, input_type(0), output_type(0)),
        element_ns_(element_ns) {}

  void Compute(OpKernelContext* context) override;

 private:
  const UnaryElementFunction function_;
  const double element_ns_;
  // The output may be put over the input.
  const bool same_type_ = output_type(0) == input_type(0);
  const int64_t in_size_ = DataTypeSize(input_type(0));
  const int64_t out_size_ = DataTypeSize(output_type(0));
};

// Of a function that the loops have a number for.
template <loops::UnaryFunction kFunction>
class UnaryOp : public UnaryOpBase {
 public:
  explicit UnaryOp(OpKernelConstruction* context) : UnaryOpBase(context, kFunction) {}
};

// Of a function that has no number among loops::UnaryFunction, mostly one of libm.
template <UnaryLoopFinder kFind, int kElementNs>
class UnaryFunctionOp : public UnaryOpBase {
 public:
  explicit UnaryFunctionOp(OpKernelConstruction* context)
      : UnaryOpBase(context, kFind, kElementNs) {}
};

// Registers an op for a type; it may write over its input.
#define OPGRAFT_REGISTER_UNARY(op, function, T)                                           \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          UnaryOp<loops::UnaryFunction::function>);

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_UNARY_OP_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_BINARY_OP_H_
#define KERNELS_ELEMENTWISE_BINARY_OP_H_

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/scalar_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/binary_element_function.h"

namespace opgraft_internal {

// An element-wise op of two inputs, which broadcast.
//
// Shapes meet by NumPy's rules (Broadcast); INVALID_ARGUMENT if they do not. Where the output has
// the type and the shape of an operand that nobody else needs, it is written over that.
// Thread-safe: immutable once it is made.
//
// Example: OPGRAFT_REGISTER_BINARY("Sub", kSub, float).
class BinaryOpBase : public OpKernel, public ScalarKernel {
 public:
  // Of a function of the loops, or of one that `find` has the loops of.
  BinaryOpBase(OpKernelConstruction* context, loops::BinaryFunction function)
      : OpKernel(context),
        same_type_(output_type(0) == input_type(0)),
        function_(function, input_type(0)) {}
  BinaryOpBase(OpKernelConstruction* context, BinaryLoopFinder find, double element_ns)
      : OpKernel(context),
        same_type_(output_type(0) == input_type(0)),
        function_(find, input_type(0), output_type(0), element_ns) {}

  void Compute(OpKernelContext* context) override;
  KernelFacets Facets() override;
  ElementLoop scalar_loop() const override { return function_.own_loop(); }

 protected:
  // What is done with shapes that do not broadcast: INVALID_ARGUMENT.
  virtual void ComputeIncompatible(OpKernelContext* context);
  // Of operands whose elements meet as those of tensors of these shapes would.
  void ComputeBroadcast(OpKernelContext* context, const TensorShape& x_shape,
                        const TensorShape& y_shape);

 private:
  // Of equal shapes or a scalar operand: one loop over all elements.
  void ComputeElements(OpKernelContext* context, loops::Operands operands, const Tensor& x,
                       const Tensor& y, const TensorShape& shape);
  // Of shapes that differ: broadcasts, or calls ComputeIncompatible.
  void ComputeUnequal(OpKernelContext* context, const Tensor& x, const Tensor& y);

  // The output may be put over an input.
  const bool same_type_;
  const BinaryElementFunction function_;
};

// Of a function that the loops have a number for.
template <loops::BinaryFunction kFunction>
class BinaryOp : public BinaryOpBase {
 public:
  explicit BinaryOp(OpKernelConstruction* context) : BinaryOpBase(context, kFunction) {}
};

// Of a function that has no number among loops::BinaryFunction.
template <BinaryLoopFinder kFind, int kElementNs>
class BinaryFunctionOp : public BinaryOpBase {
 public:
  explicit BinaryFunctionOp(OpKernelConstruction* context)
      : BinaryOpBase(context, kFind, kElementNs) {}
};

// "Incompatible shapes: [2] vs. [3]".
absl::Status IncompatibleShapes(const TensorShape& x, const TensorShape& y);

// Registers an op for a type: those with an output of the same type may write over either input.
#define OPGRAFT_REGISTER_BINARY(op, function, T)                                  \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      BinaryOp<loops::BinaryFunction::function>);

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_BINARY_OP_H_

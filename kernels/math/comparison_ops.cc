// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"

namespace opgraft_internal {
namespace {

// With incompatible_shape_error = false, shapes that do not broadcast are not equal: the scalar
// false.
class EqualOp : public BinaryOp<loops::BinaryFunction::kEqual> {
 public:
  explicit EqualOp(OpKernelConstruction* context) : BinaryOp(context) {
    OP_REQUIRES_OK(context,
                   context->GetAttr("incompatible_shape_error", &incompatible_shape_error_));
  }

 protected:
  void ComputeIncompatible(OpKernelContext* context) override {
    if (incompatible_shape_error_) return BinaryOp::ComputeIncompatible(context);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &out));
    *static_cast<bool*>(out->data()) = false;
  }

 private:
  bool incompatible_shape_error_ = true;
};

// Registers a comparison for a type; its output is bool.
#define REGISTER_COMPARISON(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);

#define REGISTER(T) REGISTER_COMPARISON("Equal", T, EqualOp)
TF_CALL_POD_TYPES(REGISTER);
TF_CALL_QUANTIZED_TYPES(REGISTER);
TF_CALL_qint16(REGISTER);
TF_CALL_quint16(REGISTER);
TF_CALL_int4(REGISTER);
TF_CALL_uint4(REGISTER);
TF_CALL_int2(REGISTER);
TF_CALL_uint2(REGISTER);
TF_CALL_u1(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                      \
  REGISTER_COMPARISON("Less", T, BinaryOp<loops::BinaryFunction::kLess>) \
  REGISTER_COMPARISON("Greater", T, BinaryOp<loops::BinaryFunction::kGreater>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("LogicalAnd").Device(DEVICE_CPU).Forwards(0).Forwards(1),
                        BinaryOp<loops::BinaryFunction::kLogicalAnd>);
REGISTER_KERNEL_BUILDER(Name("LogicalOr").Device(DEVICE_CPU).Forwards(0).Forwards(1),
                        BinaryOp<loops::BinaryFunction::kLogicalOr>);

}  // namespace
}  // namespace opgraft_internal

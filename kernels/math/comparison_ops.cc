// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"

namespace opgraft_internal {
namespace {

// Equal, or NotEqual. With incompatible_shape_error = false, shapes that do not broadcast are not
// equal: one scalar says so.
template <bool kSame>
class EqualOp : public BinaryOpBase {
 public:
  explicit EqualOp(OpKernelConstruction* context)
      : BinaryOpBase(context,
                     kSame ? loops::BinaryFunction::kEqual : loops::BinaryFunction::kNotEqual) {
    OP_REQUIRES_OK(context,
                   context->GetAttr("incompatible_shape_error", &incompatible_shape_error_));
  }

 protected:
  void ComputeIncompatible(OpKernelContext* context) override {
    if (incompatible_shape_error_) return BinaryOpBase::ComputeIncompatible(context);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &out));
    *static_cast<bool*>(out->data()) = !kSame;
  }

 private:
  bool incompatible_shape_error_ = true;
};

// Registers a comparison for a type; its output is bool.
#define REGISTER_COMPARISON(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);

#define REGISTER(T)                              \
  REGISTER_COMPARISON("Equal", T, EqualOp<true>) \
  REGISTER_COMPARISON("NotEqual", T, EqualOp<false>)
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

#define REGISTER(T)                                                                \
  REGISTER_COMPARISON("Less", T, BinaryOp<loops::BinaryFunction::kLess>)           \
  REGISTER_COMPARISON("LessEqual", T, BinaryOp<loops::BinaryFunction::kLessEqual>) \
  REGISTER_COMPARISON("Greater", T, BinaryOp<loops::BinaryFunction::kGreater>)     \
  REGISTER_COMPARISON("GreaterEqual", T, BinaryOp<loops::BinaryFunction::kGreaterEqual>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("LogicalAnd").Device(DEVICE_CPU).Forwards(0).Forwards(1),
                        BinaryOp<loops::BinaryFunction::kLogicalAnd>);
REGISTER_KERNEL_BUILDER(Name("LogicalOr").Device(DEVICE_CPU).Forwards(0).Forwards(1),
                        BinaryOp<loops::BinaryFunction::kLogicalOr>);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"

namespace opgraft_internal {
namespace {

template <typename T>
bool HasZero(const Tensor& tensor) {
  const T* values = static_cast<const T*>(tensor.data());
  const int64_t n = tensor.NumElements();
  bool zero = false;
  for (int64_t i = 0; i < n; ++i) zero |= values[i] == 0;
  return zero;
}

// Division of integers, which truncates.
template <typename T>
class IntegerDivOp : public BinaryOp<loops::BinaryFunction::kDiv> {
 public:
  using BinaryOp::BinaryOp;

  void Compute(OpKernelContext* context) override {
    const bool nothing_divided = context->input(0).NumElements() == 0;
    OP_REQUIRES(context, nothing_divided || !HasZero<T>(context->input(1)),
                absl::InvalidArgumentError("Integer division by zero"));
    BinaryOp::Compute(context);
  }
  ElementLoop scalar_loop() const override { return nullptr; }  // it does not look for zeros
};

#define REGISTER(T)                         \
  OPGRAFT_REGISTER_BINARY("AddV2", kAdd, T) \
  OPGRAFT_REGISTER_BINARY("Sub", kSub, T)   \
  OPGRAFT_REGISTER_BINARY("Mul", kMul, T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

// The op itself allows no other types.
#define REGISTER(T) OPGRAFT_REGISTER_BINARY("Add", kAdd, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_uint8(REGISTER);
TF_CALL_int8(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

#define REGISTER(T)                       \
  OPGRAFT_REGISTER_BINARY("Div", kDiv, T) \
  OPGRAFT_REGISTER_BINARY("RealDiv", kDiv, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                  \
  REGISTER_KERNEL_BUILDER(                                                           \
      Name("Div").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      IntegerDivOp<T>);
TF_CALL_INTEGRAL_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                               \
  OPGRAFT_REGISTER_BINARY("Maximum", kMaximum, T) \
  OPGRAFT_REGISTER_BINARY("Minimum", kMinimum, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Unary element-wise ops. A new one: its function in kernels/loops/unary_loops_isa.cc, and a
// REGISTER line here.
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

using loops::UnaryFunction;

#define CALL_SIGNED_TYPES(m) TF_CALL_int8(m) TF_CALL_int16(m) TF_CALL_int32(m) TF_CALL_int64(m)

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Neg", kNeg, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Abs", kAbs, T)
TF_CALL_FLOAT_TYPES(REGISTER);
CALL_SIGNED_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Square", kSquare, T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                        \
  OPGRAFT_REGISTER_UNARY("Sqrt", kSqrt, T) \
  OPGRAFT_REGISTER_UNARY("Exp", kExp, T)   \
  OPGRAFT_REGISTER_UNARY("Tanh", kTanh, T) \
  OPGRAFT_REGISTER_UNARY("Sigmoid", kSigmoid, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("LogicalNot").Device(DEVICE_CPU).Forwards(0),
                        UnaryOp<UnaryFunction::kLogicalNot>);

}  // namespace
}  // namespace opgraft_internal

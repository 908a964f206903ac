// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"

namespace opgraft_internal {
namespace {

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

#define REGISTER(T)                               \
  OPGRAFT_REGISTER_BINARY("Maximum", kMaximum, T) \
  OPGRAFT_REGISTER_BINARY("Minimum", kMinimum, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) OPGRAFT_REGISTER_BINARY("SquaredDifference", kSquaredDifference, T)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/register_types.h"
#include "kernels/elementwise/unary_op.h"

namespace opgraft_internal {
namespace {

#define REGISTER(T) OPGRAFT_REGISTER_UNARY("Relu", kRelu, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

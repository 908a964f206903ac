// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_RANDOM_GENERATOR_USER_H_
#define KERNELS_RANDOM_GENERATOR_USER_H_

#include <array>
#include <cstdint>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {

// Two words of the counter, and the key.
constexpr int64_t kGeneratorStateSize = 3;
using GeneratorState = std::array<uint64_t, kGeneratorStateSize>;

// A kernel whose input 0 is the state of a tf.random.Generator, a variable, and whose input 1 is
// its algorithm. Thread-compatible.
class GeneratorUser : public VariableUser {
 public:
  using VariableUser::VariableUser;

 protected:
  // Copies the state; the variable's goes on by so many draws of 128 bits. The checks and their
  // order are TensorFlow's. INVALID_ARGUMENT, UNIMPLEMENTED, and as Find.
  absl::Status Reserve(OpKernelContext* ctx, uint64_t draws, GeneratorState* before) const;
};

}  // namespace opgraft_internal

#endif  // KERNELS_RANDOM_GENERATOR_USER_H_

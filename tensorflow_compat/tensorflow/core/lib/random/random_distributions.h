// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_RANDOM_DISTRIBUTIONS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_RANDOM_DISTRIBUTIONS_H_

#include <type_traits>

#include "framework/kernel/random_distributions.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace random {

// a + b, wrapping around.
template <typename Int>
Int SignedAdd(Int a, typename std::make_unsigned<Int>::type b) {
  return static_cast<Int>(static_cast<typename std::make_unsigned<Int>::type>(a) + b);
}

}  // namespace random
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_RANDOM_RANDOM_DISTRIBUTIONS_H_

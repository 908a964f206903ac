// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The three loops of a binary function, for the *_isa.cc files.
#ifndef KERNELS_LOOPS_BINARY_LOOPS_INL_H_
#define KERNELS_LOOPS_BINARY_LOOPS_INL_H_

#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {
namespace {

// The loop for two vectors; those for a vector and a scalar read the scalar once.
template <typename Op, typename In, typename Out>
void LoopVectorVector(const void* x_data, const void* y_data, void* out_data, int64_t n) {
  const In* x = static_cast<const In*>(x_data);
  const In* y = static_cast<const In*>(y_data);
  Out* out = static_cast<Out*>(out_data);
  // Scalars: the vectorised loop below compares n several times before it does anything.
  if (n == 1) {
    *out = Op::Apply(*x, *y);
    return;
  }
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Apply(x[i], y[i]);
}

template <typename Op, typename In, typename Out>
void LoopVectorScalar(const void* x_data, const void* y_data, void* out_data, int64_t n) {
  const In* x = static_cast<const In*>(x_data);
  const In y = *static_cast<const In*>(y_data);
  Out* out = static_cast<Out*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Apply(x[i], y);
}

template <typename Op, typename In, typename Out>
void LoopScalarVector(const void* x_data, const void* y_data, void* out_data, int64_t n) {
  const In x = *static_cast<const In*>(x_data);
  const In* y = static_cast<const In*>(y_data);
  Out* out = static_cast<Out*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Apply(x, y[i]);
}

// The three loops of a function: Op has a static Out Apply(In, In).
template <typename Op, typename In, typename Out>
BinaryLoops LoopsOf() {
  return {{&LoopVectorVector<Op, In, Out>, &LoopVectorScalar<Op, In, Out>,
           &LoopScalarVector<Op, In, Out>}};
}

// The loops of T -> T for the dtype, if one of the lists has it.
template <typename Op, typename... Ts>
BinaryLoops PickSame(DataType dtype, Types<Ts...>) {
  BinaryLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = LoopsOf<Op, Ts, Ts>())
                             : static_cast<void>(0)),
   ...);
  return loops;
}
template <typename Op, typename First, typename... Lists>
BinaryLoops PickSame(DataType dtype, First first, Lists... lists) {
  const BinaryLoops loops = PickSame<Op>(dtype, first);
  return loops ? loops : PickSame<Op>(dtype, lists...);
}

// The same for T -> bool.
template <typename Op, typename... Ts>
BinaryLoops PickBool(DataType dtype, Types<Ts...>) {
  BinaryLoops loops;
  ((dtype == kDataTypeOf<Ts> ? static_cast<void>(loops = LoopsOf<Op, Ts, uint8_t>())
                             : static_cast<void>(0)),
   ...);
  return loops;
}
template <typename Op, typename First, typename... Lists>
BinaryLoops PickBool(DataType dtype, First first, Lists... lists) {
  const BinaryLoops loops = PickBool<Op>(dtype, first);
  return loops ? loops : PickBool<Op>(dtype, lists...);
}

}  // namespace
}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_BINARY_LOOPS_INL_H_

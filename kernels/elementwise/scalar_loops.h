// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_SCALAR_LOOPS_H_
#define KERNELS_ELEMENTWISE_SCALAR_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/unary_loops.h"

namespace opgraft_internal {

// Loops of functions that are called element by element, as those of libm are: what need not be
// compiled for several levels of x86-64. A function is a struct with a static Apply for its types.
//
// Example:
//   struct SinFunction {
//     template <typename T>
//     static T Apply(T x) { return std::sin(x); }
//   };
//   using SinOp = UnaryFunctionOp<&FindScalarLoop<SinFunction, float, double>, 5>;

// out[i] = Function::Apply(in[i]): a loops::UnaryLoop.
template <typename Function, typename T>
void ScalarLoop(const void* in_data, void* out_data, int64_t n) {
  using Out = decltype(Function::Apply(T()));
  const T* in = static_cast<const T*>(in_data);
  Out* out = static_cast<Out*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Function::Apply(in[i]);
}

// The loop for `dtype` if it is that of one of the Ts, else null.
template <typename Function, typename... Ts>
loops::UnaryLoop FindScalarLoop(DataType dtype) {
  loops::UnaryLoop loop = nullptr;
  ((dtype == DataTypeToEnum<Ts>::value ? static_cast<void>(loop = &ScalarLoop<Function, Ts>)
                                       : static_cast<void>(0)),
   ...);
  return loop;
}

// out[i] = Function::Apply(x[i], y[i]), where an operand that does not move has one element: a
// loops::BinaryLoop.
template <typename Function, typename T, bool kXMoves, bool kYMoves>
void BinaryScalarLoop(const void* x_data, const void* y_data, void* out_data, int64_t n) {
  using Out = decltype(Function::Apply(T(), T()));
  const T* x = static_cast<const T*>(x_data);
  const T* y = static_cast<const T*>(y_data);
  Out* out = static_cast<Out*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = Function::Apply(x[kXMoves ? i : 0], y[kYMoves ? i : 0]);
}

// The loops for `dtype` if it is that of one of the Ts, else none.
template <typename Function, typename... Ts>
loops::BinaryLoops FindBinaryScalarLoops(DataType dtype) {
  loops::BinaryLoops found;
  ((dtype == DataTypeToEnum<Ts>::value
        ? static_cast<void>(found = {{&BinaryScalarLoop<Function, Ts, true, true>,
                                      &BinaryScalarLoop<Function, Ts, true, false>,
                                      &BinaryScalarLoop<Function, Ts, false, true>}})
        : static_cast<void>(0)),
   ...);
  return found;
}

// The unsigned integer of the size of `dtype`: for functions of bits, which are alike for both
// signs. REQUIRES: elements of 1, 2, 4 or 8 bytes.
inline DataType UnsignedOfSizeOf(DataType dtype) {
  switch (DataTypeSize(dtype)) {
    case 1:
      return DT_UINT8;
    case 2:
      return DT_UINT16;
    case 4:
      return DT_UINT32;
    default:
      return DT_UINT64;
  }
}

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_SCALAR_LOOPS_H_

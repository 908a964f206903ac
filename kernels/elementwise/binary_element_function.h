// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_BINARY_ELEMENT_FUNCTION_H_
#define KERNELS_ELEMENTWISE_BINARY_ELEMENT_FUNCTION_H_

#include <cstdint>

#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/cast_loops.h"

namespace opgraft_internal {

// Finds the loops of one function for operands of a type; none if it has none.
using BinaryLoopFinder = loops::BinaryLoops (*)(DataType dtype);

// A binary function on elements of a type; comparisons give bool, others the same type. The
// smaller floats go through the loop of float, block by block, and are rounded once. A value;
// thread-safe.
//
// Example: BinaryElementFunction(loops::BinaryFunction::kAdd, DT_FLOAT).Run(loops::kVectorVector,
// x, y, out, n).
class BinaryElementFunction {
 public:
  // Of elements of `dtype`; false as a bool if the function is not defined for them.
  BinaryElementFunction(loops::BinaryFunction function, DataType dtype);
  // To elements of another type: what the loops for `in` give; of a smaller float, if the function
  // has none for it, those of float.
  // `element_ns` is about the nanoseconds of an element.
  BinaryElementFunction(BinaryLoopFinder find, DataType in, DataType out, double element_ns);

  // False if there is no such function for the type.
  explicit operator bool() const { return static_cast<bool>(loops_); }

  // The loop over two vectors; null if it is not of the type itself.
  loops::BinaryLoop own_loop() const {
    return to_float_ == nullptr ? loops_[loops::kVectorVector] : nullptr;
  }

  // out[i] = f(x[i], y[i]); a scalar operand has one element. `out` may be an operand that is a
  // vector.
  void Run(loops::Operands operands, const void* x, const void* y, void* out, int64_t n) const {
    if (to_float_ == nullptr) {
      loops_[operands](x, y, out, n);
    } else {
      RunInFloat(operands, x, y, out, n);
    }
  }

  // The same for operands that meet as `broadcast` says; on several threads if that pays.
  void RunBroadcast(OpKernelContext* context, const Broadcast& broadcast, const void* x,
                    const void* y, void* out) const;
  // The same for n elements of operands that are no more than a vector.
  void RunSharded(OpKernelContext* context, loops::Operands operands, const void* x, const void* y,
                  void* out, int64_t n) const {
    if (ABSL_PREDICT_TRUE(n < small_)) return Run(operands, x, y, out, n);
    RunSharesOf(context, operands, x, y, out, n);
  }

 private:
  // RunSharded for what several threads share, and Run block by block by way of float.
  void RunSharesOf(OpKernelContext* context, loops::Operands operands, const void* x, const void* y,
                   void* out, int64_t n) const;
  void RunInFloat(loops::Operands operands, const void* x, const void* y, void* out,
                  int64_t n) const;

  loops::BinaryLoops loops_;
  loops::CastLoop to_float_ = nullptr;
  // Null if the loops give what is wanted.
  loops::CastLoop from_float_ = nullptr;
  int64_t in_size_;
  int64_t out_size_;
  double element_ns_;
  // Below this many elements one thread does all the work.
  int64_t small_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_BINARY_ELEMENT_FUNCTION_H_

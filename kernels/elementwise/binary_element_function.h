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

// A binary function on elements of a type; comparisons give bool, others the same type. The
// smaller floats go through the loop of float, block by block, and are rounded once. A value;
// thread-safe.
class BinaryElementFunction {
 public:
  BinaryElementFunction(loops::BinaryFunction function, DataType dtype);

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
    if (ABSL_PREDICT_TRUE(n < kSmall)) return Run(operands, x, y, out, n);
    RunSharesOf(context, operands, x, y, out, n);
  }

 private:
  // Below this many elements one thread does all the work.
  static constexpr int64_t kSmall = 4096;

  void RunSharesOf(OpKernelContext* context, loops::Operands operands, const void* x, const void* y,
                   void* out, int64_t n) const;
  void RunInFloat(loops::Operands operands, const void* x, const void* y, void* out,
                  int64_t n) const;

  loops::BinaryLoops loops_;
  loops::CastLoop to_float_ = nullptr;
  loops::CastLoop from_float_ = nullptr;  // null if the result is bool
  int64_t in_size_;
  int64_t out_size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_BINARY_ELEMENT_FUNCTION_H_

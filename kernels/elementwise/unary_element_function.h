// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_UNARY_ELEMENT_FUNCTION_H_
#define KERNELS_ELEMENTWISE_UNARY_ELEMENT_FUNCTION_H_

#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/cast_loops.h"
#include "kernels/loops/unary_loops.h"

namespace opgraft_internal {

// Finds the loop of one function for elements of a type; null if it has none.
using UnaryLoopFinder = loops::UnaryLoop (*)(DataType dtype);

// A unary function on elements of a type. The smaller floats go through the loop of float, block by
// block, and are rounded once. A value; thread-safe.
//
// Example: UnaryElementFunction(loops::UnaryFunction::kSqrt, DT_HALF).Run(in, out, n).
class UnaryElementFunction {
 public:
  // Of elements of `dtype` to such.
  UnaryElementFunction(loops::UnaryFunction function, DataType dtype);
  // To elements of another type: what the loop for `in` gives; of a smaller float, if the function
  // has none for it, that of float.
  UnaryElementFunction(UnaryLoopFinder find, DataType in, DataType out);

  // False if there is no such function for the type.
  explicit operator bool() const { return loop_ != nullptr; }

  // out[i] = f(in[i]). `out` may be `in`.
  void Run(const void* in, void* out, int64_t n) const {
    if (to_float_ == nullptr) {
      loop_(in, out, n);
    } else {
      RunInFloat(in, out, n);
    }
  }

 private:
  // Block by block: to float, through the loop, and back.
  void RunInFloat(const void* in, void* out, int64_t n) const;

  loops::UnaryLoop loop_;
  loops::CastLoop to_float_ = nullptr;
  // Null if the loop gives what is wanted.
  loops::CastLoop from_float_ = nullptr;
  int64_t in_size_;
  int64_t out_size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_UNARY_ELEMENT_FUNCTION_H_

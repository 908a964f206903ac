// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/unary_element_function.h"

#include <algorithm>

#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/complex_loops.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 256;

}  // namespace

UnaryElementFunction::UnaryElementFunction(loops::UnaryFunction function, DataType dtype)
    : loop_(loops::FindUnaryLoop(function, dtype)),
      in_size_(DataTypeSize(dtype)),
      out_size_(in_size_) {
  if (loop_ == nullptr && DataTypeIsComplex(dtype)) loop_ = FindComplexLoop(function, dtype);
  if (dtype == DT_FLOAT || ComputeTypeOf(dtype) != DT_FLOAT) return;
  loop_ = loops::FindUnaryLoop(function, DT_FLOAT);
  to_float_ = FindElementCast(dtype, DT_FLOAT);
  from_float_ = FindElementCast(DT_FLOAT, dtype);
}

UnaryElementFunction::UnaryElementFunction(UnaryLoopFinder find, DataType in, DataType out)
    : loop_(find(in)), in_size_(DataTypeSize(in)), out_size_(DataTypeSize(out)) {
  if (loop_ != nullptr || ComputeTypeOf(in) != DT_FLOAT) return;
  loop_ = find(DT_FLOAT);
  to_float_ = FindElementCast(in, DT_FLOAT);
  if (out == in) from_float_ = FindElementCast(DT_FLOAT, out);
}

void UnaryElementFunction::RunInFloat(const void* in, void* out, int64_t n) const {
  const char* from = static_cast<const char*>(in);
  char* to = static_cast<char*>(out);
  float block[kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t size = std::min(kBlock, n - i);
    to_float_(from + i * in_size_, block, size);
    if (from_float_ == nullptr) {
      loop_(block, to + i * out_size_, size);
      continue;
    }
    loop_(block, block, size);
    from_float_(block, to + i * out_size_, size);
  }
}

}  // namespace opgraft_internal

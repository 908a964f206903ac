// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/unary_element_function.h"

#include <algorithm>

#include "kernels/elementwise/complex_loops.h"

namespace opgraft {
namespace {

constexpr int64_t kBlock = 256;

}  // namespace

UnaryElementFunction::UnaryElementFunction(loops::UnaryFunction function, DataType dtype)
    : loop_(loops::FindUnaryLoop(function, dtype)) {
  if (loop_ == nullptr && DataTypeIsComplex(dtype)) loop_ = FindComplexLoop(function, dtype);
  if (dtype != DT_HALF && dtype != DT_BFLOAT16) return;
  loop_ = loops::FindUnaryLoop(function, DT_FLOAT);
  to_float_ = loops::FindCastLoop(dtype, DT_FLOAT);
  from_float_ = loops::FindCastLoop(DT_FLOAT, dtype);
}

void UnaryElementFunction::RunInFloat(const void* in, void* out, int64_t n) const {
  const uint16_t* from = static_cast<const uint16_t*>(in);
  uint16_t* to = static_cast<uint16_t*>(out);
  float block[kBlock];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t size = std::min(kBlock, n - i);
    to_float_(from + i, block, size);
    loop_(block, block, size);
    from_float_(block, to + i, size);
  }
}

}  // namespace opgraft

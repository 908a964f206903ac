// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/binary_element_function.h"

#include <algorithm>

#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 256;
constexpr double kFastElementNs = 0.3;
// Of the fastest functions.
constexpr int64_t kSmall = 4096;

}  // namespace

BinaryElementFunction::BinaryElementFunction(loops::BinaryFunction function, DataType dtype)
    : loops_(loops::FindBinaryLoops(function, dtype)),
      in_size_(DataTypeSize(dtype)),
      element_ns_(kFastElementNs),
      small_(kSmall) {
  const bool gives_bool = function >= loops::BinaryFunction::kEqual;
  out_size_ = gives_bool ? 1 : in_size_;
  if (dtype == DT_FLOAT || ComputeTypeOf(dtype) != DT_FLOAT) return;
  loops_ = loops::FindBinaryLoops(function, DT_FLOAT);
  to_float_ = FindElementCast(dtype, DT_FLOAT);
  if (!gives_bool) from_float_ = FindElementCast(DT_FLOAT, dtype);
}

BinaryElementFunction::BinaryElementFunction(BinaryLoopFinder find, DataType in, DataType out,
                                             double element_ns)
    : loops_(find(in)),
      in_size_(DataTypeSize(in)),
      out_size_(DataTypeSize(out)),
      element_ns_(element_ns),
      small_(static_cast<int64_t>(kSmall * kFastElementNs / element_ns)) {
  if (loops_ || ComputeTypeOf(in) != DT_FLOAT) return;
  loops_ = find(DT_FLOAT);
  to_float_ = FindElementCast(in, DT_FLOAT);
  if (out == in) from_float_ = FindElementCast(DT_FLOAT, out);
}

void BinaryElementFunction::RunInFloat(loops::Operands operands, const void* x, const void* y,
                                       void* out, int64_t n) const {
  if (n == 0) return;
  const char* from_x = static_cast<const char*>(x);
  const char* from_y = static_cast<const char*>(y);
  char* to = static_cast<char*>(out);
  const bool x_moves = operands != loops::kScalarVector;
  const bool y_moves = operands != loops::kVectorScalar;
  float block_x[kBlock];
  float block_y[kBlock];
  if (!x_moves) to_float_(from_x, block_x, 1);
  if (!y_moves) to_float_(from_y, block_y, 1);
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t size = std::min(kBlock, n - i);
    if (x_moves) to_float_(from_x + i * in_size_, block_x, size);
    if (y_moves) to_float_(from_y + i * in_size_, block_y, size);
    if (from_float_ == nullptr) {
      loops_[operands](block_x, block_y, to + i * out_size_, size);
      continue;
    }
    float result[kBlock];
    loops_[operands](block_x, block_y, result, size);
    from_float_(result, to + i * out_size_, size);
  }
}

void BinaryElementFunction::RunSharesOf(OpKernelContext* context, loops::Operands operands,
                                        const void* x, const void* y, void* out, int64_t n) const {
  const char* from_x = static_cast<const char*>(x);
  const char* from_y = static_cast<const char*>(y);
  char* to = static_cast<char*>(out);
  ShardElements(context, n, element_ns_, [&](int64_t begin, int64_t end) {
    Run(operands, operands == loops::kScalarVector ? from_x : from_x + begin * in_size_,
        operands == loops::kVectorScalar ? from_y : from_y + begin * in_size_,
        to + begin * out_size_, end - begin);
  });
}

void BinaryElementFunction::RunBroadcast(OpKernelContext* context, const Broadcast& broadcast,
                                         const void* x, const void* y, void* out) const {
  loops::Operands operands = loops::kVectorVector;
  if (!broadcast.moves(1)) {
    operands = loops::kVectorScalar;
  } else if (!broadcast.moves(0)) {
    operands = loops::kScalarVector;
  }
  const int64_t length = broadcast.run_length();
  if (broadcast.num_runs() == 1) return RunSharded(context, operands, x, y, out, length);
  const double run_ns = 5 + element_ns_ * static_cast<double>(length);
  ShardElements(context, broadcast.num_runs(), run_ns, [&](int64_t begin, int64_t end) {
    broadcast.ForEachRun(begin, end, [&](int64_t to, const int64_t* from) {
      Run(operands, static_cast<const char*>(x) + from[0] * in_size_,
          static_cast<const char*>(y) + from[1] * in_size_,
          static_cast<char*>(out) + to * out_size_, length);
    });
  });
}

}  // namespace opgraft_internal

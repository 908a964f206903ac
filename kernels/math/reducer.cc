// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/math/reducer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "framework/types/data_type_info.h"
#include "framework/types/visit_type.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/elementwise/unary_element_function.h"
#include "kernels/math/loop_type.h"
#include "kernels/math/lowest_value.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kColumns = loops::kMaxReduceColumns;
constexpr int64_t kBlock = 1024;  // elements that are converted at once
constexpr int64_t kLargestAccumulator = 16;

loops::Reduction LoopsOf(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum:
    case ReductionKind::kMean:
    case ReductionKind::kMeanOrZero:
      return loops::Reduction::kSum;
    case ReductionKind::kProduct:
      return loops::Reduction::kProduct;
    case ReductionKind::kEuclideanNorm:
      return loops::Reduction::kSumOfSquares;
    case ReductionKind::kMax:
    case ReductionKind::kAny:
      return loops::Reduction::kMax;
    default:
      return loops::Reduction::kMin;
  }
}

// Both parts of a complex number are summed apart.
int PartsOf(ReductionKind kind, DataType dtype) {
  return DataTypeIsComplex(dtype) && LoopsOf(kind) == loops::Reduction::kSum ? 2 : 1;
}

// Of a sum of squares that wrapped round to a negative number 0.
void SquareRoots(DataType dtype, void* data, int64_t n) {
  if (!DataTypeIsInteger(dtype)) {
    return UnaryElementFunction(loops::UnaryFunction::kSqrt, dtype).Run(data, data, n);
  }
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>) {
      T* values = static_cast<T*>(data);
      for (int64_t i = 0; i < n; ++i) {
        const double root = std::sqrt(static_cast<double>(std::max(values[i], T{0})));
        values[i] = static_cast<T>(root);
      }
    }
  });
}

template <typename T>
void Divide(void* data, int64_t n, int64_t divisor) {
  T* values = static_cast<T*>(data);
  for (int64_t i = 0; i < n; ++i) values[i] /= static_cast<T>(divisor);
}

void Divide(DataType dtype, void* data, int64_t n, int64_t divisor) {
  switch (dtype) {
    case DT_DOUBLE:
      return Divide<double>(data, n, divisor);
    case DT_INT64:
      return Divide<int64_t>(data, n, divisor);
    default:
      return Divide<uint64_t>(data, n, divisor);
  }
}

}  // namespace

struct Reducer::Accumulators {
  alignas(16) char bytes[kColumns * kLargestAccumulator];
};

Reducer::Reducer(ReductionKind kind, DataType dtype)
    : kind_(kind),
      parts_(PartsOf(kind, dtype)),
      number_(parts_ == 2 ? PartTypeOf(dtype) : dtype),
      loop_type_(LoopTypeOf(number_)),
      converts_(loop_type_ != number_ && number_ != DT_BOOL),
      loops_(loops::FindReduceLoops(LoopsOf(kind), loop_type_)),
      to_loop_(number_, loop_type_),
      from_accumulator_(loops_.accumulator, number_),
      number_size_(DataTypeSize(number_)),
      accumulator_size_(DataTypeSize(loops_.accumulator)) {}

void Reducer::Start(Accumulators* accumulators, int64_t n) const {
  switch (kind_) {
    case ReductionKind::kMax:
      return FillWithLowest(loops_.accumulator, accumulators->bytes, n);
    case ReductionKind::kMin:
      return FillWithHighest(loops_.accumulator, accumulators->bytes, n);
    case ReductionKind::kProduct:
    case ReductionKind::kAll:
      return FillWithOne(loops_.accumulator, accumulators->bytes, n);
    default:
      std::memset(accumulators->bytes, 0, static_cast<size_t>(n * accumulator_size_));
  }
}

void Reducer::Finish(Accumulators* accumulators, int64_t n, int64_t num_reduced, void* out) const {
  // TensorFlow's mean of nothing is NaN for floats; for integers and complex numbers 0.
  const bool is_nan =
      kind_ == ReductionKind::kMean && loops_.accumulator == DT_DOUBLE && parts_ == 1;
  const bool is_mean = kind_ == ReductionKind::kMean || kind_ == ReductionKind::kMeanOrZero;
  if (is_mean && (num_reduced > 0 || is_nan))
    Divide(loops_.accumulator, accumulators->bytes, n, num_reduced);
  from_accumulator_.Run(accumulators->bytes, out, n);
  if (kind_ == ReductionKind::kEuclideanNorm) SquareRoots(number_, out, n);
}

void Reducer::AddRun(const char* in, int64_t n, void* accumulator) const {
  if (!converts_) return loops_.run(in, n, accumulator);
  alignas(16) char block[kBlock * sizeof(float)];
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t size = std::min(kBlock, n - i);
    to_loop_.Run(in + i * number_size_, block, size);
    loops_.run(block, size, accumulator);
  }
}

void Reducer::AddColumns(const char* in, int64_t rows, int64_t stride, int64_t columns,
                         void* accumulators) const {
  if (!converts_) return loops_.columns(in, rows, stride, columns, accumulators);
  alignas(16) char block[kColumns * sizeof(float)];
  for (int64_t row = 0; row < rows; ++row) {
    to_loop_.Run(in + row * stride * number_size_, block, columns);
    loops_.columns(block, 1, columns, columns, accumulators);
  }
}

// Outputs [begin, end), each of runs of the innermost dimension.
void Reducer::RunRows(const ReductionPlan& plan, const char* in, char* out, int64_t begin,
                      int64_t end) const {
  const int64_t runs = plan.num_reduced() / plan.inner_size();
  Odometer<1> kept(plan.kept(), begin);
  Accumulators accumulators;
  for (int64_t i = begin; i < end; i += kColumns) {
    const int64_t count = std::min(kColumns, end - i);
    Start(&accumulators, count);
    for (int64_t c = 0; c < count; ++c) {
      Odometer<1> reduced(plan.reduced());
      for (int64_t run = 0; run < runs; ++run) {
        AddRun(in + (kept.offset(0) + reduced.offset(0)) * number_size_, plan.inner_size(),
               accumulators.bytes + c * accumulator_size_);
        reduced.Next();
      }
      kept.Next();
    }
    Finish(&accumulators, count, plan.num_reduced(), out + i * number_size_);
  }
}

// Blocks [begin, end) of at most kColumns outputs that follow each other.
void Reducer::RunColumns(const ReductionPlan& plan, const char* in, char* out, int64_t begin,
                         int64_t end) const {
  const int64_t blocks = (plan.inner_size() - 1) / kColumns + 1;
  // The innermost of the reduced dimensions goes into the loop.
  ReductionPlan::Dims outer = plan.reduced();
  OdometerDim<1> rows = {1, {0}};
  if (!outer.empty()) {
    rows = outer.back();
    outer.pop_back();
  }
  const int64_t sets = plan.num_reduced() / rows.size;
  Accumulators accumulators;
  for (int64_t i = begin; i < end; ++i) {
    const int64_t column = i % blocks * kColumns;
    const int64_t count = std::min(kColumns, plan.inner_size() - column);
    const Odometer<1> kept(plan.kept(), i / blocks);
    Odometer<1> reduced(outer);
    Start(&accumulators, count);
    for (int64_t set = 0; set < sets; ++set) {
      AddColumns(in + (kept.offset(0) + reduced.offset(0) + column) * number_size_, rows.size,
                 rows.strides[0], count, accumulators.bytes);
      reduced.Next();
    }
    Finish(&accumulators, count, plan.num_reduced(),
           out + (i / blocks * plan.inner_size() + column) * number_size_);
  }
}

void Reducer::Run(OpKernelContext* context, const ReductionPlan& plan, const void* in,
                  void* out) const {
  const char* from = static_cast<const char*>(in);
  char* to = static_cast<char*>(out);
  if (plan.num_reduced() == 0) {
    Accumulators accumulators;
    for (int64_t i = 0; i < plan.num_outputs(); i += kColumns) {
      const int64_t count = std::min(kColumns, plan.num_outputs() - i);
      Start(&accumulators, count);
      Finish(&accumulators, count, 0, to + i * number_size_);
    }
    return;
  }
  const double output_ns = 5 + 0.2 * static_cast<double>(plan.num_reduced());
  if (plan.inner_is_reduced()) {
    ShardElements(context, plan.num_outputs(), output_ns,
                  [&](int64_t begin, int64_t end) { RunRows(plan, from, to, begin, end); });
    return;
  }
  const int64_t blocks = (plan.inner_size() - 1) / kColumns + 1;
  const int64_t rows = plan.num_outputs() / plan.inner_size();
  ShardElements(context, rows * blocks,
                output_ns * static_cast<double>(std::min(kColumns, plan.inner_size())),
                [&](int64_t begin, int64_t end) { RunColumns(plan, from, to, begin, end); });
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_MATH_REDUCER_H_
#define KERNELS_MATH_REDUCER_H_

#include <cstdint>

#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/math/reduction_plan.h"

namespace opgraft_internal {

// kAll and kAny are of bool. kMean of no floats is NaN, kMeanOrZero of nothing 0.
enum class ReductionKind {
  kSum,
  kMean,
  kMeanOrZero,
  kProduct,
  kEuclideanNorm,
  kMax,
  kMin,
  kAll,
  kAny
};

// Computes reductions of elements of one type by a plan. Every output is computed by one thread in
// an order that depends on the sizes alone. half and bfloat16 are reduced in float or wider and
// rounded once; sums of complex numbers as two real ones. A value; thread-safe.
class Reducer {
 public:
  Reducer(ReductionKind kind, DataType dtype);

  // False if the type cannot be reduced so.
  explicit operator bool() const { return loops_.run != nullptr; }
  // How many numbers an element is: the `parts` of its ReductionPlan.
  int parts() const { return parts_; }

  // `out` has plan.num_outputs() numbers.
  void Run(OpKernelContext* context, const ReductionPlan& plan, const void* in, void* out) const;

 private:
  // What outputs are reduced into before they are converted to the type of the output.
  struct Accumulators;

  // The outputs [begin, end): where the innermost dimension is reduced, run by run; where it is
  // kept, many outputs side by side.
  void RunRows(const ReductionPlan& plan, const char* in, char* out, int64_t begin,
               int64_t end) const;
  void RunColumns(const ReductionPlan& plan, const char* in, char* out, int64_t begin,
                  int64_t end) const;
  void AddRun(const char* in, int64_t n, void* accumulator) const;
  void AddColumns(const char* in, int64_t rows, int64_t stride, int64_t columns,
                  void* accumulators) const;
  void Start(Accumulators* accumulators, int64_t n) const;
  void Finish(Accumulators* accumulators, int64_t n, int64_t num_reduced, void* out) const;

  ReductionKind kind_;
  int parts_;
  // What is in memory: the type, or the real one of a complex type.
  DataType number_;
  DataType loop_type_;  // what the loops take
  // Whether what is in memory is to be converted to that.
  bool converts_;
  loops::ReduceLoops loops_;
  CastFunction to_loop_;
  CastFunction from_accumulator_;
  int64_t number_size_;
  int64_t accumulator_size_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_MATH_REDUCER_H_

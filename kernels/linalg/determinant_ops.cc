// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Determinants.
#include <cmath>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace {

// MatrixDeterminant, and LogMatrixDeterminant with its two outputs. That of no elements is 1.
template <typename T>
class DeterminantOp : public MatrixOp {
 public:
  explicit DeterminantOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->resize(static_cast<size_t>(num_outputs()));
    return CheckSquare(sizes[0]);
  }

  bool SolvesEmpty() const override { return true; }

  absl::Status Solve(const MatrixProblem& problem) const override {
    T sign = T(1);
    solvers::Real<T> log_abs = 0;
    if (problem.rows(0) > 0)
      solvers::LogDeterminant(problem.in<T>(0), problem.rows(0), &sign, &log_abs);
    if (problem.outputs.size() == 1) {
      *problem.out<T>(0) = sign * std::exp(log_abs);
    } else {
      *problem.out<T>(0) = sign;
      *problem.out<T>(1) = T(log_abs);
    }
    return absl::OkStatus();
  }
};

#define REGISTER_AS(op, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), DeterminantOp<T>);
#define REGISTER(T)                        \
  REGISTER_AS("MatrixDeterminant", T)      \
  REGISTER_AS("BatchMatrixDeterminant", T) \
  REGISTER_AS("LogMatrixDeterminant", T)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

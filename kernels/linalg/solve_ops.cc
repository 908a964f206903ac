// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Inverses and systems of equations.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace {

template <typename T>
class InverseOp : public MatrixOp {
 public:
  explicit InverseOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("adjoint", &adjoint_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows, sizes[0].cols}));
    return CheckSquare(sizes[0]);
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    return solvers::Invert(problem.in<T>(0), problem.rows(0), adjoint_, problem.out<T>(0))
               ? absl::OkStatus()
               : absl::InvalidArgumentError("Input is not invertible.");
  }

  int64_t Scratch(const MatrixSizes& sizes) const override { return 2 * MatrixOp::Scratch(sizes); }

 private:
  bool adjoint_ = false;
};

template <typename T>
class SolveOp : public MatrixOp {
 public:
  explicit SolveOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("adjoint", &adjoint_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].cols, sizes[1].cols}));
    if (sizes[0].rows != sizes[0].cols)
      return absl::InvalidArgumentError("First input (lhs) must be a square matrix.");
    if (sizes[0].rows != sizes[1].rows)
      return absl::InvalidArgumentError("Input matrix and rhs are incompatible.");
    return absl::OkStatus();
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    return solvers::Solve(problem.in<T>(0), problem.in<T>(1), problem.rows(1), problem.cols(1),
                          adjoint_, problem.out<T>(0))
               ? absl::OkStatus()
               : absl::InvalidArgumentError("Input matrix is not invertible.");
  }

  double Cost(const MatrixSizes& sizes) const override {
    const auto n = static_cast<double>(sizes[0].rows);
    return MatrixOp::Cost(sizes) + n * n * static_cast<double>(sizes[1].cols);
  }
  int64_t Scratch(const MatrixSizes& sizes) const override {
    return MatrixOp::Scratch(sizes) + 2 * sizes[1].rows * sizes[1].cols;
  }

 private:
  bool adjoint_ = false;
};

// MatrixSolveLs. A matrix without rows has the solution zero.
template <typename T>
class LeastSquaresOp : public MatrixOp {
 public:
  explicit LeastSquaresOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("fast", &fast_));
  }

 protected:
  int NumMatrices() const override { return 2; }
  bool SolvesEmpty() const override { return true; }

  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].cols, sizes[1].cols}));
    if (sizes[0].rows == sizes[1].rows) return absl::OkStatus();
    return absl::InvalidArgumentError("Input matrix and rhs are incompatible.");
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const double l2 = *problem.in<double>(2);
    if (!(l2 >= 0)) return absl::InvalidArgumentError("l2_regularizer must be >= 0.");
    const int64_t m = problem.rows(0), n = problem.cols(0), k = problem.cols(1);
    if (m == 0 || n == 0 || k == 0) {
      std::fill_n(problem.out<T>(0), n * k, T(0));
    } else if (!fast_) {
      solvers::SolveLeastSquares(problem.in<T>(0), problem.in<T>(1), m, n, k, problem.out<T>(0));
    } else if (!solvers::SolveNormalEquations(problem.in<T>(0), problem.in<T>(1), m, n, k, l2,
                                              problem.out<T>(0))) {
      return absl::InvalidArgumentError(
          "Input matrix was rank deficient or ill-conditioned. Try setting fast=False or provide a "
          "larger l2_regularizer > 0.");
    }
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override {
    const auto rows = static_cast<double>(sizes[0].rows), cols = static_cast<double>(sizes[0].cols);
    return 100 + rows * cols *
                     ((fast_ ? 1 : 10) * std::min(rows, cols) + static_cast<double>(sizes[1].cols));
  }
  int64_t Scratch(const MatrixSizes& sizes) const override {
    return 4 * MatrixOp::Scratch(sizes) + 4 * (sizes[0].rows + sizes[0].cols) * sizes[1].cols;
  }

 private:
  bool fast_ = true;
};

// Zeros on the diagonal make infinities.
template <typename T>
class TriangularSolveOp : public MatrixOp {
 public:
  explicit TriangularSolveOp(OpKernelConstruction* context)
      : MatrixOp(context, /*broadcasts=*/true) {
    OP_REQUIRES_OK(context, context->GetAttr("lower", &lower_));
    OP_REQUIRES_OK(context, context->GetAttr("adjoint", &adjoint_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[1].rows, sizes[1].cols}));
    if (sizes[0].rows != sizes[0].cols) {
      return absl::InvalidArgumentError(
          absl::StrCat("In[0] matrices in the last dimensions must be square (", sizes[0].rows,
                       " =/= ", sizes[0].cols, ")"));
    }
    if (sizes[0].rows == sizes[1].rows) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("In[0] mismatch In[1] shape: ", sizes[0].rows, " vs. ", sizes[1].rows));
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    solvers::SolveTriangular(problem.in<T>(0), problem.in<T>(1), problem.rows(1), problem.cols(1),
                             lower_, adjoint_, problem.out<T>(0));
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override {
    const auto n = static_cast<double>(sizes[0].rows);
    return 100 + n * n * (1 + 0.5 * static_cast<double>(sizes[1].cols));
  }
  int64_t Scratch(const MatrixSizes& sizes) const override {
    return MatrixOp::Scratch(sizes) + sizes[1].rows * sizes[1].cols;
  }

 private:
  bool lower_ = true;
  bool adjoint_ = false;
};

#define REGISTER_AS(op, kernel, T, Solved) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), kernel<Solved>);
#define REGISTER(T)                                  \
  REGISTER_AS("MatrixInverse", InverseOp, T, T)      \
  REGISTER_AS("MatrixSolve", SolveOp, T, T)          \
  REGISTER_AS("MatrixSolveLs", LeastSquaresOp, T, T) \
  REGISTER_AS("MatrixTriangularSolve", TriangularSolveOp, T, T)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
REGISTER_AS("MatrixInverse", InverseOp, half, float);
#undef REGISTER
#define REGISTER(T)                                       \
  REGISTER_AS("BatchMatrixInverse", InverseOp, T, T)      \
  REGISTER_AS("BatchMatrixSolve", SolveOp, T, T)          \
  REGISTER_AS("BatchMatrixSolveLs", LeastSquaresOp, T, T) \
  REGISTER_AS("BatchMatrixTriangularSolve", TriangularSolveOp, T, T)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

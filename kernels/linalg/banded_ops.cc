// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices that are given as their bands.
#include <algorithm>
#include <complex>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"

namespace opgraft_internal {
namespace {

template <typename T>
T Conjugate(T x) {
  return x;
}
template <typename T>
std::complex<T> Conjugate(std::complex<T> x) {
  return std::conj(x);
}

// to[i] += factor * from[i].
template <typename T>
void AddRow(const T* from, T factor, int64_t n, T* to) {
  for (int64_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

// BandedTriangularSolve. Of a lower matrix, band b holds the elements (i, i - b) in column i; of an
// upper one, the last but b holds (i, i + b).
template <typename T>
class BandedSolveOp : public MatrixOp {
 public:
  explicit BandedSolveOp(OpKernelConstruction* context) : MatrixOp(context, /*broadcasts=*/true) {
    OP_REQUIRES_OK(context, context->GetAttr("lower", &lower_));
    OP_REQUIRES_OK(context, context->GetAttr("adjoint", &adjoint_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[1].rows, sizes[1].cols}));
    if (sizes[0].rows == 0) return absl::InvalidArgumentError("In[0] must have a band at least.");
    if (sizes[0].cols == sizes[1].rows) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("In[0] mismatch In[1] shape: ", sizes[0].cols, " vs. ", sizes[1].rows));
  }

  // Row by row, each less what the rows found before are worth in it; from the first row on, or, of
  // what is upper or the adjoint of what is lower, from the last.
  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(1), k = problem.cols(1);
    T* const x = problem.out<T>(0);
    std::copy_n(problem.in<T>(1), n * k, x);
    const int64_t before = lower_ != adjoint_ ? -1 : 1;
    for (int64_t step = 0; step < n; ++step) {
      const int64_t i = before < 0 ? step : n - 1 - step;
      const T diagonal = Element(problem, 0, i);
      if (diagonal == T(0)) return absl::InvalidArgumentError("Input matrix is not invertible.");
      for (int64_t band = 1; band < problem.rows(0) && band <= step; ++band) {
        const int64_t other = i + before * band;
        AddRow(x + other * k, -Element(problem, band, adjoint_ ? other : i), k, x + i * k);
      }
      for (int64_t j = 0; j < k; ++j) x[i * k + j] /= diagonal;
    }
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override {
    return 50 + static_cast<double>(sizes[0].rows) * static_cast<double>(sizes[1].rows) *
                    static_cast<double>(sizes[1].cols);
  }
  int64_t Scratch(const MatrixSizes&) const override { return 0; }

 private:
  T Element(const MatrixProblem& problem, int64_t band, int64_t i) const {
    const int64_t row = lower_ ? band : problem.rows(0) - 1 - band;
    const T element = problem.in<T>(0)[row * problem.cols(0) + i];
    return adjoint_ ? Conjugate(element) : element;
  }

  bool lower_ = true;
  bool adjoint_ = false;
};

// Inputs: what is above the diagonal, the diagonal, what is below, the factor. The last element
// above and the first below are not looked at.
template <typename T>
class TridiagonalProductOp : public MatrixOp {
 public:
  explicit TridiagonalProductOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[3].rows, sizes[3].cols}));
    const char* const names[] = {"superdiagonal", "main diagonal", "subdiagonal"};
    for (size_t i = 0; i < 3; ++i) {
      if (sizes[i].rows == 1 && sizes[i].cols == sizes[3].rows) continue;
      return absl::InvalidArgumentError(absl::StrCat("Invalid ", names[i], " shape."));
    }
    return absl::OkStatus();
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(3), k = problem.cols(3);
    const T* const rhs = problem.in<T>(3);
    T* const out = problem.out<T>(0);
    std::fill_n(out, n * k, T(0));
    for (int64_t i = 0; i < n; ++i) {
      T* const row = out + i * k;
      AddRow(rhs + i * k, problem.in<T>(1)[i], k, row);
      if (i > 0) AddRow(rhs + (i - 1) * k, problem.in<T>(2)[i], k, row);
      if (i + 1 < n) AddRow(rhs + (i + 1) * k, problem.in<T>(0)[i], k, row);
    }
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override {
    return 50 + 3 * static_cast<double>(sizes[3].rows) * static_cast<double>(sizes[3].cols);
  }
  int64_t Scratch(const MatrixSizes&) const override { return 0; }
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("BandedTriangularSolve").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BandedSolveOp<T>);                                                       \
  REGISTER_KERNEL_BUILDER(Name("TridiagonalMatMul").Device(DEVICE_CPU).TypeConstraint<T>("T"),     \
                          TridiagonalProductOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

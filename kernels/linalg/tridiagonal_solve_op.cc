// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Systems of equations whose matrices are 0 but for three diagonals.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace {

// A row of the upper triangle that elimination makes: the diagonal and two elements behind it.
template <typename T>
struct UpperRow {
  T diagonal = T(0);
  T next = T(0);
  T second = T(0);
};

// Gauss's elimination. Row i has only the row above it to be cleared of; with pivoting the two are
// exchanged where the lower has the larger element, which brings one element more.
//
// Example: [1 1 0; 4 1 1; 0 1 1] begins with the second row, and the first becomes [0 3/4 -1/4].
template <typename T>
class TridiagonalSolveOp : public MatrixOp {
 public:
  explicit TridiagonalSolveOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("partial_pivoting", &pivots_));
    OP_REQUIRES_OK(context, context->GetAttr("perturb_singular", &perturbs_));
    OP_REQUIRES(context, pivots_ || !perturbs_,
                absl::InvalidArgumentError("Setting perturb_singular requires partial_pivoting."));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[1].rows, sizes[1].cols}));
    if (sizes[0].rows != 3) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected diagonals to have 3 rows, got ", sizes[0].rows));
    }
    if (sizes[0].cols == sizes[1].rows) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("The length of diagonals, ", sizes[0].cols,
                     ", is not the number of right-hand sides' rows, ", sizes[1].rows));
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(1), k = problem.cols(1);
    T* const x = problem.out<T>(0);
    std::copy_n(problem.in<T>(1), n * k, x);
    std::vector<UpperRow<T>> upper(static_cast<size_t>(n));
    if (!Eliminate(problem, &upper, x)) {
      std::fill_n(x, n * k, T(std::numeric_limits<solvers::Real<T>>::quiet_NaN()));
      return absl::OkStatus();
    }
    for (int64_t i = n - 1; i >= 0; --i) {
      const UpperRow<T>& row = upper[static_cast<size_t>(i)];
      T* const to = x + i * k;
      if (i + 1 < n) AddRow(to + k, -row.next, k, to);
      if (i + 2 < n) AddRow(to + 2 * k, -row.second, k, to);
      for (int64_t j = 0; j < k; ++j) to[j] /= row.diagonal;
    }
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override {
    return 50 + 10 * static_cast<double>(sizes[1].rows) * static_cast<double>(1 + sizes[1].cols);
  }
  int64_t Scratch(const MatrixSizes& sizes) const override { return 3 * sizes[1].rows; }

 private:
  static void AddRow(const T* from, T factor, int64_t n, T* to) {
    for (int64_t i = 0; i < n; ++i) to[i] += factor * from[i];
  }

  // False if a pivot is 0. What is above the diagonals ends, and what is
  // below begins, with an element that counts for nothing.
  bool Eliminate(const MatrixProblem& problem, std::vector<UpperRow<T>>* upper, T* x) const {
    const int64_t n = problem.rows(1), k = problem.cols(1);
    const T *above = problem.in<T>(0), *diagonal = above + n, *below = diagonal + n;
    const solvers::Real<T> least = perturbs_ ? LeastPivot(above, n) : 0;
    UpperRow<T> row{diagonal[0], n > 1 ? above[0] : T(0), T(0)};
    for (int64_t i = 0; i < n; ++i) {
      const bool is_last = i + 1 == n;
      UpperRow<T> next;
      if (!is_last) next = {diagonal[i + 1], i + 2 < n ? above[i + 1] : T(0), T(0)};
      T under = is_last ? T(0) : below[i + 1];
      if (pivots_ && std::abs(under) > std::abs(row.diagonal)) {
        const UpperRow<T> lower{under, next.diagonal, next.next};
        under = row.diagonal;
        next = {row.next, row.second, T(0)};
        row = lower;
        std::swap_ranges(x + i * k, x + (i + 1) * k, x + (i + 1) * k);
      }
      if (std::abs(row.diagonal) < least) row.diagonal = least;
      if (row.diagonal == T(0)) return false;
      (*upper)[static_cast<size_t>(i)] = row;
      if (is_last) break;
      const T factor = under / row.diagonal;
      next.diagonal -= factor * row.next;
      next.next -= factor * row.second;
      AddRow(x + i * k, -factor, k, x + (i + 1) * k);
      row = next;
    }
    return true;
  }

  // Replaces a pivot that is nearly 0.
  static solvers::Real<T> LeastPivot(const T* elements, int64_t n) {
    solvers::Real<T> largest = std::numeric_limits<solvers::Real<T>>::min();
    for (int64_t i = 0; i < 3 * n; ++i) {
      if (i != n - 1 && i != 2 * n) largest = std::max(largest, std::abs(elements[i]));
    }
    return largest * std::numeric_limits<solvers::Real<T>>::epsilon();
  }

  bool pivots_ = true;
  bool perturbs_ = false;
};

#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("TridiagonalSolve").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          TridiagonalSolveOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Decompositions.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace {

template <typename T>
constexpr T NotANumber() {
  return T(std::numeric_limits<solvers::Real<T>>::quiet_NaN());
}

// A matrix that is not positive definite has NaNs for its factor, as TensorFlow has it.
template <typename T>
class CholeskyOp : public MatrixOp {
 public:
  explicit CholeskyOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows, sizes[0].cols}));
    return CheckSquare(sizes[0]);
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(0);
    T* const out = problem.out<T>(0);
    if (solvers::FactorCholesky(problem.in<T>(0), n, out)) return absl::OkStatus();
    for (int64_t row = 0; row < n; ++row)
      std::fill(out + row * n, out + row * n + row + 1, NotANumber<T>());
    return absl::OkStatus();
  }
};

template <typename T>
class CholeskyGradOp : public MatrixOp {
 public:
  explicit CholeskyGradOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows, sizes[0].cols}));
    OPGRAFT_RETURN_IF_ERROR(CheckSquare(sizes[0]));
    if (sizes[0].rows == sizes[1].rows && sizes[0].cols == sizes[1].cols) return absl::OkStatus();
    return absl::InvalidArgumentError("Inputs (L and grad) must have the same shape.");
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    solvers::CholeskyGrad(problem.in<T>(0), problem.in<T>(1), problem.rows(0), problem.out<T>(0));
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override { return 3 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override { return 3 * MatrixOp::Scratch(sizes); }
};

template <typename T, typename Index>
class LuOp : public MatrixOp {
 public:
  explicit LuOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows, sizes[0].cols}));
    outputs->push_back(TensorShape({sizes[0].rows}));
    return CheckSquare(sizes[0]);
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(0);
    std::vector<int64_t> order(static_cast<size_t>(n));
    if (!solvers::FactorLu(problem.in<T>(0), n, problem.out<T>(0), order.data()))
      return absl::InvalidArgumentError("Input is not invertible.");
    std::transform(order.begin(), order.end(), problem.out<Index>(1),
                   [](int64_t row) { return static_cast<Index>(row); });
    return absl::OkStatus();
  }
};

template <typename T>
class QrOp : public MatrixOp {
 public:
  explicit QrOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("full_matrices", &full_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    const int64_t inner = Inner(sizes[0]);
    outputs->push_back(TensorShape({sizes[0].rows, inner}));
    outputs->push_back(TensorShape({inner, sizes[0].cols}));
    return absl::OkStatus();
  }

  bool SolvesEmpty() const override { return true; }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const MatrixSize size = problem.sizes()[0];
    const int64_t inner = Inner(size);
    if (size.rows > 0 && size.cols > 0) {
      solvers::FactorQr(problem.in<T>(0), size.rows, size.cols, inner, problem.out<T>(0),
                        problem.out<T>(1));
      return absl::OkStatus();
    }
    // Of no columns: q is the identity.
    std::fill_n(problem.out<T>(0), size.rows * inner, T(0));
    for (int64_t i = 0; i < inner; ++i) problem.out<T>(0)[i * inner + i] = T(1);
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override { return 3 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override {
    return MatrixOp::Scratch(sizes) + 2 * sizes[0].rows * Inner(sizes[0]);
  }

 private:
  int64_t Inner(const MatrixSize& size) const {
    return full_ ? size.rows : std::min(size.rows, size.cols);
  }

  bool full_ = false;
};

template <typename T>
class SvdOp : public MatrixOp {
 public:
  explicit SvdOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("compute_uv", &vectors_));
    OP_REQUIRES_OK(context, context->GetAttr("full_matrices", &full_));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    const int64_t m = sizes[0].rows, n = sizes[0].cols, inner = std::min(m, n);
    outputs->push_back(TensorShape({inner}));
    if (vectors_) {
      outputs->push_back(TensorShape({m, full_ ? m : inner}));
      outputs->push_back(TensorShape({n, full_ ? n : inner}));
    } else {
      outputs->insert(outputs->end(), 2, TensorShape({0}));
    }
    return absl::OkStatus();
  }

  bool HasOutput(int index) const override { return vectors_ || index == 0; }
  bool SolvesEmpty() const override { return true; }

  // What is not finite has no decomposition: all of it is NaN.
  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t m = problem.rows(0), n = problem.cols(0), inner = std::min(m, n);
    T* const u = vectors_ ? problem.out<T>(1) : nullptr;
    T* const v = vectors_ ? problem.out<T>(2) : nullptr;
    if (inner == 0) {
      SetIdentity(m, u);
      SetIdentity(n, v);
    } else if (!solvers::FactorSvd(problem.in<T>(0), m, n, full_, problem.out<T>(0), u, v)) {
      std::fill_n(problem.out<T>(0), inner, NotANumber<T>());
      if (vectors_) std::fill_n(u, m * (full_ ? m : inner), NotANumber<T>());
      if (vectors_) std::fill_n(v, n * (full_ ? n : inner), NotANumber<T>());
    }
    return absl::OkStatus();
  }

  double Cost(const MatrixSizes& sizes) const override { return 40 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override {
    const int64_t side = std::max(sizes[0].rows, sizes[0].cols);
    return 4 * MatrixOp::Scratch(sizes) + (full_ ? 2 * side * side : 0);
  }

 private:
  void SetIdentity(int64_t side, T* matrix) const {
    if (matrix == nullptr || !full_) return;
    std::fill_n(matrix, side * side, T(0));
    for (int64_t i = 0; i < side; ++i) matrix[i * side + i] = T(1);
  }

  bool vectors_ = true;
  bool full_ = false;
};

// SelfAdjointEigV2; and Eig, whose outputs, of type T, are complex.
template <typename T, typename Input, bool kSelfAdjoint>
class EigOp : public MatrixOp {
 public:
  explicit EigOp(OpKernelConstruction* context) : MatrixOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("compute_v", &vectors_));
    const DataType expected = DataTypeToEnum<T>::v();
    OP_REQUIRES(context, output_type(0) == expected,
                absl::InvalidArgumentError(absl::StrCat("Invalid output dtype ",
                                                        static_cast<int>(output_type(0)), " vs ",
                                                        static_cast<int>(expected))));
  }

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    const int64_t n = sizes[0].rows;
    outputs->push_back(TensorShape({n}));
    outputs->push_back(vectors_ ? TensorShape({n, n}) : TensorShape({0}));
    return CheckSquare(sizes[0]);
  }

  bool HasOutput(int index) const override { return vectors_ || index == 0; }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(0);
    T* const vectors = vectors_ ? problem.out<T>(1) : nullptr;
    bool found = false;
    if constexpr (kSelfAdjoint) {
      found = solvers::FactorSelfAdjoint(problem.in<T>(0), n, problem.out<T>(0), vectors);
    } else if constexpr (std::is_same<T, Input>::value) {
      found = solvers::FactorEigen(problem.in<T>(0), n, problem.out<T>(0), vectors);
    } else {
      const std::vector<T> matrix(problem.in<Input>(0), problem.in<Input>(0) + n * n);
      found = solvers::FactorEigen(matrix.data(), n, problem.out<T>(0), vectors);
    }
    if (found) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(kSelfAdjoint ? "Self-adjoint eigen" : "Eigen",
                     " decomposition was not successful. The input might not be valid."));
  }

  double Cost(const MatrixSizes& sizes) const override { return 20 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override { return 5 * MatrixOp::Scratch(sizes); }

 private:
  bool vectors_ = true;
};

// What SelfAdjointEig was: the eigenvalues in a row above the eigenvectors.
template <typename T>
class EigInOneOp : public MatrixOp {
 public:
  explicit EigInOneOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows + 1, sizes[0].rows}));
    return CheckSquare(sizes[0]);
  }

  absl::Status Solve(const MatrixProblem& problem) const override {
    const int64_t n = problem.rows(0);
    T* const out = problem.out<T>(0);
    if (solvers::FactorSelfAdjoint(problem.in<T>(0), n, out, out + n)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        "Self-adjoint eigen decomposition was not successful. The input might not be valid.");
  }

  double Cost(const MatrixSizes& sizes) const override { return 20 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override { return 5 * MatrixOp::Scratch(sizes); }
};

#define REGISTER_AS(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER_LU(T, Index)                                            \
  REGISTER_KERNEL_BUILDER(Name("Lu")                                     \
                              .Device(DEVICE_CPU)                        \
                              .TypeConstraint<T>("T")                    \
                              .TypeConstraint<Index>("output_idx_type"), \
                          LuOp<T, Index>);
#define REGISTER(T)                         \
  REGISTER_AS("Cholesky", T, CholeskyOp<T>) \
  REGISTER_LU(T, int32)                     \
  REGISTER_LU(T, int64)                     \
  REGISTER_AS("Qr", T, QrOp<T>)             \
  REGISTER_AS("Svd", T, SvdOp<T>)           \
  REGISTER_AS("BatchSvd", T, SvdOp<T>)      \
  REGISTER_AS("SelfAdjointEigV2", T, EigOp<T, T, true>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
REGISTER_AS("Qr", half, QrOp<float>);
#define REGISTER_REAL(T)                                     \
  REGISTER_AS("BatchCholesky", T, CholeskyOp<T>)             \
  REGISTER_AS("CholeskyGrad", T, CholeskyGradOp<T>)          \
  REGISTER_AS("BatchCholeskyGrad", T, CholeskyGradOp<T>)     \
  REGISTER_AS("BatchSelfAdjointEigV2", T, EigOp<T, T, true>) \
  REGISTER_AS("SelfAdjointEig", T, EigInOneOp<T>)            \
  REGISTER_AS("BatchSelfAdjointEig", T, EigInOneOp<T>)
TF_CALL_float(REGISTER_REAL);
TF_CALL_double(REGISTER_REAL);
REGISTER_AS("Eig", float, EigOp<complex64, float, false>);
REGISTER_AS("Eig", double, EigOp<complex128, double, false>);
REGISTER_AS("Eig", complex64, EigOp<complex64, complex64, false>);
REGISTER_AS("Eig", complex128, EigOp<complex128, complex128, false>);
#undef REGISTER
#undef REGISTER_REAL
#undef REGISTER_LU
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

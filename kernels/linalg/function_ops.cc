// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of square matrices.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/linalg/matrix_op.h"
#include "kernels/linalg/matrix_roots.h"

namespace opgraft_internal {
namespace {

class FunctionOp : public MatrixOp {
 public:
  explicit FunctionOp(OpKernelConstruction* context) : MatrixOp(context) {}

 protected:
  absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const override {
    outputs->push_back(TensorShape({sizes[0].rows, sizes[0].cols}));
    return CheckSquare(sizes[0]);
  }
  double Cost(const MatrixSizes& sizes) const override { return 30 * MatrixOp::Cost(sizes); }
  int64_t Scratch(const MatrixSizes& sizes) const override { return 6 * MatrixOp::Scratch(sizes); }
};

template <typename T>
class LogarithmOp : public FunctionOp {
 public:
  using FunctionOp::FunctionOp;

 protected:
  absl::Status Solve(const MatrixProblem& problem) const override {
    MatrixLogarithm(problem.in<T>(0), problem.rows(0), problem.out<T>(0));
    return absl::OkStatus();
  }
};

// A real matrix has a real root unless an eigenvalue is negative; then it has none.
template <typename T>
void RealRoot(const T* matrix, int64_t n, T* result) {
  const auto count = static_cast<size_t>(n * n);
  std::vector<std::complex<T>> in(matrix, matrix + count), out(count);
  MatrixSquareRoot(in.data(), n, out.data());
  T real = 0, imaginary = 0;
  for (size_t i = 0; i < count; ++i) {
    real = std::max(real, std::fabs(out[i].real()));
    imaginary = std::max(imaginary, std::fabs(out[i].imag()));
    result[i] = out[i].real();
  }
  if (imaginary > std::sqrt(std::numeric_limits<T>::epsilon()) * real)
    std::fill_n(result, count, std::numeric_limits<T>::quiet_NaN());
}

template <typename T>
class SquareRootOp : public FunctionOp {
 public:
  using FunctionOp::FunctionOp;

 protected:
  absl::Status Solve(const MatrixProblem& problem) const override {
    const T* const in = problem.in<T>(0);
    if constexpr (std::is_floating_point_v<T>) {
      RealRoot(in, problem.rows(0), problem.out<T>(0));
    } else {
      MatrixSquareRoot(in, problem.rows(0), problem.out<T>(0));
    }
    return absl::OkStatus();
  }
};

#define REGISTER_AS(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel<T>);
#define REGISTER(T) REGISTER_AS("MatrixSquareRoot", T, SquareRootOp)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
REGISTER_AS("MatrixLogarithm", complex64, LogarithmOp)
REGISTER_AS("MatrixLogarithm", complex128, LogarithmOp)
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

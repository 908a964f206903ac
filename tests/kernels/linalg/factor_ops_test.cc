// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Decompositions are unique up to signs, or phases: what counts is that their product is the input,
// and that what is to be orthonormal is.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "Eigen/Core"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

using Matrix = Eigen::MatrixXcd;

template <typename T>
T Made(double re, double im) {
  if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    using Real = typename T::value_type;
    return T(static_cast<Real>(re), static_cast<Real>(im));
  } else {
    return static_cast<T>(re);
  }
}

template <typename T>
Tensor Random(const TensorShape& shape, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> numbers(-1, 1);
  Tensor tensor(DataTypeToEnum<T>::v(), shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<T>()(i) = Made<T>(numbers(random), numbers(random));
  return tensor;
}

// Matrix number `index` of a batch, or a vector as a column.
template <typename T>
Matrix At(const Tensor& tensor, int64_t index, bool vector = false) {
  const int64_t cols = vector ? 1 : tensor.dim_size(tensor.dims() - 1);
  const int64_t rows = tensor.dim_size(tensor.dims() - (vector ? 1 : 2));
  Matrix matrix(rows, cols);
  for (int64_t i = 0; i < matrix.size(); ++i) {
    const std::complex<double> element(tensor.flat<T>()(index * matrix.size() + i));
    matrix(i / cols, i % cols) = element;
  }
  return matrix;
}

template <typename T>
double Tolerance() {
  return sizeof(Made<T>(0, 0)) / (std::is_floating_point_v<T> ? 1 : 2) == 4 ? 2e-5 : 1e-12;
}

template <typename T>
void ExpectNear(const Matrix& a, const Matrix& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  if (a.size() > 0) {
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(),
              Tolerance<T>() * static_cast<double>(10 + std::max(a.rows(), a.cols())));
  }
}

template <typename T>
void ExpectOrthonormal(const Matrix& q) {
  ExpectNear<T>(q.adjoint() * q, Matrix::Identity(q.cols(), q.cols()));
}

std::vector<Tensor> Call(const std::string& op, const std::vector<Tensor>& inputs,
                         const TestAttrs& attrs = {}) {
  const auto outputs = CallOp(op, inputs, attrs);
  EXPECT_TRUE(outputs.ok()) << op << ": " << outputs.status();
  return outputs.ok() ? *outputs : std::vector<Tensor>(3);
}

template <typename T>
class Factors : public testing::Test {};
using Types = testing::Types<float, double, complex64, complex128>;
TYPED_TEST_SUITE(Factors, Types);

TYPED_TEST(Factors, OfQrMakeTheInput) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair(1, 1), std::pair(5, 3), std::pair(3, 5), std::pair(4, 4),
                             std::pair(130, 60), std::pair(60, 130)}) {
    for (const bool full : {false, true}) {
      const Tensor in = Random<T>({2, m, n}, 1);
      const auto out = Call("Qr", {in}, {{"full_matrices", BoolAttr(full)}});
      for (int i = 0; i < 2; ++i) {
        const Matrix q = At<T>(out[0], i), r = At<T>(out[1], i);
        EXPECT_EQ(q.cols(), full ? m : std::min(m, n));
        ExpectOrthonormal<T>(q);
        ExpectNear<T>(q * r, At<T>(in, i));
        ExpectNear<T>(r, Matrix(r.template triangularView<Eigen::Upper>()));
      }
    }
  }
}

TYPED_TEST(Factors, OfSvdMakeTheInput) {
  using T = TypeParam;
  for (const auto& [m, n] : {std::pair(1, 1), std::pair(5, 3), std::pair(3, 5), std::pair(4, 4),
                             std::pair(70, 20), std::pair(20, 70)}) {
    for (const bool full : {false, true}) {
      const Tensor in = Random<T>({2, m, n}, 2);
      const auto out = Call("Svd", {in}, {{"full_matrices", BoolAttr(full)}});
      const auto alone = Call("Svd", {in}, {{"compute_uv", BoolAttr(false)}});
      EXPECT_EQ(TensorText(alone[1]).substr(TensorText(alone[1]).find('[')), "[0]");
      for (int i = 0; i < 2; ++i) {
        const Matrix s = At<T>(out[0], i, true), u = At<T>(out[1], i), v = At<T>(out[2], i);
        EXPECT_EQ(u.cols(), full ? m : std::min(m, n));
        EXPECT_EQ(v.cols(), full ? n : std::min(m, n));
        ExpectOrthonormal<T>(u);
        ExpectOrthonormal<T>(v);
        const int inner = std::min(m, n);
        ExpectNear<T>(u.leftCols(inner) * s.col(0).asDiagonal() * v.leftCols(inner).adjoint(),
                      At<T>(in, i));
        ExpectNear<T>(At<T>(alone[0], i, true), s);
        for (int k = 1; k < inner; ++k) EXPECT_LE(s(k).real(), s(k - 1).real());
      }
    }
  }
}

TYPED_TEST(Factors, OfSelfAdjointEigMakeTheInput) {
  using T = TypeParam;
  const Tensor in = Random<T>({3, 20, 20}, 3);
  const auto out = Call("SelfAdjointEigV2", {in});
  const auto alone = Call("SelfAdjointEigV2", {in}, {{"compute_v", BoolAttr(false)}});
  for (int i = 0; i < 3; ++i) {
    const Matrix e = At<T>(out[0], i, true), v = At<T>(out[1], i);
    Matrix whole = At<T>(in, i).template selfadjointView<Eigen::Lower>();
    whole.diagonal() = whole.diagonal().real().eval();
    ExpectOrthonormal<T>(v);
    ExpectNear<T>(v * e.col(0).asDiagonal() * v.adjoint(), whole);
    ExpectNear<T>(At<T>(alone[0], i, true), e);
    for (int k = 1; k < 20; ++k) EXPECT_GE(e(k).real(), e(k - 1).real());
  }
}

TYPED_TEST(Factors, OfEigSatisfyTheEquation) {
  using T = TypeParam;
  using Out = std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, complex64>,
                                 complex64, complex128>;
  const Tensor in = Random<T>({2, 12, 12}, 4);
  const auto out = Call("Eig", {in}, {{"Tout", TypeAttr(DataTypeToEnum<Out>::v())}});
  for (int i = 0; i < 2; ++i) {
    const Matrix e = At<Out>(out[0], i, true), v = At<Out>(out[1], i), a = At<T>(in, i);
    ExpectNear<T>(a * v, v * e.col(0).asDiagonal());
    for (int k = 0; k < 12; ++k) EXPECT_NEAR(v.col(k).norm(), 1, 1e-4);
  }
}

TYPED_TEST(Factors, OfCholeskyAndLuMakeLargeInputs) {
  using T = TypeParam;
  constexpr int kSide = 150;
  const Tensor in = Random<T>({kSide, kSide}, 5);
  const Matrix a = At<T>(in, 0);
  const Matrix product = a * a.adjoint() / double{kSide} + Matrix::Identity(kSide, kSide);
  Tensor positive(in.dtype(), in.shape());
  for (int64_t i = 0; i < positive.NumElements(); ++i) {
    const std::complex<double> element = product(i / kSide, i % kSide);
    positive.flat<T>()(i) = Made<T>(element.real(), element.imag());
  }
  const Matrix rows = At<T>(positive, 0);
  const Matrix factor = At<T>(Call("Cholesky", {positive})[0], 0);
  ExpectNear<T>(factor * factor.adjoint(), rows);
  const auto out = Call("Lu", {positive});
  const Matrix lu = At<T>(out[0], 0);
  const Matrix lower = lu.template triangularView<Eigen::UnitLower>();
  const Matrix upper = lu.template triangularView<Eigen::Upper>();
  Matrix exchanged(kSide, kSide);
  for (int i = 0; i < kSide; ++i) exchanged.row(i) = rows.row(out[1].flat<int32_t>()(i));
  ExpectNear<T>(lower * upper, exchanged);
}

TEST(Cholesky, OfWhatIsNotPositiveIsNaNBelow) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto out = Call("Cholesky", {Tensor::Of({1.0f, 2.0f, 2.0f, 4.0f}, {2, 2})});
  EXPECT_EQ(TensorText(out[0]), TensorText(Tensor::Of({nan, 0.0f, nan, nan}, {2, 2})));
}

TEST(ManyFactors, AreSharedByThreads) {
  const Tensor in = Random<double>({500, 4, 4}, 6);
  const auto out = Call("Qr", {in});
  for (int i = 0; i < 500; ++i)
    ExpectNear<double>(At<double>(out[0], i) * At<double>(out[1], i), At<double>(in, i));
}

}  // namespace
}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// By the Schur form, A = U T U^H: f(A) = U f(T) U^H, and f of a triangle is a triangle. The ways
// are those of N. J. Higham, "Functions of Matrices", 2008, chapters 6 and 11. The form takes much
// longer than what is done with it here, which is why these products are plain.
#include "kernels/linalg/matrix_roots.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "kernels/linalg/schur_solvers.h"
#include "kernels/linalg/solvers.h"

namespace opgraft_internal {
namespace {

using solvers::Real;

// Square, by rows.
template <typename T>
struct Square {
  explicit Square(int64_t size) : n(size), elements(static_cast<size_t>(size * size)) {}

  T* row(int64_t i) { return elements.data() + i * n; }
  const T* row(int64_t i) const { return elements.data() + i * n; }

  int64_t n;
  std::vector<T> elements;
};

// to[i] += factor * from[i] for i in [begin, end). Without what std::complex does for infinities.
template <typename R>
void AddRow(const std::complex<R>* from, std::complex<R> factor, int64_t begin, int64_t end,
            std::complex<R>* to) {
  const R re = factor.real(), im = factor.imag();
  for (int64_t i = begin; i < end; ++i) {
    const R x = from[i].real(), y = from[i].imag();
    to[i] += std::complex<R>(re * x - im * y, re * y + im * x);
  }
}

template <typename T>
void SetNone(int64_t n, T* result) {
  std::fill_n(result, n * n, T(std::numeric_limits<Real<T>>::quiet_NaN()));
}

// R with R R = T, from the last row up: row i of T is the sum over k of R(i, k) times row k of R,
// so what comes before in that sum tells the next element.
template <typename T>
Square<T> RootOf(const Square<T>& t) {
  const int64_t n = t.n;
  Square<T> root(n);
  for (int64_t i = n - 1; i >= 0; --i) {
    T* const row = root.row(i);
    std::copy_n(t.row(i), n, row);
    row[i] = std::sqrt(row[i]);
    for (int64_t j = i + 1; j < n; ++j) {
      const T both = row[i] + root.row(j)[j];
      if (row[j] != T(0)) row[j] /= both;
      AddRow(root.row(j), -row[j], j + 1, n, row);
    }
  }
  return root;
}

// U M U^H, of an upper triangle M.
template <typename T>
void TurnBack(const Square<T>& u, const Square<T>& m, T* result) {
  const int64_t n = m.n;
  Square<T> adjoint(n);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) adjoint.row(j)[i] = std::conj(u.row(i)[j]);
  }
  std::vector<T> line(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) {
    std::fill(line.begin(), line.end(), T(0));
    for (int64_t k = 0; k < n; ++k) AddRow(m.row(k), u.row(i)[k], k, n, line.data());
    T* const to = result + i * n;
    std::fill_n(to, n, T(0));
    for (int64_t k = 0; k < n; ++k) AddRow(adjoint.row(k), line[static_cast<size_t>(k)], 0, n, to);
  }
}

// The largest sum of a row of T - 1.
template <typename T>
Real<T> FromOne(const Square<T>& t) {
  Real<T> largest = 0;
  for (int64_t i = 0; i < t.n; ++i) {
    Real<T> sum = std::abs(t.row(i)[i] - T(1));
    for (int64_t j = i + 1; j < t.n; ++j) sum += std::abs(t.row(i)[j]);
    if (!(sum <= largest)) largest = sum;
  }
  return largest;
}

// Of T near 1, by Gauss's quadrature of the integral of X / (1 + x X) over x in [0, 1], X = T - 1.
template <typename T>
Square<T> LogNearOne(const Square<T>& t) {
  constexpr double kNodes[] = {-0.9491079123427585, -0.7415311855993945, -0.4058451513773972, 0,
                               0.4058451513773972,  0.7415311855993945,  0.9491079123427585};
  constexpr double kWeights[] = {0.1294849661688697, 0.2797053914892766, 0.3818300505051189,
                                 0.4179591836734694, 0.3818300505051189, 0.2797053914892766,
                                 0.1294849661688697};
  const int64_t n = t.n;
  Square<T> x = t, divisor(n), part(n), sum(n);
  for (int64_t i = 0; i < n; ++i) x.row(i)[i] -= T(1);
  for (int node = 0; node < 7; ++node) {
    const T scale(static_cast<Real<T>>((1 + kNodes[node]) / 2));
    const T weight(static_cast<Real<T>>(kWeights[node] / 2));
    for (size_t i = 0; i < x.elements.size(); ++i) divisor.elements[i] = scale * x.elements[i];
    for (int64_t i = 0; i < n; ++i) divisor.row(i)[i] += T(1);
    solvers::SolveTriangular(divisor.row(0), x.row(0), n, n, /*lower=*/false, /*adjoint=*/false,
                             part.row(0));
    for (size_t i = 0; i < x.elements.size(); ++i) sum.elements[i] += weight * part.elements[i];
  }
  return sum;
}

}  // namespace

template <typename T>
void MatrixSquareRoot(const T* matrix, int64_t n, T* root) {
  Square<T> t(n), u(n);
  if (!solvers::FactorSchur(matrix, n, t.row(0), u.row(0))) return SetNone(n, root);
  TurnBack(u, RootOf(t), root);
}

// log(T) = 2^s log(T^(1 / 2^s)).
template <typename T>
void MatrixLogarithm(const T* matrix, int64_t n, T* logarithm) {
  constexpr double kNear = 0.2642960831111435;  // where the quadrature is exact up to rounding
  constexpr int kMaxRoots = 100;                // far more than any finite number takes
  Square<T> t(n), u(n);
  if (!solvers::FactorSchur(matrix, n, t.row(0), u.row(0))) return SetNone(n, logarithm);
  int roots = 0;
  while (!(static_cast<double>(FromOne(t)) < kNear)) {
    if (++roots > kMaxRoots) return SetNone(n, logarithm);  // an eigenvalue is 0
    t = RootOf(t);
  }
  Square<T> result = LogNearOne(t);
  for (T& element : result.elements) element *= std::ldexp(Real<T>(1), roots);
  TurnBack(u, result, logarithm);
}

template void MatrixSquareRoot(const std::complex<float>*, int64_t, std::complex<float>*);
template void MatrixSquareRoot(const std::complex<double>*, int64_t, std::complex<double>*);
template void MatrixLogarithm(const std::complex<float>*, int64_t, std::complex<float>*);
template void MatrixLogarithm(const std::complex<double>*, int64_t, std::complex<double>*);

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The passes are those of Stockham (in Van Loan, "Computational Frameworks for the Fast Fourier
// Transform", 1992); the chirp is Bluestein's (1970).
#include "kernels/spectral/fft_plan.h"

#include <algorithm>
#include <cmath>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A factor r costs r operations an element: from here on a convolution is cheaper.
constexpr int64_t kMaxRadix = 31;

template <typename C>
C Add(C a, C b) {
  return {a.re + b.re, a.im + b.im};
}
template <typename C>
C Sub(C a, C b) {
  return {a.re - b.re, a.im - b.im};
}
template <typename C>
C Mul(C a, C b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <typename C, typename T>
C Scale(C a, T s) {
  return {a.re * s, a.im * s};
}
// a times -i.
template <typename C>
C TurnBack(C a) {
  return {a.im, -a.re};
}

// The transform of R elements, in place.
template <int R>
struct Butterfly;

template <>
struct Butterfly<2> {
  template <typename C>
  static void Run(C* a, const C*) {
    const C sum = Add(a[0], a[1]);
    a[1] = Sub(a[0], a[1]);
    a[0] = sum;
  }
};

template <>
struct Butterfly<3> {
  template <typename C>
  static void Run(C* a, const C* roots) {
    const C sum = Add(a[1], a[2]);
    const C middle = Add(a[0], Scale(sum, roots[1].re));
    const C turned = TurnBack(Scale(Sub(a[1], a[2]), -roots[1].im));
    a[0] = Add(a[0], sum);
    a[1] = Add(middle, turned);
    a[2] = Sub(middle, turned);
  }
};

template <>
struct Butterfly<4> {
  template <typename C>
  static void Run(C* a, const C*) {
    const C even = Add(a[0], a[2]), even_odd = Sub(a[0], a[2]);
    const C odd = Add(a[1], a[3]), turned = TurnBack(Sub(a[1], a[3]));
    a[0] = Add(even, odd);
    a[1] = Add(even_odd, turned);
    a[2] = Sub(even, odd);
    a[3] = Sub(even_odd, turned);
  }
};

template <>
struct Butterfly<5> {
  template <typename C>
  static void Run(C* a, const C* roots) {
    const C sum1 = Add(a[1], a[4]), sum2 = Add(a[2], a[3]);
    const C diff1 = Sub(a[1], a[4]), diff2 = Sub(a[2], a[3]);
    const C middle1 = Add(a[0], Add(Scale(sum1, roots[1].re), Scale(sum2, roots[2].re)));
    const C middle2 = Add(a[0], Add(Scale(sum1, roots[2].re), Scale(sum2, roots[1].re)));
    const C turned1 = TurnBack(Add(Scale(diff1, -roots[1].im), Scale(diff2, -roots[2].im)));
    const C turned2 = TurnBack(Sub(Scale(diff1, -roots[2].im), Scale(diff2, -roots[1].im)));
    a[0] = Add(a[0], Add(sum1, sum2));
    a[1] = Add(middle1, turned1);
    a[2] = Add(middle2, turned2);
    a[3] = Sub(middle2, turned2);
    a[4] = Sub(middle1, turned1);
  }
};

// One pass: of `next` transforms for each of `stride` columns, elements of one transform lie next *
// stride apart and go side by side.
template <int R, typename C>
void RunPass(const C* from, C* to, int64_t next, int64_t stride, const C* twiddles,
             const C* roots) {
  for (int64_t j = 0; j < next; ++j) {
    const C* const w = twiddles + j * (R - 1);
    const C* const in = from + j * stride;
    C* const out = to + j * stride * R;
    for (int64_t q = 0; q < stride; ++q) {
      C a[R];
      for (int k = 0; k < R; ++k) a[k] = in[q + k * next * stride];
      Butterfly<R>::Run(a, roots);
      out[q] = a[0];
      for (int k = 1; k < R; ++k) out[q + k * stride] = Mul(a[k], w[k - 1]);
    }
  }
}

// The same for a prime that has no butterfly, by the definition.
template <typename C>
void RunPrimePass(int64_t radix, const C* from, C* to, int64_t next, int64_t stride,
                  const C* twiddles, const C* roots) {
  for (int64_t j = 0; j < next; ++j) {
    for (int64_t q = 0; q < stride; ++q) {
      for (int64_t k = 0; k < radix; ++k) {
        C sum = {0, 0};
        for (int64_t i = 0; i < radix; ++i)
          sum = Add(sum, Mul(from[q + (j + i * next) * stride], roots[i * k % radix]));
        to[q + (j * radix + k) * stride] =
            k == 0 ? sum : Mul(sum, twiddles[j * (radix - 1) + k - 1]);
      }
    }
  }
}

// The radices of the passes; the last is larger than kMaxRadix if n has such a factor.
std::vector<int64_t> Factors(int64_t n) {
  std::vector<int64_t> factors;
  for (const int64_t radix : {4, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31}) {
    for (; n % radix == 0; n /= radix) factors.push_back(radix);
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

// The least number from `least` on without factors but 2, 3 and 5.
int64_t SmoothFrom(int64_t least) {
  int64_t best = 1;
  while (best < least) best *= 2;
  for (int64_t five = 1; five < best; five *= 5) {
    for (int64_t three = five; three < best; three *= 3) {
      int64_t smooth = three;
      while (smooth < least) smooth *= 2;
      best = std::min(best, smooth);
    }
  }
  return best;
}

}  // namespace

template <typename T>
absl::StatusOr<std::shared_ptr<const FftPlan<T>>> FftPlan<T>::Make(int64_t n) {
  std::shared_ptr<FftPlan> plan(new FftPlan(n));
  OPGRAFT_RETURN_IF_ERROR(plan->Init());
  return std::shared_ptr<const FftPlan>(std::move(plan));
}

template <typename T>
absl::Status FftPlan<T>::Init() {
  factors_ = Factors(n_);
  if (factors_.empty() || factors_.back() <= kMaxRadix) {
    int64_t elements = 0, rest = n_;
    for (const int64_t radix : factors_) {
      rest /= radix;
      elements += radix + rest * (radix - 1);
    }
    OPGRAFT_RETURN_IF_ERROR(table_.Allocate(elements));
    InitPasses();
    return absl::OkStatus();
  }
  OPGRAFT_ASSIGN_OR_RETURN(convolution_, Make(SmoothFrom(2 * n_ - 1)));
  OPGRAFT_RETURN_IF_ERROR(table_.Allocate(n_ + 2 * convolution_->size()));
  InitChirp();
  return absl::OkStatus();
}

// An angle of at most pi / 4, and what its sine and cosine are of the angle looked for: so
// multiples of pi / 2 are exact, and others nearly.
template <typename T>
FftComplex<T> FftPlan<T>::Root(int64_t k, int64_t n) {
  const int64_t octant = 8 * k / n, rest = 8 * k - octant * n;
  const bool backwards = octant % 2 == 1;
  const double angle =
      M_PI / 4 * static_cast<double>(backwards ? n - rest : rest) / static_cast<double>(n);
  const double near = std::cos(angle), far = std::sin(angle);
  // The axes that the angle lies beside, counterclockwise: x, y, -x, -y.
  const int64_t axis = (octant + 1) / 2 % 4;
  const double along = near, aside = backwards ? -far : far;
  const double x[] = {along, -aside, -along, aside};
  const double y[] = {aside, along, -aside, -along};
  return {static_cast<T>(x[axis]), static_cast<T>(-y[axis])};
}

template <typename T>
void FftPlan<T>::InitPasses() {
  int64_t length = n_;
  for (const int64_t radix : factors_) {
    const int64_t next = length / radix;
    Complex* const roots = table_.Take(radix);
    for (int64_t k = 0; k < radix; ++k) roots[k] = Root(k, radix);
    Complex* const twiddles = table_.Take(next * (radix - 1));
    for (int64_t j = 0; j < next; ++j) {
      for (int64_t k = 1; k < radix; ++k) twiddles[j * (radix - 1) + k - 1] = Root(j * k, length);
    }
    passes_.push_back({radix, roots, twiddles});
    length = next;
  }
}

template <typename T>
void FftPlan<T>::InitChirp() {
  const int64_t m = convolution_->size();
  Complex* const chirp = table_.Take(n_);
  Complex* const spectrum = table_.Take(m);
  for (int64_t k = 0; k < n_; ++k) {
    const auto square = static_cast<unsigned __int128>(k) * static_cast<unsigned __int128>(k);
    chirp[k] = Root(static_cast<int64_t>(square % static_cast<unsigned __int128>(2 * n_)), 2 * n_);
  }
  std::fill(spectrum, spectrum + m, Complex{0, 0});
  for (int64_t k = 0; k < n_; ++k)
    spectrum[k] = spectrum[(m - k) % m] = {chirp[k].re, -chirp[k].im};
  convolution_->Run(spectrum, table_.Take(m));
  for (int64_t k = 0; k < m; ++k) spectrum[k] = Scale(spectrum[k], T{1} / static_cast<T>(m));
  chirp_ = chirp;
  spectrum_ = spectrum;
}

template <typename T>
double FftPlan<T>::cost() const {
  if (convolution_ != nullptr) return 2 * convolution_->cost() + 5 * static_cast<double>(n_);
  double operations = 4;
  for (const int64_t radix : factors_) operations += radix <= 5 ? 3 : static_cast<double>(radix);
  return operations * static_cast<double>(n_);
}

template <typename T>
FftComplex<T>* FftPlan<T>::RunPasses(Complex* from, Complex* to) const {
  int64_t next = n_, stride = 1;
  for (const Pass& pass : passes_) {
    next /= pass.radix;
    switch (pass.radix) {
      case 2:
        RunPass<2>(from, to, next, stride, pass.twiddles, pass.roots);
        break;
      case 3:
        RunPass<3>(from, to, next, stride, pass.twiddles, pass.roots);
        break;
      case 4:
        RunPass<4>(from, to, next, stride, pass.twiddles, pass.roots);
        break;
      case 5:
        RunPass<5>(from, to, next, stride, pass.twiddles, pass.roots);
        break;
      default:
        RunPrimePass(pass.radix, from, to, next, stride, pass.twiddles, pass.roots);
    }
    stride *= pass.radix;
    std::swap(from, to);
  }
  return from;
}

template <typename T>
void FftPlan<T>::Run(Complex* data, Complex* scratch) const {
  if (convolution_ != nullptr) return RunChirp(data, scratch);
  const Complex* const result = RunPasses(data, scratch);
  if (result != data) std::copy(result, result + n_, data);
}

// jk = (j^2 + k^2 - (k - j)^2) / 2 makes the sum a convolution of the data, times a chirp, with the
// chirp's conjugate. A transform of conjugates is the inverse's conjugate.
template <typename T>
void FftPlan<T>::RunChirp(Complex* data, Complex* scratch) const {
  const int64_t m = convolution_->size();
  Complex* const product = scratch;
  for (int64_t k = 0; k < n_; ++k) product[k] = Mul(data[k], chirp_[k]);
  std::fill(product + n_, product + m, Complex{0, 0});
  convolution_->Run(product, scratch + m);
  for (int64_t k = 0; k < m; ++k) {
    product[k] = Mul(product[k], spectrum_[k]);
    product[k].im = -product[k].im;
  }
  convolution_->Run(product, scratch + m);
  for (int64_t k = 0; k < n_; ++k) data[k] = Mul({product[k].re, -product[k].im}, chirp_[k]);
}

template class FftPlan<float>;
template class FftPlan<double>;

}  // namespace opgraft_internal

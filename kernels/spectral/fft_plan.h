// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPECTRAL_FFT_PLAN_H_
#define KERNELS_SPECTRAL_FFT_PLAN_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "kernels/spectral/fft_table.h"

namespace opgraft_internal {

// Discrete Fourier transforms of one length, in O(n log n) for every n. A length of small prime
// factors goes through Stockham's passes, one a factor, which need no reordering: a pass reads
// elements that are far apart and writes them together. Any other length n is a convolution with a
// chirp (Bluestein), made of transforms of a length of small factors that is at least 2n - 1.
//
// Tables are computed in double. Immutable, so thread-safe. T is float or double.
//
// Example: n = 4 by two passes of radix 2 (a plan has one of radix 4), with w = e^(-2 pi i / 4):
//
//     in       pass 1: pairs half the length apart         pass 2: again half the length apart
//     a        a + c                                       (a + c) + (b + d)        result 0
//     b        a - c                                       (a - c) + (b - d) w      result 1
//     c        b + d                                       (a + c) - (b + d)        result 2
//     d        (b - d) w                                   (a - c) - (b - d) w      result 3
//
// Each pass reads from one buffer and writes to the other.
template <typename T>
class FftPlan {
 public:
  using Complex = FftComplex<T>;

  // RESOURCE_EXHAUSTED if there is no memory for the tables. REQUIRES: n > 0.
  static absl::StatusOr<std::shared_ptr<const FftPlan>> Make(int64_t n);

  int64_t size() const { return n_; }
  // How many elements Run needs beside the data.
  int64_t scratch_size() const { return convolution_ == nullptr ? n_ : 2 * convolution_->size(); }
  // About the nanoseconds of a transform.
  double cost() const;
  // A kernel may keep it.
  bool is_small() const { return table_.is_small(); }

  // y[k] = sum of x[j] e^(-2 pi i jk / n), in place. `scratch` has scratch_size() elements.
  void Run(Complex* data, Complex* scratch) const;

  // e^(-2 pi i k / n), for 0 <= k < n.
  static Complex Root(int64_t k, int64_t n);

 private:
  struct Pass {
    int64_t radix;
    // The roots of 1, as many as the radix.
    const Complex* roots;
    // radix - 1 of them for each of the transforms that follow.
    const Complex* twiddles;
  };

  explicit FftPlan(int64_t n) : n_(n) {}
  // Factors n and computes the tables of the passes, or of the chirp.
  absl::Status Init();
  void InitPasses();
  void InitChirp();
  // The result is in `from` or in `to`, where the returned pointer says.
  Complex* RunPasses(Complex* from, Complex* to) const;
  // Run for a length that is a convolution.
  void RunChirp(Complex* data, Complex* scratch) const;

  const int64_t n_;
  std::vector<int64_t> factors_;
  std::vector<Pass> passes_;
  std::shared_ptr<const FftPlan> convolution_;  // null: passes
  // Of a convolution: the chirp, and the transform of its conjugate, divided by its length.
  const Complex* chirp_ = nullptr;
  const Complex* spectrum_ = nullptr;
  FftTable<T> table_;
};

extern template class FftPlan<float>;
extern template class FftPlan<double>;

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_FFT_PLAN_H_

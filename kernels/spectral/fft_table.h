// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPECTRAL_FFT_TABLE_H_
#define KERNELS_SPECTRAL_FFT_TABLE_H_

#include <cstdint>
#include <vector>

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// As std::complex<T> in memory; its products look at neither infinities nor NaNs.
template <typename T>
struct FftComplex {
  T re;
  T im;
};

// The memory of a plan's tables. What is small is the kernel's to keep; what is large is counted as
// the tensors of the run are.
//
// Example: Allocate(3 * n), then Take(n) for each of three tables. Thread-compatible; a plan
// allocates once, when it is made.
template <typename T>
class FftTable {
 public:
  using Complex = FftComplex<T>;

  // RESOURCE_EXHAUSTED.
  absl::Status Allocate(int64_t elements) {
    is_small_ = elements <= kMaxSmall;
    if (is_small_) {
      small_.resize(static_cast<size_t>(elements));
      next_ = small_.data();
      return absl::OkStatus();
    }
    const TensorShape shape({elements, int64_t{2}});
    OPGRAFT_ASSIGN_OR_RETURN(large_, Tensor::Create(DataTypeToEnum<T>::v(), shape));
    next_ = static_cast<Complex*>(large_.data());
    return absl::OkStatus();
  }

  // The next elements. REQUIRES: they were allocated.
  Complex* Take(int64_t elements) {
    Complex* const taken = next_;
    next_ += elements;
    return taken;
  }

  // Whether the table is so small that a kernel may keep it.
  bool is_small() const { return is_small_; }

 private:
  static constexpr int64_t kMaxSmall = int64_t{1} << 14;

  bool is_small_ = true;
  std::vector<Complex> small_;
  Tensor large_;
  Complex* next_ = nullptr;
};

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_FFT_TABLE_H_

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/complex_loops.h"

#include <complex>

namespace opgraft_internal {
namespace {

template <typename T>
std::complex<T> Sqrt(const std::complex<T>& x) {
  return std::sqrt(x);
}
template <typename T>
std::complex<T> Rsqrt(const std::complex<T>& x) {
  return std::complex<T>(1) / std::sqrt(x);
}
template <typename T>
std::complex<T> Reciprocal(const std::complex<T>& x) {
  return std::complex<T>(1) / x;
}
template <typename T>
std::complex<T> Log(const std::complex<T>& x) {
  return std::log(x);
}
template <typename T>
std::complex<T> Exp(const std::complex<T>& x) {
  return std::exp(x);
}
template <typename T>
std::complex<T> Tanh(const std::complex<T>& x) {
  return std::tanh(x);
}
template <typename T>
std::complex<T> Sigmoid(const std::complex<T>& x) {
  return std::complex<T>(1) / (std::complex<T>(1) + std::exp(-x));
}

template <typename T, std::complex<T> (*kFunction)(const std::complex<T>&)>
void Loop(const void* in_data, void* out_data, int64_t n) {
  const std::complex<T>* in = static_cast<const std::complex<T>*>(in_data);
  std::complex<T>* out = static_cast<std::complex<T>*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = kFunction(in[i]);
}

template <typename T>
loops::UnaryLoop Find(loops::UnaryFunction function) {
  switch (function) {
    case loops::UnaryFunction::kSqrt:
      return &Loop<T, &Sqrt<T>>;
    case loops::UnaryFunction::kRsqrt:
      return &Loop<T, &Rsqrt<T>>;
    case loops::UnaryFunction::kReciprocal:
      return &Loop<T, &Reciprocal<T>>;
    case loops::UnaryFunction::kLog:
      return &Loop<T, &Log<T>>;
    case loops::UnaryFunction::kExp:
      return &Loop<T, &Exp<T>>;
    case loops::UnaryFunction::kTanh:
      return &Loop<T, &Tanh<T>>;
    case loops::UnaryFunction::kSigmoid:
      return &Loop<T, &Sigmoid<T>>;
    default:
      return nullptr;
  }
}

}  // namespace

loops::UnaryLoop FindComplexLoop(loops::UnaryFunction function, DataType dtype) {
  if (dtype == DT_COMPLEX64) return Find<float>(function);
  return dtype == DT_COMPLEX128 ? Find<double>(function) : nullptr;
}

}  // namespace opgraft_internal

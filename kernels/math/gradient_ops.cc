// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gradients of unary functions, by what these gave: y = f(x), and dy to be multiplied with f'(x).
#include <complex>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/scalar_loops.h"

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

// Where nothing comes back nothing goes on, even where the derivative is infinite.
struct SqrtGradFunction {
  template <typename T>
  static T Apply(T y, T dy) {
    return dy == T(0) ? T(0) : T(0.5) * dy / Conjugate(y);
  }
};

struct RsqrtGradFunction {
  template <typename T>
  static T Apply(T y, T dy) {
    if (dy == T(0)) return T(0);
    const T conjugate = Conjugate(y);
    return T(-0.5) * (dy * conjugate) * (conjugate * conjugate);
  }
};

struct ReciprocalGradFunction {
  template <typename T>
  static T Apply(T y, T dy) {
    if (dy == T(0)) return T(0);
    const T conjugate = Conjugate(y);
    return -conjugate * conjugate * dy;
  }
};

struct TanhGradFunction {
  template <typename T>
  static T Apply(T y, T dy) {
    return dy * (T(1) - y * y);
  }
};

struct SigmoidGradFunction {
  template <typename T>
  static T Apply(T y, T dy) {
    return dy * y * (T(1) - y);
  }
};

// Of two inputs of as many elements, nothing is broadcast; the output has the shape of the first.
template <BinaryLoopFinder kFind>
class GradientOp : public OpKernel {
 public:
  explicit GradientOp(OpKernelConstruction* context)
      : OpKernel(context), function_(kFind, input_type(0), output_type(0), 1) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& y = context->input(0);
    const Tensor& dy = context->input(1);
    OP_REQUIRES(context, y.NumElements() == dy.NumElements(),
                absl::InvalidArgumentError(absl::StrCat(
                    "The two arguments to a cwise op must have same number of elements, got ",
                    y.NumElements(), " and ", dy.NumElements())));
    const void* from_y = y.data();
    const void* from_dy = dy.data();
    const int64_t n = y.NumElements();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0, 1}, 0, y.shape(), &out));
    function_.RunSharded(context, loops::kVectorVector, from_y, from_dy, out->data(), n);
  }

 private:
  const BinaryElementFunction function_;
};

#define REGISTER_GRADIENT(op, T, function)                                        \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      GradientOp<&FindBinaryScalarLoops<function, float, double, complex64, complex128>>);
#define REGISTER(T)                                              \
  REGISTER_GRADIENT("SqrtGrad", T, SqrtGradFunction)             \
  REGISTER_GRADIENT("RsqrtGrad", T, RsqrtGradFunction)           \
  REGISTER_GRADIENT("ReciprocalGrad", T, ReciprocalGradFunction) \
  REGISTER_GRADIENT("InvGrad", T, ReciprocalGradFunction)        \
  REGISTER_GRADIENT("TanhGrad", T, TanhGradFunction)             \
  REGISTER_GRADIENT("SigmoidGrad", T, SigmoidGradFunction)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

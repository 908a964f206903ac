// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Special functions of two and three numbers as Eigen computes them, which are those that
// TensorFlow has.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_op.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/scalar_loops.h"
#include "kernels/elementwise/shard_elements.h"
#include "unsupported/Eigen/SpecialFunctions"

namespace opgraft_internal {
namespace {

constexpr int kFunctionNs = 100;

#define FUNCTION(op, function)              \
  struct op##Function {                     \
    template <typename T>                   \
    static T Apply(T x, T y) {              \
      return Eigen::numext::function(x, y); \
    }                                       \
  };
FUNCTION(Igamma, igamma)
FUNCTION(Igammac, igammac)
FUNCTION(IgammaGradA, igamma_der_a)
FUNCTION(RandomGammaGrad, gamma_sample_der_alpha)
FUNCTION(Polygamma, polygamma)
#undef FUNCTION

// Where an argument is infinite the first term of the sum, q^-x, says it all; Eigen's gives NaN.
struct ZetaFunction {
  template <typename T>
  static T Apply(T x, T q) {
    const bool infinite = std::isinf(x) || std::isinf(q);
    return infinite && x > T(1) && q > T(0) ? std::pow(q, -x) : Eigen::numext::zeta(x, q);
  }
};

// Of three tensors of one shape; any may be a scalar instead.
template <typename T>
class BetaincOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckShapes(context));
    Broadcast broadcast;
    OP_REQUIRES(context,
                broadcast.Init({&context->input(0).shape(), &context->input(1).shape(),
                                &context->input(2).shape()}),
                absl::InternalError("shapes were checked"));
    const T* a = static_cast<const T*>(context->input(0).data());
    const T* b = static_cast<const T*>(context->input(1).data());
    const T* x = static_cast<const T*>(context->input(2).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, broadcast.output_shape(), &out));
    T* to = static_cast<T*>(out->data());
    const int64_t steps[] = {broadcast.moves(0), broadcast.moves(1), broadcast.moves(2)};
    ShardElements(context, out->NumElements(), 2 * kFunctionNs, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i] = Eigen::numext::betainc(a[i * steps[0]], b[i * steps[1]], x[i * steps[2]]);
    });
  }

 private:
  static absl::Status CheckShapes(const OpKernelContext* context) {
    static constexpr const char* kNames[] = {"a", "b", "x"};
    for (int i = 0; i < 3; ++i) {
      for (int k = i + 1; k < 3; ++k) {
        const TensorShape& one = context->input(i).shape();
        const TensorShape& other = context->input(k).shape();
        if (one.dims() == 0 || other.dims() == 0 || one == other) continue;
        return absl::InvalidArgumentError(absl::StrCat("Shapes of ", kNames[i], " and ", kNames[k],
                                                       " are inconsistent: ", one.DebugString(),
                                                       " vs. ", other.DebugString()));
      }
    }
    return absl::OkStatus();
  }
};

#define REGISTER_FUNCTION(op, T)                                                   \
  REGISTER_KERNEL_BUILDER(                                                         \
      Name(#op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0).Forwards(1), \
      BinaryFunctionOp<&FindBinaryScalarLoops<op##Function, float, double>, kFunctionNs>);

// The op itself allows the smaller floats too.
#define REGISTER(T)            \
  REGISTER_FUNCTION(Igamma, T) \
  REGISTER_FUNCTION(Igammac, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                     \
  REGISTER_FUNCTION(IgammaGradA, T)     \
  REGISTER_FUNCTION(RandomGammaGrad, T) \
  REGISTER_FUNCTION(Zeta, T)            \
  REGISTER_FUNCTION(Polygamma, T)       \
  REGISTER_KERNEL_BUILDER(Name("Betainc").Device(DEVICE_CPU).TypeConstraint<T>("T"), BetaincOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

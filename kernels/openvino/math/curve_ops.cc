// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's activations that TensorFlow has not, or not with these parameters. A new one: its
// curve in kernels/loops/curve_loops_isa.cc, and a REGISTER line here.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/blocks_in_wider_type.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/curve_loops.h"

namespace opgraft_internal {
namespace {

using loops::Curve;

// The parameters of a curve, of a call.
struct Parameters {
  double values[2] = {0, 0};
};

class CurveOpBase : public OpKernel {
 public:
  CurveOpBase(OpKernelConstruction* context, Curve curve)
      : OpKernel(context),
        loop_(loops::FindCurveLoop(curve, ComputeTypeOf(input_type(0)))),
        blocks_(input_type(0)),
        to_double_(input_type(0), DT_DOUBLE) {}

  void Compute(OpKernelContext* context) override {
    Parameters parameters;
    OP_REQUIRES_OK(context, ReadParameters(context, &parameters));
    const Tensor& in = context->input(0);
    const void* x = in.data();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    void* to = out->data();
    ShardElements(context, out->NumElements(), kElementNs, [&](int64_t begin, int64_t end) {
      blocks_.Run(x, nullptr, to, begin, end,
                  [&](const void* from, const void*, void* block, int64_t n) {
                    loop_(from, parameters.values, block, n);
                  });
    });
  }

 protected:
  // Those that are attrs.
  absl::Status ReadAttr(OpKernelConstruction* context, const char* name, int index) {
    float value = 0;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr(name, &value));
    from_attrs_.values[index] = value;
    return absl::OkStatus();
  }
  Parameters* from_attrs() { return &from_attrs_; }

  // Those that are inputs, a number each: `first` is the input of the first one.
  absl::Status ReadInputs(OpKernelContext* context, int first, Parameters* parameters) const {
    for (int i = first; i < context->num_inputs(); ++i) {
      const Tensor& input = context->input(i);
      if (input.NumElements() != 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("input ", i, " must be one number, not ", input.shape().DebugString()));
      }
      to_double_.Run(input.data(), &parameters->values[i - first], 1);
    }
    return absl::OkStatus();
  }

  virtual absl::Status ReadParameters(OpKernelContext* context, Parameters* parameters) const {
    *parameters = from_attrs_;
    return ReadInputs(context, 1, parameters);
  }

 private:
  static constexpr double kElementNs = 1;

  const loops::CurveLoop loop_;
  const BlocksInWiderType blocks_;
  const CastFunction to_double_;
  Parameters from_attrs_;
};

// Without parameters, or with those that are inputs behind the values.
template <Curve kCurve>
class CurveOp : public CurveOpBase {
 public:
  explicit CurveOp(OpKernelConstruction* context) : CurveOpBase(context, kCurve) {}
};

class SwishOp : public CurveOpBase {
 public:
  explicit SwishOp(OpKernelConstruction* context) : CurveOpBase(context, Curve::kSwish) {
    from_attrs()->values[0] = 1;  // unless there is an input
  }
};

class EluOp : public CurveOpBase {
 public:
  explicit EluOp(OpKernelConstruction* context) : CurveOpBase(context, Curve::kElu) {
    OP_REQUIRES_OK(context, ReadAttr(context, "alpha", 0));
  }
};

class GeluOp : public CurveOpBase {
 public:
  explicit GeluOp(OpKernelConstruction* context) : CurveOpBase(context, CurveOf(context)) {}

 private:
  static Curve CurveOf(OpKernelConstruction* context) {
    std::string mode;
    context->SetStatus(context->GetAttr("approximation_mode", &mode));
    return mode == "tanh" ? Curve::kGeluTanh : Curve::kGelu;
  }
};

class RoundOp : public CurveOpBase {
 public:
  explicit RoundOp(OpKernelConstruction* context) : CurveOpBase(context, CurveOf(context)) {}

 private:
  static Curve CurveOf(OpKernelConstruction* context) {
    std::string mode;
    context->SetStatus(context->GetAttr("mode", &mode));
    return mode == "half_to_even" ? Curve::kRoundEven : Curve::kRoundAway;
  }
};

class ClampOp : public CurveOpBase {
 public:
  explicit ClampOp(OpKernelConstruction* context) : CurveOpBase(context, Curve::kClamp) {
    OP_REQUIRES_OK(context, ReadAttr(context, "min", 0));
    OP_REQUIRES_OK(context, ReadAttr(context, "max", 1));
  }
};

#define REGISTER_CURVE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(         \
      Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), __VA_ARGS__);

#define REGISTER(T)                                              \
  REGISTER_CURVE("Gelu", T, GeluOp)                              \
  REGISTER_CURVE("Swish", T, SwishOp)                            \
  REGISTER_CURVE("Mish", T, CurveOp<Curve::kMish>)               \
  REGISTER_CURVE("HardSigmoid", T, CurveOp<Curve::kHardSigmoid>) \
  REGISTER_CURVE("HSigmoid", T, CurveOp<Curve::kHSigmoid>)       \
  REGISTER_CURVE("HSwish", T, CurveOp<Curve::kHSwish>)           \
  REGISTER_CURVE("Elu", T, EluOp)                                \
  REGISTER_CURVE("Selu", T, CurveOp<Curve::kSelu>)               \
  REGISTER_CURVE("Clamp", T, ClampOp)                            \
  REGISTER_CURVE("Round", T, RoundOp)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

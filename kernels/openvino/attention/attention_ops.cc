// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ScaledDotProductAttention.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/openvino/attention/attention.h"

namespace opgraft_internal {
namespace {

class ScaledDotProductAttentionOp : public OpKernel {
 public:
  explicit ScaledDotProductAttentionOp(OpKernelConstruction* context)
      : OpKernel(context),
        type_(input_type(0)),
        in_float_(type_),
        in_double_(type_),
        to_double_(type_, DT_DOUBLE) {
    OP_REQUIRES_OK(context, context->GetAttr("causal", &causal_));
    OP_REQUIRES_OK(context, CheckTypes());
  }

  void Compute(OpKernelContext* context) override {
    AttentionCall call;
    OP_REQUIRES_OK(context, ReadInputs(context, &call));
    OP_REQUIRES_OK(context, ReadScale(context, &call));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, call.plan.output, &out));
    if (out->NumElements() == 0) return;
    call.out = static_cast<char*>(out->data());
    OP_REQUIRES_OK(
        context, type_ == DT_DOUBLE ? in_double_.Run(context, call) : in_float_.Run(context, call));
  }

 private:
  static constexpr int kMask = 3;
  static constexpr int kScale = 4;
  static constexpr int kSink = 5;

  absl::Status CheckTypes() const {
    if (num_inputs() > kSink + 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("there are at most 6 inputs, not ", num_inputs()));
    }
    for (int i = kMask; i < num_inputs(); ++i) {
      if (input_type(i) == type_ || (i == kMask && input_type(i) == DT_BOOL)) continue;
      return absl::InvalidArgumentError(absl::StrCat("input ", i, " must be of type ",
                                                     DataTypeString(type_), ", not ",
                                                     DataTypeString(input_type(i))));
    }
    return absl::OkStatus();
  }

  absl::Status ReadInputs(const OpKernelContext* context, AttentionCall* call) const {
    const auto data = [&](int i) { return static_cast<const char*>(context->input(i).data()); };
    AttentionShapes shapes;
    shapes.query = &context->input(0).shape();
    shapes.key = &context->input(1).shape();
    shapes.value = &context->input(2).shape();
    call->query = data(0);
    call->key = data(1);
    call->value = data(2);
    call->causal = causal_;
    if (num_inputs() > kMask && !causal_) {
      shapes.mask = &context->input(kMask).shape();
      call->mask = data(kMask);
      call->mask_type = input_type(kMask);
    }
    if (num_inputs() > kSink) {
      shapes.sink = &context->input(kSink).shape();
      call->sink = data(kSink);
    }
    return AttentionPlan::Make(shapes, &call->plan);
  }

  absl::Status ReadScale(const OpKernelContext* context, AttentionCall* call) const {
    call->scale = 1 / std::sqrt(static_cast<double>(call->plan.depth));
    if (num_inputs() <= kScale) return absl::OkStatus();
    const Tensor& scale = context->input(kScale);
    if (scale.NumElements() != 1 || scale.dims() > 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "scale must be a scalar or have 1 element, not shape ", scale.shape().DebugString()));
    }
    to_double_.Run(scale.data(), &call->scale, 1);
    return absl::OkStatus();
  }

  const DataType type_;
  const Attention<float> in_float_;
  const Attention<double> in_double_;
  const CastFunction to_double_;
  bool causal_ = false;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>ScaledDotProductAttention").Device(DEVICE_CPU),
                        ScaledDotProductAttentionOp);

}  // namespace
}  // namespace opgraft_internal

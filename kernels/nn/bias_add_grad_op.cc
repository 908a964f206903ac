// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/math/reducer.h"

namespace opgraft_internal {
namespace {

// Sums over all dimensions but the channels.
class BiasAddGradOp : public OpKernel {
 public:
  explicit BiasAddGradOp(OpKernelConstruction* context)
      : OpKernel(context), sum_(ReductionKind::kSum, input_type(0)) {
    std::string format;
    OP_REQUIRES_OK(context, context->GetAttr("data_format", &format));
    channels_first_ = format == "NCHW";
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& gradient = context->input(0);
    const int rank = gradient.dims();
    OP_REQUIRES(context, rank >= 2,
                absl::InvalidArgumentError(absl::StrCat("Input tensor must be at least 2D: ",
                                                        gradient.shape().DebugString())));
    const int channel = channels_first_ ? 1 : rank - 1;
    Tensor axes(DT_INT32, TensorShape({rank - 1}));
    for (int d = 0, i = 0; d < rank; ++d) {
      if (d != channel) static_cast<int32_t*>(axes.data())[i++] = d;
    }
    ReductionPlan plan;
    OP_REQUIRES_OK(context, plan.Init(gradient.shape(), axes, /*keep_dims=*/false, sum_.parts()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.output_shape(), &out));
    sum_.Run(context, plan, gradient.data(), out->data());
  }

 private:
  const Reducer sum_;
  bool channels_first_ = false;
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("BiasAddGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BiasAddGradOp);
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

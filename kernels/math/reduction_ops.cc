// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/math/reducer.h"

namespace opgraft_internal {
namespace {

template <ReductionKind kKind>
class ReductionOp : public OpKernel {
 public:
  explicit ReductionOp(OpKernelConstruction* context)
      : OpKernel(context), reducer_(kKind, input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("keep_dims", &keep_dims_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    ReductionPlan plan;
    OP_REQUIRES_OK(context, plan.Init(in.shape(), context->input(1), keep_dims_, reducer_.parts()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.output_shape(), &out));
    reducer_.Run(context, plan, in.data(), out->data());
  }

 private:
  const Reducer reducer_;
  bool keep_dims_ = false;
};

#define REGISTER_REDUCTION(op, kind, T)                                       \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          ReductionOp<ReductionKind::kind>);

#define REGISTER(T)                       \
  REGISTER_REDUCTION("Sum", kSum, T)      \
  REGISTER_REDUCTION("Mean", kMean, T)    \
  REGISTER_REDUCTION("Prod", kProduct, T) \
  REGISTER_REDUCTION("EuclideanNorm", kEuclideanNorm, T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_REDUCTION("OpenVINO>ReduceMean", kMeanOrZero, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                  \
  REGISTER_REDUCTION("Max", kMax, T) \
  REGISTER_REDUCTION("Min", kMin, T)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
TF_CALL_QUANTIZED_TYPES(REGISTER);
TF_CALL_qint16(REGISTER);
TF_CALL_quint16(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("All").Device(DEVICE_CPU), ReductionOp<ReductionKind::kAll>);
REGISTER_KERNEL_BUILDER(Name("Any").Device(DEVICE_CPU), ReductionOp<ReductionKind::kAny>);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/attention/attention_kernel.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

AttentionKernel::AttentionKernel(OpKernelConstruction* context, int rest)
    : OpKernel(context),
      type_(input_type(0)),
      rest_(rest),
      in_float_(type_),
      in_double_(type_),
      to_double_(type_, DT_DOUBLE) {
  OP_REQUIRES_OK(context, context->GetAttr("causal", &causal_));
  OP_REQUIRES_OK(context, CheckTypes());
}

absl::Status AttentionKernel::CheckTypes() const {
  if (num_inputs() > sink() + 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are at most ", sink() + 1, " inputs, not ", num_inputs()));
  }
  for (int i = rest_; i < num_inputs(); ++i) {
    if (input_type(i) == type_ || (i == mask() && input_type(i) == DT_BOOL)) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", i, " must be of type ",
                                                   DataTypeString(type_), ", not ",
                                                   DataTypeString(input_type(i))));
  }
  return absl::OkStatus();
}

void AttentionKernel::ReadRest(const OpKernelContext* context, AttentionShapes* shapes,
                               AttentionCall* call) const {
  const auto data = [&](int i) { return static_cast<const char*>(context->input(i).data()); };
  call->causal = causal_;
  if (num_inputs() > mask() && !causal_) {
    shapes->mask = &context->input(mask()).shape();
    call->mask = data(mask());
    call->mask_type = input_type(mask());
  }
  if (num_inputs() > sink()) {
    shapes->sink = &context->input(sink()).shape();
    call->sink = data(sink());
  }
}

absl::Status AttentionKernel::ReadScale(const OpKernelContext* context, AttentionCall* call) const {
  call->scale = 1 / std::sqrt(static_cast<double>(call->plan.depth));
  if (num_inputs() <= scale()) return absl::OkStatus();
  const Tensor& given = context->input(scale());
  if (given.NumElements() != 1 || given.dims() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "scale must be a scalar or have 1 element, not shape ", given.shape().DebugString()));
  }
  to_double_.Run(given.data(), &call->scale, 1);
  return absl::OkStatus();
}

absl::Status AttentionKernel::Attend(OpKernelContext* context, const AttentionShapes& shapes,
                                     bool joins_heads, AttentionCall* call) const {
  OPGRAFT_RETURN_IF_ERROR(AttentionPlan::Make(shapes, &call->plan));
  OPGRAFT_RETURN_IF_ERROR(ReadScale(context, call));
  TensorShape shape = call->plan.output;
  if (joins_heads) {
    shape.set_dim(1, shape.dim_size(1) * shape.dim_size(2));
    shape.RemoveDim(2);
  }
  Tensor* out = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &out));
  if (out->NumElements() == 0) return absl::OkStatus();
  call->out = static_cast<char*>(out->data());
  return type_ == DT_DOUBLE ? in_double_.Run(context, *call) : in_float_.Run(context, *call);
}

}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/lstm_inputs.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// 0 where the op has no such attr.
float FloatAttr(OpKernelConstruction* context, const char* name) {
  float value = 0;
  if (context->HasAttr(name)) {
    const absl::Status status = context->GetAttr(name, &value);
    if (!status.ok()) context->SetStatus(status);
  }
  return value;
}

}  // namespace

LstmKernel::LstmKernel(OpKernelConstruction* context, bool input_first)
    : OpKernel(context),
      view_(output_type(0)),
      cell_(input_first, FloatAttr(context, "forget_bias"), FloatAttr(context, "cell_clip")) {
  OP_REQUIRES_OK(context, context->GetAttr("use_peephole", &peephole_));
}

absl::Status LstmKernel::ReadOfShape(OpKernelContext* context, int input, const TensorShape& shape,
                                     Tensor* tensor) const {
  const Tensor& given = context->input(input);
  if (given.shape() != shape) {
    return absl::InvalidArgumentError(absl::StrCat("input ", input, " must have shape ",
                                                   shape.DebugString(), ", not ",
                                                   given.shape().DebugString()));
  }
  return view_.Read(context, given, false, tensor);
}

absl::Status LstmKernel::ReadSizes(const TensorShape& x, const TensorShape& cs_prev, bool sequences,
                                   LstmInputs* inputs) {
  const int rank = sequences ? 3 : 2;
  if (x.dims() != rank || cs_prev.dims() != 2) {
    return absl::InvalidArgumentError(absl::StrCat("x must be ", rank, "D and cs_prev 2D, not ",
                                                   x.DebugString(), " and ",
                                                   cs_prev.DebugString()));
  }
  LstmSizes& sizes = inputs->sizes;
  inputs->times = sequences ? x.dim_size(0) : 1;
  sizes.batch = x.dim_size(rank - 2);
  sizes.inputs = x.dim_size(rank - 1);
  sizes.cells = cs_prev.dim_size(1);
  return absl::OkStatus();
}

absl::Status LstmKernel::Read(OpKernelContext* context, int first, bool sequences,
                              LstmInputs* inputs) const {
  const TensorShape& x = context->input(first).shape();
  OPGRAFT_RETURN_IF_ERROR(ReadSizes(x, context->input(first + 1).shape(), sequences, inputs));
  const LstmSizes& sizes = inputs->sizes;
  int64_t gates = 0, joined = 0;
  if (__builtin_mul_overflow(sizes.cells, 4, &gates) ||
      __builtin_add_overflow(sizes.inputs, sizes.cells, &joined))
    return absl::InvalidArgumentError("there are too many cells");
  const TensorShape state({sizes.batch, sizes.cells}), peephole({sizes.cells});
  TensorShape weights;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape({joined, gates}, &weights));
  const TensorShape shapes[] = {x,        state,    state,    weights,
                                peephole, peephole, peephole, TensorShape({gates})};
  inputs->tensors.resize(8);
  for (int i = 0; i < 8; ++i) {
    OPGRAFT_RETURN_IF_ERROR(
        ReadOfShape(context, first + i, shapes[i], &inputs->tensors[static_cast<size_t>(i)]));
  }
  PointAtTensors(inputs);
  return absl::OkStatus();
}

void LstmKernel::PointAtTensors(LstmInputs* inputs) const {
  const auto at = [&](size_t i) { return Floats(inputs->tensors[i]); };
  inputs->x = at(0);
  inputs->cs_prev = at(1);
  inputs->h_prev = at(2);
  inputs->weights.w = at(3);
  inputs->weights.b = at(7);
  if (!peephole_) return;
  inputs->weights.wci = at(4);
  inputs->weights.wcf = at(5);
  inputs->weights.wco = at(6);
}

absl::Status LstmKernel::ReadSteps(const OpKernelContext* context, int64_t times, int64_t* steps) {
  const Tensor& told = context->input(0);
  if (told.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("seq_len_max must be a scalar, not of shape ", told.shape().DebugString()));
  }
  *steps = *static_cast<const int64_t*>(told.data());
  if (*steps >= 0 && *steps <= times) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("seq_len_max must be in [0, ", times, "], not ", *steps));
}

}  // namespace opgraft_internal

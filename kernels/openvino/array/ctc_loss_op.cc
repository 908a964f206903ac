// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's CTCLoss.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/data_type_info.h"
#include "kernels/ctc/ctc_sequence.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {
namespace {

class CtcLossOp : public OpKernel {
 public:
  explicit CtcLossOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("preprocess_collapse_repeated", &collapses_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("ctc_merge_repeated", &merges_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("unique", &unique_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& logits = ctx->input(0);
    OP_REQUIRES_OK(ctx, CheckShapes(ctx));
    const DataType computed = ComputeTypeOf(logits.dtype());
    Tensor wide = logits, losses;
    const TensorShape batch({logits.dim_size(0)});
    if (computed != logits.dtype()) {
      OP_REQUIRES_OK(ctx, ctx->allocate_temp(computed, logits.shape(), &wide));
      CastFunction(logits.dtype(), computed).Run(logits.data(), wide.data(), logits.NumElements());
    }
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(computed, batch, &losses));
    OP_REQUIRES_OK(ctx, computed == DT_DOUBLE ? FindLosses<double>(ctx, wide, &losses)
                                              : FindLosses<float>(ctx, wide, &losses));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, batch, &output));
    CastFunction(computed, logits.dtype()).Run(losses.data(), output->data(), batch.num_elements());
  }

 private:
  static absl::Status CheckShapes(OpKernelContext* ctx) {
    const TensorShape& logits = ctx->input(0).shape();
    const TensorShape batch({logits.dim_size(0)});
    const bool fits =
        logits.dims() == 3 && logits.dim_size(2) > 0 && ctx->input(1).shape() == batch &&
        ctx->input(3).shape() == batch &&
        ctx->input(2).shape() == TensorShape({logits.dim_size(0), logits.dim_size(1)});
    if (fits && (ctx->num_inputs() < 5 || ctx->input(4).NumElements() == 1))
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        "logits must be [batch, time, classes], labels [batch, time], logit_length and "
        "label_length [batch], and blank_index one number");
  }

  template <typename T>
  absl::Status FindLosses(OpKernelContext* ctx, const Tensor& logits, Tensor* losses) const {
    const int64_t time = logits.dim_size(1), classes = logits.dim_size(2);
    const int64_t blank = ctx->num_inputs() > 4 ? IntegerAt(ctx->input(4), 0) : classes - 1;
    if (blank < 0 || blank >= classes)
      return absl::InvalidArgumentError(
          absl::StrCat("blank_index ", blank, " is out of range [0, ", classes, ")"));
    for (int64_t b = 0; b < logits.dim_size(0); ++b) {
      const int64_t steps = IntegerAt(ctx->input(1), b);
      std::vector<int32_t> labels;
      OPGRAFT_RETURN_IF_ERROR(ReadLabels(ctx, b, steps, classes, &labels));
      T& loss = static_cast<T*>(losses->data())[b];
      // After no step there is one path: that of no labels.
      loss = 0;
      if (steps == 0) continue;
      const auto length = static_cast<int64_t>(labels.size());
      Tensor table;
      TensorShape shape;
      OPGRAFT_RETURN_IF_ERROR(
          TensorShape::BuildTensorShape({steps, 2 * (2 * length + 1) + classes}, &shape));
      OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(losses->dtype(), shape, &table));
      CtcSequence<T> sequence(labels, steps, classes, blank, merges_);
      const T* const scores = static_cast<const T*>(logits.data()) + b * time * classes;
      loss = sequence.Loss([&](size_t t) { return scores + static_cast<int64_t>(t) * classes; },
                           static_cast<T*>(table.data()));
    }
    return absl::OkStatus();
  }

  // The labels that a path goes through, without those that the attrs leave out.
  absl::Status ReadLabels(OpKernelContext* ctx, int64_t b, int64_t steps, int64_t classes,
                          std::vector<int32_t>* labels) const {
    const Tensor& all = ctx->input(2);
    const int64_t count = IntegerAt(ctx->input(3), b), time = all.dim_size(1);
    if (steps < 0 || steps > time || count < 0 || count > steps) {
      return absl::InvalidArgumentError(absl::StrCat("sequence ", b, " has ", steps, " of ", time,
                                                     " steps and ", count, " labels"));
    }
    std::vector<bool> seen(unique_ ? static_cast<size_t>(classes) : 0, false);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t label = IntegerAt(all, b * time + i);
      if (label < 0 || label >= classes) {
        return absl::InvalidArgumentError(absl::StrCat("label ", i, " of sequence ", b, " is ",
                                                       label, ", out of range [0, ", classes, ")"));
      }
      const bool repeats = i > 0 && label == IntegerAt(all, b * time + i - 1);
      if (collapses_ && repeats) continue;
      if (unique_ && seen[static_cast<size_t>(label)]) continue;
      if (unique_) seen[static_cast<size_t>(label)] = true;
      labels->push_back(static_cast<int32_t>(label));
    }
    return absl::OkStatus();
  }

  bool collapses_ = false;
  bool merges_ = true;
  bool unique_ = false;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CTCLoss").Device(DEVICE_CPU), CtcLossOp);

}  // namespace
}  // namespace opgraft_internal

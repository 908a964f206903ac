// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// NonMaxSuppression, its versions, and NonMaxSuppressionWithOverlaps: one kernel, which finds its
// inputs by name.
#include <algorithm>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/image/box_overlap.h"
#include "kernels/image/box_suppression.h"

namespace opgraft_internal {
namespace {

class NonMaxSuppressionOp : public OpKernel {
 public:
  // `of_overlaps`: whether input 0 is a square matrix of overlaps instead of boxes.
  explicit NonMaxSuppressionOp(OpKernelConstruction* context, bool of_overlaps = false)
      : OpKernel(context), of_overlaps_(of_overlaps), gives_scores_(num_outputs() == 3) {
    if (context->HasAttr("iou_threshold"))
      OP_REQUIRES_OK(context, context->GetAttr("iou_threshold", &overlap_threshold_));
    if (context->HasAttr("pad_to_max_output_size"))
      OP_REQUIRES_OK(context, context->GetAttr("pad_to_max_output_size", &pads_));
  }

  void Compute(OpKernelContext* context) override {
    SuppressionRule rule;
    OP_REQUIRES_OK(context, ReadRule(context, &rule));
    OP_REQUIRES_OK(context, CheckShapes(context->input(0), context->input(1)));
    const std::vector<float> values = FloatsOf(context->input(0));
    const std::vector<float> scores = FloatsOf(context->input(1));
    BoxSelection kept;
    if (of_overlaps_) {
      const size_t row = scores.size();
      kept = SuppressBoxes(rule, scores.data(), context->input(1).NumElements(),
                           [&](int32_t a, int32_t b) {
                             return values[static_cast<size_t>(a) * row + static_cast<size_t>(b)];
                           });
    } else {
      std::vector<Box> boxes(scores.size());
      for (size_t i = 0; i < boxes.size(); ++i) boxes[i] = Box(values.data() + 4 * i);
      kept = SuppressBoxes(
          rule, scores.data(), context->input(1).NumElements(), [&](int32_t a, int32_t b) {
            return OverlapOf(boxes[static_cast<size_t>(a)], boxes[static_cast<size_t>(b)]);
          });
    }
    OP_REQUIRES_OK(context, SetOutputs(context, rule, kept));
  }

 private:
  static absl::Status ReadNumber(OpKernelContext* context, int input, const char* name,
                                 float* number) {
    const Tensor& tensor = context->input(input);
    if (tensor.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " must be 0-D, got shape ", tensor.shape().DebugString()));
    }
    *number = FloatsOf(tensor)[0];
    return absl::OkStatus();
  }

  absl::Status ReadRule(OpKernelContext* context, SuppressionRule* rule) const {
    const Tensor& most = context->input(2);
    if (most.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("max_output_size must be 0-D, got shape ", most.shape().DebugString()));
    }
    rule->max_output_size = *static_cast<const int32_t*>(most.data());
    if (rule->max_output_size < 0)
      return absl::InvalidArgumentError("output size must be non-negative");
    rule->overlap_threshold = overlap_threshold_;
    rule->half_precision = context->input_dtype(1) == DT_HALF;
    const struct {
      const char* name;
      float* number;
    } kNumbers[] = {{"iou_threshold", &rule->overlap_threshold},
                    {"score_threshold", &rule->score_threshold},
                    {"soft_nms_sigma", &rule->soft_sigma}};
    for (int i = 3; i < context->num_inputs(); ++i)
      OPGRAFT_RETURN_IF_ERROR(ReadNumber(context, i, kNumbers[i - 3].name, kNumbers[i - 3].number));
    if (!of_overlaps_ && !(rule->overlap_threshold >= 0 && rule->overlap_threshold <= 1))
      return absl::InvalidArgumentError("iou_threshold must be in [0, 1]");
    if (!(rule->soft_sigma >= 0)) return absl::InvalidArgumentError("soft_nms_sigma must be >= 0");
    return absl::OkStatus();
  }

  absl::Status CheckShapes(const Tensor& boxes, const Tensor& scores) const {
    const char* const name = of_overlaps_ ? "overlaps" : "boxes";
    if (boxes.dims() != 2 || boxes.dim_size(1) != (of_overlaps_ ? boxes.dim_size(0) : 4)) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, of_overlaps_ ? " must be square" : " must be 2-D and have 4 columns",
                       ", got shape ", boxes.shape().DebugString()));
    }
    if (scores.dims() != 1 || scores.dim_size(0) != boxes.dim_size(0)) {
      return absl::InvalidArgumentError(
          absl::StrCat("scores must be a vector with an element for each row of ", name,
                       ", got shape ", scores.shape().DebugString()));
    }
    if (scores.dim_size(0) > std::numeric_limits<int32_t>::max())
      return absl::InvalidArgumentError("there are more boxes than int32 can number");
    return absl::OkStatus();
  }

  absl::Status SetOutputs(OpKernelContext* context, const SuppressionRule& rule,
                          const BoxSelection& kept) const {
    const size_t found = kept.boxes.size();
    const int64_t size = pads_ ? rule.max_output_size : static_cast<int64_t>(found);
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape({size}), &output));
    int32_t* const boxes = static_cast<int32_t*>(output->data());
    std::fill(std::copy(kept.boxes.begin(), kept.boxes.end(), boxes), boxes + size, 0);
    if (gives_scores_) {
      OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({size}), &output));
      std::vector<float> scores = kept.scores;
      scores.resize(static_cast<size_t>(size));
      CastFunction(DT_FLOAT, output->dtype()).Run(scores.data(), output->data(), size);
    }
    if (num_outputs() == 1) return absl::OkStatus();
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(num_outputs() - 1, TensorShape(), &output));
    *static_cast<int32_t*>(output->data()) = static_cast<int32_t>(found);
    return absl::OkStatus();
  }

  float overlap_threshold_ = 0.5f;
  bool pads_ = false;
  const bool of_overlaps_;
  const bool gives_scores_;
};

class NonMaxSuppressionWithOverlapsOp : public NonMaxSuppressionOp {
 public:
  explicit NonMaxSuppressionWithOverlapsOp(OpKernelConstruction* context)
      : NonMaxSuppressionOp(context, /*of_overlaps=*/true) {}
};

REGISTER_KERNEL_BUILDER(Name("NonMaxSuppression").Device(DEVICE_CPU), NonMaxSuppressionOp);
REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionWithOverlaps").Device(DEVICE_CPU),
                        NonMaxSuppressionWithOverlapsOp);
#define REGISTER(T)                                                                              \
  REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionV2").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          NonMaxSuppressionOp);                                                  \
  REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionV3").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          NonMaxSuppressionOp);                                                  \
  REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionV4").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          NonMaxSuppressionOp);                                                  \
  REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionV5").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          NonMaxSuppressionOp)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

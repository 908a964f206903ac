// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// NonMaxSuppression, its versions, and NonMaxSuppressionWithOverlaps: one kernel, which finds its
// inputs by name.
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/image/box_overlap.h"

namespace opgraft_internal {
namespace {

// What decides which boxes are kept.
struct SuppressionRule {
  int64_t max_output_size = 0;
  float overlap_threshold = 0.5f;
  float score_threshold = std::numeric_limits<float>::lowest();
  // 0: a box that overlaps one that is kept goes; else its score shrinks with the overlap
  // (N. Bodla et al., "Soft-NMS", 2017).
  float soft_sigma = 0;
  bool half_precision = false;  // scores are rounded to half after each step
};

struct Candidate {
  int32_t box = 0;
  float score = 0;
  size_t compared = 0;  // with so many of those that are kept

  bool operator<(const Candidate& other) const {
    return score < other.score || (score == other.score && box > other.box);
  }
};

struct Selection {
  std::vector<int32_t> boxes;
  std::vector<float> scores;
};

using Overlap = absl::FunctionRef<float(int32_t, int32_t)>;

// Lowers the candidate's score by those that were kept since it was looked at last. False if one of
// them suppresses it.
bool Survives(const SuppressionRule& rule, const Selection& kept, Overlap overlap,
              Candidate* next) {
  for (size_t k = kept.boxes.size(); k-- > next->compared;) {
    const float similarity = overlap(next->box, kept.boxes[k]);
    if (rule.soft_sigma <= 0) {
      if (similarity > rule.overlap_threshold) return false;
      // Of boxes that are no numbers the overlap is none: TensorFlow drops such a score.
      if (std::isnan(similarity)) next->score = 0;
    } else {
      next->score *= std::exp(-0.5f / rule.soft_sigma * similarity * similarity);
      if (rule.half_precision)
        next->score = static_cast<float>(static_cast<Eigen::half>(next->score));
    }
    if (next->score <= rule.score_threshold) break;
  }
  next->compared = kept.boxes.size();
  return true;
}

// The boxes from the best score on, without those that are suppressed.
Selection Select(const SuppressionRule& rule, const std::vector<float>& scores, Overlap overlap) {
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] > rule.score_threshold)
      candidates.push_back({static_cast<int32_t>(i), scores[i], 0});
  }
  std::priority_queue<Candidate> queue(std::less<Candidate>(), std::move(candidates));
  Selection kept;
  while (static_cast<int64_t>(kept.boxes.size()) < rule.max_output_size && !queue.empty()) {
    Candidate next = queue.top();
    queue.pop();
    const float score = next.score;
    if (!Survives(rule, kept, overlap, &next)) continue;
    if (next.score == score) {
      kept.boxes.push_back(next.box);
      kept.scores.push_back(next.score);
    } else if (next.score > rule.score_threshold) {
      queue.push(next);
    }
  }
  return kept;
}

// The elements of a float or half tensor.
std::vector<float> FloatsOf(const Tensor& tensor) {
  std::vector<float> values(static_cast<size_t>(tensor.NumElements()));
  CastFunction(tensor.dtype(), DT_FLOAT).Run(tensor.data(), values.data(), tensor.NumElements());
  return values;
}

class NonMaxSuppressionOp : public OpKernel {
 public:
  explicit NonMaxSuppressionOp(OpKernelConstruction* context) : OpKernel(context) {
    if (context->HasAttr("iou_threshold"))
      OP_REQUIRES_OK(context, context->GetAttr("iou_threshold", &overlap_threshold_));
    if (context->HasAttr("pad_to_max_output_size"))
      OP_REQUIRES_OK(context, context->GetAttr("pad_to_max_output_size", &pads_));
    of_overlaps_ = type_string() == "NonMaxSuppressionWithOverlaps";
    gives_scores_ = num_outputs() == 3;
  }

  void Compute(OpKernelContext* context) override {
    SuppressionRule rule;
    OP_REQUIRES_OK(context, ReadRule(context, &rule));
    OP_REQUIRES_OK(context, CheckShapes(context->input(0), context->input(1)));
    const std::vector<float> values = FloatsOf(context->input(0));
    const std::vector<float> scores = FloatsOf(context->input(1));
    Selection kept;
    if (of_overlaps_) {
      const size_t row = scores.size();
      kept = Select(rule, scores, [&](int32_t a, int32_t b) {
        return values[static_cast<size_t>(a) * row + static_cast<size_t>(b)];
      });
    } else {
      std::vector<Box> boxes(scores.size());
      for (size_t i = 0; i < boxes.size(); ++i) boxes[i] = Box(values.data() + 4 * i);
      kept = Select(rule, scores, [&](int32_t a, int32_t b) {
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
                          const Selection& kept) const {
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
  bool of_overlaps_ = false;
  bool gives_scores_ = false;
};

REGISTER_KERNEL_BUILDER(Name("NonMaxSuppression").Device(DEVICE_CPU), NonMaxSuppressionOp);
REGISTER_KERNEL_BUILDER(Name("NonMaxSuppressionWithOverlaps").Device(DEVICE_CPU),
                        NonMaxSuppressionOp);
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

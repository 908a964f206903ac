// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <queue>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/box_overlap.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

struct CombinedSizes {
  int64_t batch = 0;
  int64_t boxes = 0;
  int64_t box_sets = 0;  // one for all classes, or one for each
  int64_t classes = 0;
  int64_t kept_per_class = 0;
  int64_t total = 0;  // of an image's output
};

struct Detection {
  float score = -1;
  int32_t box = -1;  // none
  int32_t label = 0;
};

// A box that waits for its turn. Equal scores come in the order that the heap of the standard
// library gives them, as in TensorFlow: an unspecified but reproducible order.
struct Waiting {
  float score;
  int32_t box;
  bool operator<(const Waiting& other) const { return score < other.score; }
};

// Non-maximum suppression class by class; the best of all classes are an image's detections.
class CombinedNonMaxSuppressionOp : public OpKernel {
 public:
  explicit CombinedNonMaxSuppressionOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("pad_per_class", &pad_per_class_));
    OP_REQUIRES_OK(context, context->GetAttr("clip_boxes", &clip_boxes_));
  }

  void Compute(OpKernelContext* context) override {
    CombinedSizes sizes;
    float overlap_threshold = 0, score_threshold = 0;
    OP_REQUIRES_OK(context, ReadSizes(context, &sizes));
    OP_REQUIRES_OK(context, ReadThresholds(context, &overlap_threshold, &score_threshold));
    Tensor* outputs[4] = {};
    const TensorShape shape({sizes.batch, sizes.total});
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({sizes.batch, sizes.total, 4}),
                                                     &outputs[0]));
    OP_REQUIRES_OK(context, context->allocate_output(1, shape, &outputs[1]));
    OP_REQUIRES_OK(context, context->allocate_output(2, shape, &outputs[2]));
    OP_REQUIRES_OK(context, context->allocate_output(3, TensorShape({sizes.batch}), &outputs[3]));
    const float* const boxes = static_cast<const float*>(context->input(0).data());
    const float* const scores = static_cast<const float*>(context->input(1).data());
    const double image_ns = 50.0 * static_cast<double>(sizes.boxes * sizes.classes);
    ShardElements(context, sizes.batch, image_ns, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        const float* const image_boxes = boxes + b * sizes.boxes * sizes.box_sets * 4;
        const float* const image_scores = scores + b * sizes.boxes * sizes.classes;
        SetImage(sizes,
                 Detect(sizes, image_boxes, image_scores, overlap_threshold, score_threshold),
                 image_boxes, b, outputs);
      }
    });
  }

 private:
  static absl::Status ReadThresholds(OpKernelContext* context, float* overlap, float* score) {
    OPGRAFT_RETURN_IF_ERROR(ReadFloatScalar(context->input(4), "iou_threshold", overlap));
    OPGRAFT_RETURN_IF_ERROR(ReadFloatScalar(context->input(5), "score_threshold", score));
    if (*overlap >= 0 && *overlap <= 1) return absl::OkStatus();
    return absl::InvalidArgumentError("iou_threshold must be in [0, 1]");
  }

  // All but the numbers of boxes that are kept.
  static absl::Status ReadShapes(OpKernelContext* context, CombinedSizes* sizes) {
    const Tensor& boxes = context->input(0);
    const Tensor& scores = context->input(1);
    if (boxes.dims() != 4 || boxes.dim_size(3) != 4 || scores.dims() != 3 ||
        boxes.dim_size(0) != scores.dim_size(0) || boxes.dim_size(1) != scores.dim_size(1)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "boxes must be of shape [batch, boxes, q, 4] and scores [batch, boxes, classes], got ",
          boxes.shape().DebugString(), " and ", scores.shape().DebugString()));
    }
    *sizes = {boxes.dim_size(0), boxes.dim_size(1), boxes.dim_size(2), scores.dim_size(2), 0, 0};
    if (sizes->box_sets != 1 && sizes->box_sets != sizes->classes) {
      return absl::InvalidArgumentError(
          absl::StrCat("third dimension of boxes must be either 1 or num classes, got ",
                       sizes->box_sets, " for ", sizes->classes, " classes"));
    }
    return absl::OkStatus();
  }

  absl::Status ReadSizes(OpKernelContext* context, CombinedSizes* sizes) const {
    OPGRAFT_RETURN_IF_ERROR(ReadShapes(context, sizes));
    if (context->input(2).dims() != 0 || context->input(3).dims() != 0) {
      return absl::InvalidArgumentError(
          "max_output_size_per_class and max_total_size must be scalars");
    }
    const int32_t per_class = *static_cast<const int32_t*>(context->input(2).data());
    const int32_t total = *static_cast<const int32_t*>(context->input(3).data());
    if (per_class <= 0 || total <= 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("max_output_size_per_class and max_total_size must be positive, got ",
                       per_class, " and ", total));
    }
    sizes->kept_per_class = std::min<int64_t>(per_class, sizes->boxes);
    sizes->total = total;
    // Without overflow: both are int32 times at most the elements of a tensor that exists.
    int64_t all = 0;
    if (pad_per_class_ && !__builtin_mul_overflow(int64_t{per_class}, sizes->classes, &all))
      sizes->total = std::min(sizes->total, all);
    return absl::OkStatus();
  }

  // The detections of an image, the best first.
  static std::vector<Detection> Detect(const CombinedSizes& sizes, const float* boxes,
                                       const float* scores, float overlap_threshold,
                                       float score_threshold) {
    std::vector<Detection> found(static_cast<size_t>(sizes.classes * sizes.kept_per_class));
    for (int64_t label = 0; label < sizes.classes; ++label) {
      const float* const class_boxes = boxes + (sizes.box_sets == 1 ? 0 : label * 4);
      SelectClass(sizes, class_boxes, scores, label, overlap_threshold, score_threshold,
                  found.data() + label * sizes.kept_per_class);
    }
    std::sort(found.begin(), found.end(),
              [](const Detection& a, const Detection& b) { return a.score > b.score; });
    return found;
  }

  static void SelectClass(const CombinedSizes& sizes, const float* boxes, const float* scores,
                          int64_t label, float overlap_threshold, float score_threshold,
                          Detection* found) {
    std::priority_queue<Waiting> queue;
    for (int64_t i = 0; i < sizes.boxes; ++i) {
      const float score = scores[i * sizes.classes + label];
      if (score > score_threshold) queue.push({score, static_cast<int32_t>(i)});
    }
    std::vector<Box> kept;
    while (static_cast<int64_t>(kept.size()) < sizes.kept_per_class && !queue.empty()) {
      const Waiting next = queue.top();
      queue.pop();
      const Box box(boxes + next.box * sizes.box_sets * 4);
      const bool overlaps = std::any_of(kept.rbegin(), kept.rend(), [&](const Box& other) {
        return OverlapOf(box, other) > overlap_threshold;
      });
      if (overlaps) continue;
      kept.push_back(box);
      *found++ = {next.score, next.box, static_cast<int32_t>(label)};
    }
  }

  void SetImage(const CombinedSizes& sizes, const std::vector<Detection>& found, const float* boxes,
                int64_t image, Tensor* const* outputs) const {
    float* const to_boxes = static_cast<float*>(outputs[0]->data()) + image * sizes.total * 4;
    float* const to_scores = static_cast<float*>(outputs[1]->data()) + image * sizes.total;
    float* const to_labels = static_cast<float*>(outputs[2]->data()) + image * sizes.total;
    std::fill_n(to_boxes, sizes.total * 4, 0.0f);
    std::fill_n(to_scores, sizes.total, 0.0f);
    std::fill_n(to_labels, sizes.total, 0.0f);
    int64_t count = 0;
    for (const Detection& detection : found) {
      if (detection.box < 0) continue;
      if (count == sizes.total) break;
      const int64_t set = sizes.box_sets == 1 ? 0 : detection.label;
      const float* const box = boxes + (detection.box * sizes.box_sets + set) * 4;
      for (int64_t k = 0; k < 4; ++k)
        to_boxes[count * 4 + k] = clip_boxes_ ? std::max(std::min(box[k], 1.0f), 0.0f) : box[k];
      to_scores[count] = detection.score;
      to_labels[count++] = static_cast<float>(detection.label);
    }
    static_cast<int32_t*>(outputs[3]->data())[image] = static_cast<int32_t>(count);
  }

  bool pad_per_class_ = false;
  bool clip_boxes_ = true;
};

REGISTER_KERNEL_BUILDER(Name("CombinedNonMaxSuppression").Device(DEVICE_CPU),
                        CombinedNonMaxSuppressionOp);

}  // namespace
}  // namespace opgraft_internal

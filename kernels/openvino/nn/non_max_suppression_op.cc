// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's NonMaxSuppression and NMSRotated.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/image/box_overlap.h"
#include "kernels/image/box_suppression.h"
#include "kernels/openvino/nn/index_output.h"
#include "kernels/openvino/nn/turned_box.h"

namespace opgraft_internal {
namespace {

// A box that was kept.
struct Kept {
  int64_t batch = 0;
  int64_t of_class = 0;
  int64_t box = 0;
  float score = 0;
};

// Boxes of each image and class are chosen by themselves. `Encoding` reads the attrs that say what
// a box is, and makes one of kNumbers; OverlapOf compares two.
template <class Encoding>
class NonMaxSuppressionOp : public OpKernel {
 public:
  explicit NonMaxSuppressionOp(OpKernelConstruction* context)
      : OpKernel(context), encoding_(context) {
    OP_REQUIRES_OK(context, context->GetAttr("sort_result_descending", &sorts_));
  }

  void Compute(OpKernelContext* context) override {
    SuppressionRule rule;
    OP_REQUIRES_OK(context, ReadRule(context, &rule));
    OP_REQUIRES_OK(context, CheckShapes(context->input(0), context->input(1)));
    const int64_t batches = context->input(1).dim_size(0), classes = context->input(1).dim_size(1);
    const int64_t boxes = context->input(1).dim_size(2);
    const std::vector<float> numbers = FloatsOf(context->input(0));
    const std::vector<float> scores = FloatsOf(context->input(1));
    std::vector<Kept> kept;
    for (int64_t batch = 0; batch < batches; ++batch) {
      const auto of_batch = BoxesOf(numbers.data() + batch * boxes * Encoding::kNumbers, boxes);
      for (int64_t c = 0; c < classes; ++c) {
        const BoxSelection chosen = SuppressBoxes(
            rule, scores.data() + (batch * classes + c) * boxes, boxes, [&](int32_t a, int32_t b) {
              return OverlapOf(of_batch[static_cast<size_t>(a)], of_batch[static_cast<size_t>(b)]);
            });
        for (size_t i = 0; i < chosen.boxes.size(); ++i)
          kept.push_back({batch, c, chosen.boxes[i], chosen.scores[i]});
      }
    }
    if (sorts_) {
      // Equal scores stay in the order of images, classes and boxes.
      std::stable_sort(kept.begin(), kept.end(),
                       [](const Kept& a, const Kept& b) { return a.score > b.score; });
    }
    OP_REQUIRES_OK(context, SetOutputs(context, kept));
  }

 private:
  static absl::Status ReadNumber(OpKernelContext* context, int input, double* number) {
    const Tensor& tensor = context->input(input);
    if (!IsScalarOrOneElementVector(tensor.shape())) {
      return absl::InvalidArgumentError(absl::StrCat(
          "input ", input, " must be one number, not of shape ", tensor.shape().DebugString()));
    }
    CastFunction(tensor.dtype(), DT_DOUBLE).Run(tensor.data(), number, 1);
    return absl::OkStatus();
  }

  static absl::Status ReadRule(OpKernelContext* context, SuppressionRule* rule) {
    double numbers[4] = {0, 0, 0, 0};
    for (int i = 2; i < context->num_inputs() && i < 6; ++i)
      OPGRAFT_RETURN_IF_ERROR(ReadNumber(context, i, &numbers[i - 2]));
    const double most = std::numeric_limits<int32_t>::max();
    rule->max_output_size = numbers[0] > 0 ? static_cast<int64_t>(std::min(numbers[0], most)) : 0;
    rule->overlap_threshold = static_cast<float>(numbers[1]);
    rule->suppresses_at_threshold = true;
    rule->score_threshold = static_cast<float>(numbers[2]);
    rule->soft_sigma = static_cast<float>(numbers[3]);
    return absl::OkStatus();
  }

  static absl::Status CheckShapes(const Tensor& boxes, const Tensor& scores) {
    if (boxes.dims() == 3 && scores.dims() == 3 && boxes.dim_size(2) == Encoding::kNumbers &&
        boxes.dim_size(0) == scores.dim_size(0) && boxes.dim_size(1) == scores.dim_size(2) &&
        boxes.dim_size(1) <= std::numeric_limits<int32_t>::max())
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("boxes of shape ", boxes.shape().DebugString(), " and scores of shape ",
                     scores.shape().DebugString(), " are not [batch, boxes, ", Encoding::kNumbers,
                     "] and [batch, classes, boxes]"));
  }

  std::vector<typename Encoding::Of> BoxesOf(const float* numbers, int64_t count) const {
    std::vector<typename Encoding::Of> boxes;
    for (int64_t i = 0; i < count; ++i, numbers += Encoding::kNumbers)
      boxes.push_back(encoding_.Make(numbers));
    return boxes;
  }

  static absl::Status SetOutputs(OpKernelContext* context, const std::vector<Kept>& kept) {
    const int64_t count = static_cast<int64_t>(kept.size());
    Tensor *indices = nullptr, *scores = nullptr, *number = nullptr;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_output(0, TensorShape({count, int64_t{3}}), &indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({count, int64_t{3}}), &scores));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(2, TensorShape({int64_t{1}}), &number));
    std::vector<float> rows;
    for (int64_t i = 0; i < count; ++i) {
      const Kept& box = kept[static_cast<size_t>(i)];
      StoreIndex(3 * i, box.batch, indices);
      StoreIndex(3 * i + 1, box.of_class, indices);
      StoreIndex(3 * i + 2, box.box, indices);
      rows.insert(rows.end(),
                  {static_cast<float>(box.batch), static_cast<float>(box.of_class), box.score});
    }
    CastFunction(DT_FLOAT, scores->dtype()).Run(rows.data(), scores->data(), 3 * count);
    StoreIndex(0, count, number);
    return absl::OkStatus();
  }

  const Encoding encoding_;
  bool sorts_ = true;
};

// Of NonMaxSuppression: corners, or centre and size.
class UprightEncoding {
 public:
  using Of = Box;
  static constexpr int kNumbers = 4;

  explicit UprightEncoding(OpKernelConstruction* context) {
    std::string encoding;
    OP_REQUIRES_OK(context, context->GetAttr("box_encoding", &encoding));
    centers_ = encoding == "center";
  }

  Box Make(const float* numbers) const {
    if (!centers_) return Box(numbers);
    const float x = numbers[0], y = numbers[1], w = numbers[2] / 2, h = numbers[3] / 2;
    const float corners[4] = {y - h, x - w, y + h, x + w};
    return Box(corners);
  }

 private:
  bool centers_ = false;
};

// Of NMSRotated: centre, size and angle.
class TurnedEncoding {
 public:
  using Of = TurnedBox;
  static constexpr int kNumbers = 5;

  explicit TurnedEncoding(OpKernelConstruction* context) {
    OP_REQUIRES_OK(context, context->GetAttr("clockwise", &clockwise_));
  }

  TurnedBox Make(const float* numbers) const {
    return TurnedBox(numbers, clockwise_ ? numbers[4] : -numbers[4]);
  }

 private:
  bool clockwise_ = true;
};

#define REGISTER_NMS(op, T, Encoding)                                                     \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          NonMaxSuppressionOp<Encoding>);
#define REGISTER(T)                                     \
  REGISTER_NMS("NonMaxSuppression", T, UprightEncoding) \
  REGISTER_NMS("NMSRotated", T, TurnedEncoding)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_NMS

}  // namespace
}  // namespace opgraft_internal

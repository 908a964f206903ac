// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random parts of an image that hold enough of one of its objects. Numbers are taken, and rounded,
// in TensorFlow's order.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/cancellation.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// [min, max) of both coordinates, in pixels.
struct Rectangle {
  int64_t min_x = 0, min_y = 0, max_x = 0, max_y = 0;
  float Area() const { return static_cast<float>((max_x - min_x) * (max_y - min_y)); }
};

float SharedArea(const Rectangle& a, const Rectangle& b) {
  const Rectangle shared = {std::max(a.min_x, b.min_x), std::max(a.min_y, b.min_y),
                            std::min(a.max_x, b.max_x), std::min(a.max_y, b.max_y)};
  return shared.min_x > shared.max_x || shared.min_y > shared.max_y ? 0.0f : shared.Area();
}

// A whole number of pixels; numbers beyond int32 are refused.
int64_t Whole(double number) {
  constexpr double kMax = std::numeric_limits<int32_t>::max();
  return number >= -kMax && number <= kMax ? static_cast<int64_t>(number) : -1;
}
int64_t Rounded(float number) { return Whole(static_cast<double>(std::nearbyint(number))); }

// What parts are asked for.
struct Wanted {
  float least_covered = 0;
  std::vector<float> ratios;  // of width to height, from and to
  std::vector<float> areas;   // of the whole image
};

class Cropper {
 public:
  Cropper(int32_t width, int32_t height, const Wanted& wanted)
      : width_(width), height_(height), wanted_(wanted) {}

  Rectangle image() const { return {0, 0, width_, height_}; }

  // False if this try gave none.
  bool Try(const std::vector<Rectangle>& objects, random::SimplePhilox* numbers,
           Rectangle* crop) const {
    const float ratio =
        numbers->RandFloat() * (wanted_.ratios[1] - wanted_.ratios[0]) + wanted_.ratios[0];
    return Draw(ratio, numbers, crop) && CoversOne(*crop, objects);
  }

 private:
  bool CoversOne(const Rectangle& crop, const std::vector<Rectangle>& objects) const {
    if (crop.Area() < 1) return false;
    return std::any_of(objects.begin(), objects.end(), [&](const Rectangle& object) {
      const float area = object.Area();
      return area >= 1 && SharedArea(crop, object) / area >= wanted_.least_covered;
    });
  }

  int64_t WidthFor(int64_t height, float ratio) const {
    return Rounded(static_cast<float>(height) * ratio);
  }

  // The greatest height whose width fits into the image.
  int64_t MostHeight(float ratio, float most_area) const {
    int64_t most = Rounded(std::sqrt(most_area / ratio));
    if (WidthFor(most, ratio) > width_) {
      constexpr float kLess = 0.0000001f;
      most = Whole((width_ + 0.5 - static_cast<double>(kLess)) / static_cast<double>(ratio));
      if (WidthFor(most, ratio) > width_) --most;
    }
    return std::min<int64_t>(most, height_);
  }

  bool Draw(float ratio, random::SimplePhilox* numbers, Rectangle* crop) const {
    if (!(ratio > 0) || width_ <= 0 || height_ <= 0 || wanted_.areas[0] > wanted_.areas[1])
      return false;
    const auto area_of = [&](float part) {
      return part * static_cast<float>(width_) * static_cast<float>(height_);
    };
    const float least_area = area_of(wanted_.areas[0]), most_area = area_of(wanted_.areas[1]);
    const int64_t most = MostHeight(ratio, most_area);
    int64_t height = std::min(Rounded(std::sqrt(least_area / ratio)), most);
    if (height < most) height += numbers->Uniform(static_cast<uint32_t>(most - height + 1));
    int64_t width = WidthFor(height, ratio);
    // What rounding took away or added is given back.
    if (static_cast<float>(width * height) < least_area) width = WidthFor(++height, ratio);
    if (static_cast<float>(width * height) > most_area) width = WidthFor(--height, ratio);
    const float area = static_cast<float>(width * height);
    if (area < least_area || area > most_area || width > width_ || height > height_ || width <= 0 ||
        height <= 0)
      return false;
    const int64_t y =
        height < height_ ? numbers->Uniform(static_cast<uint32_t>(height_ - height)) : 0;
    const int64_t x = width < width_ ? numbers->Uniform(static_cast<uint32_t>(width_ - width)) : 0;
    *crop = {x, y, x + width, y + height};
    return true;
  }

  const int32_t width_;
  const int32_t height_;
  const Wanted& wanted_;
};

// Two numbers above 0.
absl::Status CheckPair(absl::string_view name, const std::vector<float>& pair) {
  if (pair.size() == 2 && pair[0] > 0 && pair[1] > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " must be two numbers above 0"));
}

absl::Status CheckCovered(float covered) {
  if (covered >= 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Min object covered must be non-negative: ", covered));
}

// Inputs: the image's size, boxes; then, in the two newer ops, how much of an object is to be seen,
// and what the source reads.
template <typename T, class Source>
class SampleDistortedBoundingBoxOp : public OpKernel {
 public:
  explicit SampleDistortedBoundingBoxOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
    OP_REQUIRES_OK(context, context->GetAttr("aspect_ratio_range", &wanted_.ratios));
    OP_REQUIRES_OK(context, context->GetAttr("area_range", &wanted_.areas));
    OP_REQUIRES_OK(context, context->GetAttr("max_attempts", &tries_));
    OP_REQUIRES_OK(context, context->GetAttr("use_image_if_no_bounding_boxes", &may_use_image_));
    OP_REQUIRES_OK(context, CheckPair("aspect_ratio_range", wanted_.ratios));
    OP_REQUIRES_OK(context, CheckPair("area_range", wanted_.areas));
    OP_REQUIRES(context, wanted_.areas[0] <= 1 && wanted_.areas[1] <= 1,
                absl::InvalidArgumentError("area_range must not be above 1"));
    OP_REQUIRES(
        context, tries_ > 0,
        absl::InvalidArgumentError(absl::StrCat("Max attempts must be non-negative: ", tries_)));
    if (num_inputs() > 2) return;
    OP_REQUIRES_OK(context, context->GetAttr("min_object_covered", &wanted_.least_covered));
    OP_REQUIRES_OK(context, CheckCovered(wanted_.least_covered));
  }

  void Compute(OpKernelContext* context) override {
    random::PhiloxRandom generator;
    OP_REQUIRES_OK(context, source_.Reserve(context, 3, tries_, &generator));
    Wanted wanted = wanted_;
    int32_t height = 0, width = 0;
    OP_REQUIRES_OK(context, ReadSize(context->input(0), &height, &width));
    OP_REQUIRES_OK(context, CheckBoxes(context->input(1)));
    if (num_inputs() > 2) OP_REQUIRES_OK(context, ReadCovered(context->input(2), &wanted));
    std::vector<Rectangle> objects;
    OP_REQUIRES_OK(context, ReadBoxes(context->input(1), height, width, &objects));
    const Cropper cropper(width, height, wanted);
    if (objects.empty()) {
      OP_REQUIRES(context, may_use_image_,
                  absl::InvalidArgumentError(
                      "No bounding boxes provided as input. One must enable "
                      "use_image_if_no_bounding_boxes if you wish to not provide any."));
      objects.push_back(cropper.image());
    }
    random::SimplePhilox numbers(&generator);
    const CancellationManager* const manager = context->cancellation_manager();
    Rectangle crop;
    bool is_found = false;
    for (int32_t i = 0; i < tries_ && !is_found; ++i) {
      is_found = cropper.Try(objects, &numbers, &crop);
      OP_REQUIRES(context, manager == nullptr || !manager->IsCancelled(),
                  absl::CancelledError("cancelled while looking for a part of the image"));
    }
    OP_REQUIRES_OK(context, Write(context, is_found ? crop : cropper.image(), height, width));
  }

 private:
  static absl::Status ReadSize(const Tensor& size, int32_t* height, int32_t* width) {
    if (size.dims() != 1 || size.dim_size(0) != 3) {
      return absl::InvalidArgumentError(absl::StrCat(
          "image_size must be a vector of 3 elements, not ", size.shape().DebugString()));
    }
    const auto* const from = static_cast<const T*>(size.data());
    for (int i = 0; i < 2; ++i) {
      const auto pixels = static_cast<uint64_t>(static_cast<int64_t>(from[i]));
      if (pixels >= std::numeric_limits<int32_t>::max()) {
        return absl::InvalidArgumentError(absl::StrCat(i == 0 ? "image height" : "image width",
                                                       " cannot be negative or >= int32 max"));
      }
      *(i == 0 ? height : width) = static_cast<int32_t>(pixels);
    }
    return absl::OkStatus();
  }

  static absl::Status CheckBoxes(const Tensor& boxes) {
    if (boxes.dims() == 3 && boxes.dim_size(2) == 4) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("input boxes must be [batch, num_boxes, 4]: ", boxes.shape().DebugString()));
  }

  static absl::Status ReadCovered(const Tensor& covered, Wanted* wanted) {
    if (covered.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat("min_object_covered must be 0-D, got shape ",
                                                     covered.shape().DebugString()));
    }
    wanted->least_covered = *static_cast<const float*>(covered.data());
    return CheckCovered(wanted->least_covered);
  }

  static absl::Status ReadBoxes(const Tensor& boxes, int32_t height, int32_t width,
                                std::vector<Rectangle>* objects) {
    const auto* from = static_cast<const float*>(boxes.data());
    for (int64_t i = 0; i < boxes.NumElements(); i += 4, from += 4) {
      for (int k = 0; k < 4; ++k) {
        if (from[k] >= 0 && from[k] <= 1) continue;
        return absl::InvalidArgumentError(
            absl::StrCat("All bounding box coordinates must be in [0.0, 1.0]: ", from[k]));
      }
      const auto pixel = [](float part, int32_t size) {
        return static_cast<int64_t>(part * static_cast<float>(size));
      };
      objects->push_back({pixel(from[1], width), pixel(from[0], height), pixel(from[3], width),
                          pixel(from[2], height)});
    }
    return absl::OkStatus();
  }

  static absl::Status Write(OpKernelContext* context, const Rectangle& crop, int32_t height,
                            int32_t width) {
    Tensor* begin = nullptr;
    Tensor* size = nullptr;
    Tensor* box = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape({3}), &begin));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({3}), &size));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(2, TensorShape({1, 1, 4}), &box));
    const int64_t starts[] = {crop.min_y, crop.min_x, 0};
    const int64_t sizes[] = {crop.max_y - crop.min_y, crop.max_x - crop.min_x, -1};
    for (int i = 0; i < 3; ++i) {
      static_cast<T*>(begin->data())[i] = static_cast<T>(starts[i]);
      static_cast<T*>(size->data())[i] = static_cast<T>(sizes[i]);
    }
    const int64_t ends[] = {crop.min_y, crop.min_x, crop.max_y, crop.max_x};
    for (int i = 0; i < 4; ++i) {
      static_cast<float*>(box->data())[i] =
          static_cast<float>(ends[i]) / static_cast<float>(i % 2 == 0 ? height : width);
    }
    return absl::OkStatus();
  }

  Source source_;
  Wanted wanted_;
  int32_t tries_ = 0;
  bool may_use_image_ = false;
};

#define REGISTER_OP_FOR(name, T, Source)                                        \
  REGISTER_KERNEL_BUILDER(Name(name).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SampleDistortedBoundingBoxOp<T, Source>);
#define REGISTER(T)                                                \
  REGISTER_OP_FOR("SampleDistortedBoundingBox", T, SeededSource)   \
  REGISTER_OP_FOR("SampleDistortedBoundingBoxV2", T, SeededSource) \
  REGISTER_OP_FOR("StatelessSampleDistortedBoundingBox", T, SeedsSource)
TF_CALL_uint8(REGISTER);
TF_CALL_int8(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
#undef REGISTER_OP_FOR

}  // namespace
}  // namespace opgraft_internal

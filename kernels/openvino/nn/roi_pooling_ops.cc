// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ROIPooling and PSROIPooling: boxes [image, x1, y1, x2, y2] of images in bins.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Coordinates beyond this are outside of every image; so is NaN.
template <typename T>
int64_t Pixel(T place) {
  constexpr T kFar = T{1 << 30};
  return place > -kFar ? static_cast<int64_t>(std::min(place, kFar)) : -(int64_t{1} << 30);
}

// A plane of pixels.
template <typename T>
struct Plane {
  // Between four pixels. REQUIRES: the place is inside.
  T At(T x, T y) const {
    const int64_t left = static_cast<int64_t>(x), top = static_cast<int64_t>(y);
    const int64_t right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
    const T dx = x - static_cast<T>(left), dy = y - static_cast<T>(top);
    const T* above = pixels + top * width;
    const T* below = pixels + bottom * width;
    const T upper = above[left] + (above[right] - above[left]) * dx;
    const T lower = below[left] + (below[right] - below[left]) * dx;
    return upper + (lower - upper) * dy;
  }

  const T* pixels = nullptr;
  int64_t height = 0;
  int64_t width = 0;
};

class BoxPoolOp : public OpKernel {
 public:
  explicit BoxPoolOp(OpKernelConstruction* context)
      : OpKernel(context), view_(context->input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("spatial_scale", &scale_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& data = context->input(0).shape();
    const TensorShape& boxes = context->input(1).shape();
    OP_REQUIRES(context, data.dims() == 4 && boxes.dims() == 2 && boxes.dim_size(1) == 5,
                absl::InvalidArgumentError(absl::StrCat("data of shape ", data.DebugString(),
                                                        " and boxes of shape ", boxes.DebugString(),
                                                        " are not [n, c, h, w] and [boxes, 5]")));
    int64_t channels = 0;
    OP_REQUIRES_OK(context, FindChannels(data.dim_size(1), &channels));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(
                       0, TensorShape({boxes.dim_size(0), channels, height_, width_}), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES(context, data.num_elements() > 0,
                absl::InvalidArgumentError("the images have no pixels"));
    Tensor images, rois, room;
    OP_REQUIRES_OK(context, view_.Read(context, context->input(0), false, &images));
    OP_REQUIRES_OK(context, view_.Read(context, context->input(1), false, &rois));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    OP_REQUIRES_OK(context, view_.type() == DT_FLOAT
                                ? Pool<float>(context, images, rois, channels, &room)
                                : Pool<double>(context, images, rois, channels, &room));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 protected:
  template <typename T>
  struct Bin {
    const T* image = nullptr;  // its first plane
    const T* box = nullptr;    // x1, y1, x2, y2
    int64_t channel = 0;       // of the result
    int64_t row = 0;
    int64_t column = 0;
    Plane<T> plane;  // without pixels
  };

  virtual absl::Status FindChannels(int64_t channels, int64_t* pooled) const = 0;
  virtual float PoolBin(const Bin<float>& bin) const = 0;
  virtual double PoolBin(const Bin<double>& bin) const = 0;

  void SetBins(int64_t height, int64_t width) {
    height_ = height;
    width_ = width;
  }
  int64_t height() const { return height_; }
  int64_t width() const { return width_; }
  float scale() const { return scale_; }

 private:
  // The first number of each box is its image.
  template <typename T>
  static absl::Status CheckImages(const T* boxes, int64_t count, int64_t batch) {
    for (int64_t i = 0; i < count; ++i) {
      if (boxes[5 * i] >= 0 && boxes[5 * i] < static_cast<T>(batch)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("box ", i, " is of image ", boxes[5 * i], " of ", batch));
    }
    return absl::OkStatus();
  }

  template <typename T>
  absl::Status Pool(OpKernelContext* context, const Tensor& images, const Tensor& rois,
                    int64_t channels, Tensor* room) const {
    const int64_t count = rois.dim_size(0), batch = images.dim_size(0);
    const T* boxes = static_cast<const T*>(rois.data());
    OPGRAFT_RETURN_IF_ERROR(CheckImages(boxes, count, batch));
    const int64_t image_size = images.NumElements() / batch;
    ShardElements(context, count * channels, 50.0 * static_cast<double>(height_ * width_),
                  [&](int64_t begin, int64_t end) {
                    Bin<T> bin;
                    bin.plane.height = images.dim_size(2);
                    bin.plane.width = images.dim_size(3);
                    for (int64_t unit = begin; unit < end; ++unit) {
                      const T* box = boxes + unit / channels * 5;
                      bin.image = static_cast<const T*>(images.data()) +
                                  static_cast<int64_t>(box[0]) * image_size;
                      bin.box = box + 1;
                      bin.channel = unit % channels;
                      T* out = static_cast<T*>(room->data()) + unit * height_ * width_;
                      for (bin.row = 0; bin.row < height_; ++bin.row) {
                        for (bin.column = 0; bin.column < width_; ++bin.column)
                          *out++ = PoolBin(bin);
                      }
                    }
                  });
    return absl::OkStatus();
  }

  const LoopView view_;
  float scale_ = 1;
  int64_t height_ = 1;
  int64_t width_ = 1;
};

class RoiPoolingOp : public BoxPoolOp {
 public:
  explicit RoiPoolingOp(OpKernelConstruction* context) : BoxPoolOp(context) {
    std::string method;
    int64_t height = 0, width = 0;
    OP_REQUIRES_OK(context, context->GetAttr("pooled_h", &height));
    OP_REQUIRES_OK(context, context->GetAttr("pooled_w", &width));
    OP_REQUIRES_OK(context, context->GetAttr("method", &method));
    SetBins(height, width);
    bilinear_ = method == "bilinear";
  }

 private:
  absl::Status FindChannels(int64_t channels, int64_t* pooled) const override {
    *pooled = channels;
    return absl::OkStatus();
  }

  float PoolBin(const Bin<float>& bin) const override { return PoolAs(bin); }
  double PoolBin(const Bin<double>& bin) const override { return PoolAs(bin); }

  template <typename T>
  T PoolAs(const Bin<T>& bin) const {
    Plane<T> plane = bin.plane;
    plane.pixels = bin.image + bin.channel * plane.height * plane.width;
    return bilinear_ ? Between(bin, plane) : Largest(bin, plane);
  }

  // The pixels along one side that bin `i` of `bins` has.
  template <typename T>
  static void Range(T first, T last, int64_t i, int64_t bins, int64_t size, int64_t* begin,
                    int64_t* end) {
    const int64_t start = Pixel(std::round(first)), stop = Pixel(std::round(last));
    const T bin = static_cast<T>(std::max<int64_t>(stop - start + 1, 1)) / static_cast<T>(bins);
    *begin = Pixel(std::floor(static_cast<T>(i) * bin)) + start;
    *end = Pixel(std::ceil(static_cast<T>(i + 1) * bin)) + start;
    *begin = std::clamp<int64_t>(*begin, 0, size);
    *end = std::clamp<int64_t>(*end, 0, size);
  }

  template <typename T>
  T Largest(const Bin<T>& bin, const Plane<T>& plane) const {
    const T by = static_cast<T>(scale());
    int64_t left = 0, right = 0, top = 0, bottom = 0;
    Range<T>(bin.box[0] * by, bin.box[2] * by, bin.column, width(), plane.width, &left, &right);
    Range<T>(bin.box[1] * by, bin.box[3] * by, bin.row, height(), plane.height, &top, &bottom);
    if (right <= left || bottom <= top) return 0;
    T largest = std::numeric_limits<T>::lowest();
    for (int64_t y = top; y < bottom; ++y) {
      const T* line = plane.pixels + y * plane.width;
      for (int64_t x = left; x < right; ++x) largest = std::max(line[x], largest);
    }
    return largest;
  }

  // Where bin `i` lies along a side that goes from `first` to `last`, parts of the image.
  template <typename T>
  static T Place(T first, T last, int64_t i, int64_t bins, int64_t size) {
    const T range = static_cast<T>(size - 1);
    if (bins == 1) return (first + last) * range / 2;
    if (i == bins - 1) return last * range;
    return static_cast<T>(i) * ((last - first) * range / static_cast<T>(bins - 1)) + first * range;
  }

  template <typename T>
  T Between(const Bin<T>& bin, const Plane<T>& plane) const {
    const T x = Place(bin.box[0], bin.box[2], bin.column, width(), plane.width);
    const T y = Place(bin.box[1], bin.box[3], bin.row, height(), plane.height);
    const bool inside = x >= 0 && x <= static_cast<T>(plane.width - 1) && y >= 0 &&
                        y <= static_cast<T>(plane.height - 1);
    return inside ? plane.At(x, y) : T{0};
  }

  bool bilinear_ = false;
};

// Each bin has channels of its own.
class PsRoiPoolingOp : public BoxPoolOp {
 public:
  explicit PsRoiPoolingOp(OpKernelConstruction* context) : BoxPoolOp(context) {
    std::string mode;
    int64_t bins = 0;
    OP_REQUIRES_OK(context, context->GetAttr("output_dim", &channels_));
    OP_REQUIRES_OK(context, context->GetAttr("group_size", &bins));
    OP_REQUIRES_OK(context, context->GetAttr("spatial_bins_x", &parts_x_));
    OP_REQUIRES_OK(context, context->GetAttr("spatial_bins_y", &parts_y_));
    OP_REQUIRES_OK(context, context->GetAttr("mode", &mode));
    SetBins(bins, bins);
    bilinear_ = mode == "bilinear";
    constexpr int64_t kMax = 1 << 20;
    for (int64_t size : {channels_, bins, parts_x_, parts_y_}) {
      OP_REQUIRES(
          context, size > 0 && size <= kMax,
          absl::InvalidArgumentError(absl::StrCat("a size of ", size, " is not from 1 to ", kMax)));
    }
  }

 private:
  absl::Status FindChannels(int64_t channels, int64_t* pooled) const override {
    *pooled = channels_;
    const int64_t parts = bilinear_ ? parts_x_ * parts_y_ : height() * width();
    if (channels % parts == 0 && channels / parts == channels_) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "images of ", channels, " channels for output_dim ", channels_, " and ", parts, " parts"));
  }

  float PoolBin(const Bin<float>& bin) const override {
    return bilinear_ ? Between(bin) : Mean(bin);
  }
  double PoolBin(const Bin<double>& bin) const override {
    return bilinear_ ? Between(bin) : Mean(bin);
  }

  template <typename T>
  static void Range(T first, T last, int64_t i, int64_t bins, int64_t size, int64_t* begin,
                    int64_t* end) {
    const T bin = (last - first) / static_cast<T>(bins);
    *begin = std::clamp<int64_t>(Pixel(std::floor(first + static_cast<T>(i) * bin)), 0, size - 1);
    *end = std::clamp<int64_t>(Pixel(std::ceil(first + static_cast<T>(i + 1) * bin)), 0, size);
  }

  template <typename T>
  T Mean(const Bin<T>& bin) const {
    const Plane<T>& plane = bin.plane;
    const int64_t channel = (bin.channel * height() + bin.row) * width() + bin.column;
    const T* pixels = bin.image + channel * plane.height * plane.width;
    const T by = static_cast<T>(scale());
    int64_t left = 0, right = 0, top = 0, bottom = 0;
    Range<T>(std::round(bin.box[0]) * by, (std::round(bin.box[2]) + 1) * by, bin.column, width(),
             plane.width, &left, &right);
    Range<T>(std::round(bin.box[1]) * by, (std::round(bin.box[3]) + 1) * by, bin.row, height(),
             plane.height, &top, &bottom);
    if (right <= left || bottom <= top) return 0;
    T sum = 0;
    for (int64_t y = top; y < bottom; ++y) {
      for (int64_t x = left; x < right; ++x) sum += pixels[y * plane.width + x];
    }
    return sum / static_cast<T>((right - left) * (bottom - top));
  }

  // Where bin `i` lies in part `part` of a side, in pixels.
  template <typename T>
  static T Place(T first, T last, int64_t part, int64_t parts, int64_t i, int64_t bins,
                 int64_t size) {
    const T range = static_cast<T>(size - 1), length = (last - first) / static_cast<T>(parts);
    const T start = first + static_cast<T>(part) * length;
    if (bins == 1) return (start + start + length) * range / 2;
    return static_cast<T>(i) * (length * range / static_cast<T>(bins - 1)) + start * range;
  }

  template <typename T>
  T Between(const Bin<T>& bin) const {
    Plane<T> plane = bin.plane;
    const T by = static_cast<T>(scale());
    T sum = 0;
    for (int64_t part = 0; part < parts_x_ * parts_y_; ++part) {
      const T x = Place<T>(bin.box[0] * by, bin.box[2] * by, part % parts_x_, parts_x_, bin.column,
                           width(), plane.width);
      const T y = Place<T>(bin.box[1] * by, bin.box[3] * by, part / parts_x_, parts_y_, bin.row,
                           height(), plane.height);
      if (!(x >= 0 && x < static_cast<T>(plane.width) && y >= 0 &&
            y < static_cast<T>(plane.height)))
        continue;
      plane.pixels = bin.image + (part * channels_ + bin.channel) * plane.height * plane.width;
      sum += plane.At(x, y);
    }
    return sum / static_cast<T>(parts_x_ * parts_y_);
  }

  int64_t channels_ = 1;
  int64_t parts_x_ = 1;
  int64_t parts_y_ = 1;
  bool bilinear_ = false;
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>ROIPooling").Device(DEVICE_CPU).TypeConstraint<T>("T"),   \
                          RoiPoolingOp);                                                           \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>PSROIPooling").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          PsRoiPoolingOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ROIAlign and ROIAlignRotated.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// ROIAlign: a box of any real corners is cut into pooled_h times pooled_w bins, in each bin a grid
// of samples is placed, and each sample is interpolated between four pixels. No coordinate is
// rounded.
//
//     +-------+-------+     a box of 2 x 2 bins with sampling_ratio 2: the 4 samples of a bin lie
//     at | .   . | .   . |     1/4 and 3/4 of its height and width; the bin is their mean or
//     maximum | .   . | .   . |
//     +-------+-------+
//     | .   . | .   . |
//     | .   . | .   . |
//     +-------+-------+

// Channels for which the samples of a bin are found once.
constexpr int64_t kChannels = 32;
// Samples of a bin beyond which a box is a mistake.
constexpr double kMaxSamples = 1 << 24;

// Four pixels, and how much of each.
template <typename T>
struct Sample {
  int64_t pixel[4];
  T weight[4];
};

// One box: its first corner and size, and how its points lie in the image.
template <typename T>
struct Roi {
  T x = 0, y = 0;
  T width = 0, height = 0;
  T center_x = 0, center_y = 0;
  T cosine = 1, sine = 0;
};

template <typename T>
bool FindSample(T x, T y, int64_t height, int64_t width, Sample<T>* sample) {
  if (!(x >= -1 && x <= static_cast<T>(width) && y >= -1 && y <= static_cast<T>(height)))
    return false;
  x = std::clamp(x, T{0}, static_cast<T>(width - 1));
  y = std::clamp(y, T{0}, static_cast<T>(height - 1));
  const int64_t left = static_cast<int64_t>(x), top = static_cast<int64_t>(y);
  const int64_t right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
  const T dx = x - static_cast<T>(left), dy = y - static_cast<T>(top);
  *sample = {
      {top * width + left, top * width + right, bottom * width + left, bottom * width + right},
      {(1 - dy) * (1 - dx), (1 - dy) * dx, dy * (1 - dx), dy * dx}};
  return true;
}

class RoiAlignOpBase : public OpKernel {
 public:
  RoiAlignOpBase(OpKernelConstruction* context, int64_t numbers)
      : OpKernel(context), numbers_(numbers), view_(context->input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("pooled_h", &pooled_h_));
    OP_REQUIRES_OK(context, context->GetAttr("pooled_w", &pooled_w_));
    OP_REQUIRES_OK(context, context->GetAttr("sampling_ratio", &ratio_));
    OP_REQUIRES_OK(context, context->GetAttr("spatial_scale", &scale_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckInputs(context));
    const Tensor& data = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(
        context,
        context->allocate_output(
            0, TensorShape({context->input(1).dim_size(0), data.dim_size(1), pooled_h_, pooled_w_}),
            &output));
    if (output->NumElements() == 0) return;
    Tensor images, boxes, room;
    OP_REQUIRES_OK(context, view_.Read(context, data, false, &images));
    OP_REQUIRES_OK(context, view_.Read(context, context->input(1), false, &boxes));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    view_.type() == DT_FLOAT ? Pool<float>(context, images, boxes, &room)
                             : Pool<double>(context, images, boxes, &room);
    if (context->status().ok()) OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 protected:
  float scale() const { return scale_; }
  int64_t ratio() const { return ratio_; }
  void set_takes_max() { takes_max_ = true; }
  virtual Roi<double> RoiOf(const double* numbers) const = 0;

 private:
  absl::Status CheckInputs(OpKernelContext* context) const {
    const Tensor &data = context->input(0), &boxes = context->input(1), &which = context->input(2);
    if (data.dims() != 4 || boxes.dims() != 2 || which.dims() != 1 ||
        boxes.dim_size(1) != numbers_ || boxes.dim_size(0) != which.dim_size(0)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "data of shape ", data.shape().DebugString(), ", boxes of shape ",
          boxes.shape().DebugString(), " and batch_indices of shape ", which.shape().DebugString(),
          " are not [n, c, h, w], [boxes, ", numbers_, "] and [boxes]"));
    }
    if (data.dim_size(2) == 0 || data.dim_size(3) == 0)
      return absl::InvalidArgumentError("the images have no pixels");
    for (int64_t i = 0; i < which.NumElements(); ++i) {
      const int64_t image = IndexAt(which, i);
      if (image >= 0 && image < data.dim_size(0)) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("batch_indices[", i, "] is ", image, " of ", data.dim_size(0), " images"));
    }
    return absl::OkStatus();
  }

  template <typename T>
  void Pool(OpKernelContext* context, const Tensor& images, const Tensor& boxes,
            Tensor* room) const {
    const int64_t channels = images.dim_size(1), bins = pooled_h_ * pooled_w_;
    const int64_t blocks = (channels - 1) / kChannels + 1;
    const double samples = static_cast<double>(ratio_ == 0 ? 4 : ratio_ * ratio_);
    ShardElements(
        context, boxes.dim_size(0) * blocks, static_cast<double>(bins) * samples * 4 * kChannels,
        [&](int64_t begin, int64_t end) {
          for (int64_t unit = begin; unit < end; ++unit) {
            const int64_t box = unit / blocks, first = unit % blocks * kChannels;
            const absl::Status status = PoolBox<T>(context->input(2), images, boxes, box, first,
                                                   std::min(channels, first + kChannels), room);
            if (!status.ok()) return context->SetStatus(status);
          }
        });
  }

  // How the samples of a box lie: `rows` times `columns` of them in each bin.
  struct SampleGrid {
    double bin_h, bin_w;
    double rows, columns;
  };

  // The channels [first, last) of one box.
  template <typename T>
  absl::Status PoolBox(const Tensor& which, const Tensor& images, const Tensor& boxes, int64_t box,
                       int64_t first, int64_t last, Tensor* room) const {
    const int64_t channels = images.dim_size(1), height = images.dim_size(2);
    const int64_t width = images.dim_size(3), bins = pooled_h_ * pooled_w_;
    double numbers[5] = {};
    for (int64_t i = 0; i < numbers_; ++i)
      numbers[i] = static_cast<double>(static_cast<const T*>(boxes.data())[box * numbers_ + i]);
    const Roi<double> roi = RoiOf(numbers);
    const SampleGrid grid = GridOf(roi);
    if (!(grid.rows * grid.columns <= kMaxSamples)) {
      return absl::InvalidArgumentError(absl::StrCat("box ", box, " has bins of ", grid.rows,
                                                     " times ", grid.columns, " samples"));
    }
    std::vector<Sample<T>> samples;
    const T* planes =
        static_cast<const T*>(images.data()) + IndexAt(which, box) * channels * height * width;
    T* out = static_cast<T*>(room->data()) + box * channels * bins;
    for (int64_t bin = 0; bin < bins; ++bin) {
      FindSamples(roi, grid, bin, height, width, &samples);
      const T count = static_cast<T>(grid.rows * grid.columns);
      for (int64_t c = first; c < last; ++c)
        out[c * bins + bin] = Fold(samples, count, planes + c * height * width);
    }
    return absl::OkStatus();
  }

  // A negative ratio leaves bins without samples, which are 0: so OpenVINO's CPU has it.
  SampleGrid GridOf(const Roi<double>& roi) const {
    SampleGrid grid;
    grid.bin_h = roi.height / static_cast<double>(pooled_h_);
    grid.bin_w = roi.width / static_cast<double>(pooled_w_);
    grid.rows = ratio_ == 0 ? std::ceil(grid.bin_h) : static_cast<double>(ratio_);
    grid.columns = ratio_ == 0 ? std::ceil(grid.bin_w) : static_cast<double>(ratio_);
    return grid;
  }

  // The samples of one bin that lie in the image.
  template <typename T>
  void FindSamples(const Roi<double>& roi, const SampleGrid& grid, int64_t bin, int64_t height,
                   int64_t width, std::vector<Sample<T>>* samples) const {
    samples->clear();
    for (double sy = 0; sy < grid.rows; ++sy) {
      const double y = roi.y + static_cast<double>(bin / pooled_w_) * grid.bin_h +
                       grid.bin_h / grid.rows * (sy + 0.5);
      for (double sx = 0; sx < grid.columns; ++sx) {
        const double x = roi.x + static_cast<double>(bin % pooled_w_) * grid.bin_w +
                         grid.bin_w / grid.columns * (sx + 0.5);
        Sample<T> sample;
        if (FindSample(static_cast<T>(y * roi.sine + x * roi.cosine + roi.center_x),
                       static_cast<T>(y * roi.cosine - x * roi.sine + roi.center_y), height, width,
                       &sample))
          samples->push_back(sample);
      }
    }
  }

  // As OpenVINO has it, no maximum is below 0, and the mean of no samples is NaN.
  template <typename T>
  T Fold(const std::vector<Sample<T>>& samples, T count, const T* plane) const {
    T folded = 0;
    for (const Sample<T>& sample : samples) {
      T value = 0;
      for (int i = 0; i < 4; ++i) value += sample.weight[i] * plane[sample.pixel[i]];
      if (takes_max_) {
        folded = value > folded ? value : folded;
      } else {
        folded += value;
      }
    }
    return takes_max_ ? folded : folded / count;
  }

  const int64_t numbers_;
  const LoopView view_;
  int64_t pooled_h_ = 1;
  int64_t pooled_w_ = 1;
  int64_t ratio_ = 0;
  float scale_ = 1;
  bool takes_max_ = false;
};

class RoiAlignOp : public RoiAlignOpBase {
 public:
  explicit RoiAlignOp(OpKernelConstruction* context) : RoiAlignOpBase(context, 4) {
    std::string mode;
    OP_REQUIRES_OK(context, context->GetAttr("mode", &mode));
    OP_REQUIRES_OK(context, context->GetAttr("aligned_mode", &aligned_));
    if (mode == "max") set_takes_max();
  }

 private:
  Roi<double> RoiOf(const double* numbers) const override {
    const double before = aligned_ == "half_pixel" ? 0.5 : 0;
    const double after = aligned_ == "asymmetric" ? 0 : -0.5;
    double at[4];
    for (int i = 0; i < 4; ++i) at[i] = (numbers[i] + before) * scale() + after;
    Roi<double> roi;
    roi.x = at[0];
    roi.y = at[1];
    roi.width = at[2] - at[0];
    roi.height = at[3] - at[1];
    if (aligned_ != "asymmetric") return roi;
    roi.width = std::max(roi.width, 1.0);
    roi.height = std::max(roi.height, 1.0);
    return roi;
  }

  std::string aligned_;
};

class RoiAlignRotatedOp : public RoiAlignOpBase {
 public:
  explicit RoiAlignRotatedOp(OpKernelConstruction* context) : RoiAlignOpBase(context, 5) {
    OP_REQUIRES_OK(context, context->GetAttr("clockwise_mode", &clockwise_));
    OP_REQUIRES(
        context, ratio() >= 0,
        absl::InvalidArgumentError(absl::StrCat("sampling_ratio must not be negative: ", ratio())));
  }

 private:
  Roi<double> RoiOf(const double* numbers) const override {
    Roi<double> roi;
    roi.center_x = numbers[0] * scale() - 0.5;
    roi.center_y = numbers[1] * scale() - 0.5;
    roi.width = numbers[2] * scale();
    roi.height = numbers[3] * scale();
    roi.x = -roi.width / 2;
    roi.y = -roi.height / 2;
    const double angle = clockwise_ ? -numbers[4] : numbers[4];
    roi.cosine = std::cos(angle);
    roi.sine = std::sin(angle);
    return roi;
  }

  bool clockwise_ = false;
};

#define REGISTER(T)                                                                            \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>ROIAlign").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          RoiAlignOp);                                                         \
  REGISTER_KERNEL_BUILDER(                                                                     \
      Name("OpenVINO>ROIAlignRotated").Device(DEVICE_CPU).TypeConstraint<T>("T"),              \
      RoiAlignRotatedOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

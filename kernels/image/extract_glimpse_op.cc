// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ExtractGlimpse and ExtractGlimpseV2: a window of each image, filled up with noise where it lies
// outside.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

enum class Noise { kUniform, kGaussian, kZero };

// The part of a window's rows or columns that lies in the image: [begin, end) of the window, which
// begins at `offset` of the image.
struct Span {
  int64_t offset = 0;
  int64_t begin = 0;
  int64_t end = 0;

  Span(float place, int64_t window, int64_t image) {
    // Beyond this all is outside, and NaN is nowhere.
    constexpr float kFar = 1 << 30;
    offset = static_cast<int64_t>(place > -kFar && place < kFar ? place : kFar);
    begin = std::clamp<int64_t>(-offset, 0, window);
    end = std::clamp<int64_t>(image - offset, begin, window);
  }
  bool IsWhole(int64_t window) const { return begin == 0 && end == window; }
};

// The least, the largest, the mean and the deviation of some of an image's numbers.
struct Statistics {
  float least = 0;
  float most = 0;
  float mean = 0;
  float deviation = 0;

  // Of every `step`th of `size` numbers, which are some.
  Statistics(const float* values, int64_t size, int64_t step) {
    const int64_t some = (size + step - 1) / step;
    const auto count = static_cast<double>(some);
    double sum = 0, squares = 0;
    least = most = values[0];
    for (int64_t i = 0; i < size; i += step) {
      least = std::min(least, values[i]);
      most = std::max(most, values[i]);
      sum += values[i];
    }
    const double middle = sum / count;
    for (int64_t i = 0; i < size; i += step) squares += (values[i] - middle) * (values[i] - middle);
    mean = static_cast<float>(middle);
    deviation = static_cast<float>(std::sqrt(squares / count));
  }
};

// Numbers one at a time.
template <class Distribution>
class Draws {
 public:
  explicit Draws(random::PhiloxRandom* numbers) : numbers_(numbers) {}
  float Next() {
    if (used_ == Distribution::kResultElementCount) {
      drawn_ = distribution_(numbers_);
      used_ = 0;
    }
    return drawn_[used_++];
  }

 private:
  random::PhiloxRandom* numbers_;
  Distribution distribution_;
  typename Distribution::ResultType drawn_;
  int used_ = Distribution::kResultElementCount;
};

class ExtractGlimpseOp : public OpKernel {
 public:
  explicit ExtractGlimpseOp(OpKernelConstruction* context, bool is_first_version = true)
      : OpKernel(context), is_first_version_(is_first_version) {
    OP_REQUIRES_OK(context, context->GetAttr("normalized", &normalized_));
    OP_REQUIRES_OK(context, context->GetAttr("centered", &centered_));
    OP_REQUIRES_OK(context, ReadNoise(context));
    numbers_.Init(0, 0);
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& size = context->input(1);
    ImageDims images;
    OP_REQUIRES_OK(context, ReadImageDims(input, "input", &images));
    ImageDims window = images;
    OP_REQUIRES_OK(context, ReadWindow(size, &window));
    OP_REQUIRES_OK(context, CheckOffsets(context->input(2).shape(), images.batch));
    TensorShape shape = input.shape();
    OP_REQUIRES_OK(context, shape.SetDimWithStatus(1, window.height));
    OP_REQUIRES_OK(context, shape.SetDimWithStatus(2, window.width));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    const int64_t in_image = images.height * images.row_size();
    const int64_t in_window = window.height * window.row_size();
    if (in_window == 0) return;
    const auto offsets = context->input(2).matrix<float>();
    for (int64_t i = 0; i < images.batch; ++i) {
      const Span rows(PlaceOf(offsets(i, 0), window.height, images.height), window.height,
                      images.height);
      const Span columns(PlaceOf(offsets(i, 1), window.width, images.width), window.width,
                         images.width);
      const float* const image = input.flat<float>().data() + i * in_image;
      float* const glimpse = output->flat<float>().data() + i * in_window;
      if (!rows.IsWhole(window.height) || !columns.IsWhole(window.width))
        FillWithNoise(image, in_image, images.channels, glimpse, in_window);
      Copy(image, images, rows, columns, window, glimpse);
    }
  }

 private:
  static absl::Status ReadWindow(const Tensor& size, ImageDims* window) {
    if (size.dims() != 1 || size.dim_size(0) != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("size must be a vector of size 2 (height, width), got shape ",
                       size.shape().DebugString()));
    }
    window->height = size.flat<int32_t>()(0);
    window->width = size.flat<int32_t>()(1);
    if (window->height >= 0 && window->width >= 0) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Expected a non-negative size, got ", window->height, " x ", window->width));
  }

  absl::Status ReadNoise(OpKernelConstruction* context) {
    std::string noise;
    bool is_uniform = true;
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("noise", &noise));
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("uniform_noise", &is_uniform));
    if (noise != "uniform" && noise != "gaussian" && noise != "zero") {
      return absl::InvalidArgumentError(
          absl::StrCat("The noise could only be uniform, gaussian, or zero, got ", noise));
    }
    if (is_uniform && noise != "uniform") {
      return absl::InvalidArgumentError(
          "The uniform_noise and noise could not be specified at the same time");
    }
    if (noise == "uniform") noise_ = Noise::kUniform;
    if (noise == "gaussian") noise_ = Noise::kGaussian;
    if (noise == "zero") noise_ = Noise::kZero;
    return absl::OkStatus();
  }

  static absl::Status CheckOffsets(const TensorShape& shape, int64_t batch) {
    if (shape.dims() == 2 && shape.dim_size(0) == batch && shape.dim_size(1) == 2)
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("offsets must be a matrix with y and x for each of ", batch,
                     " images, got shape ", shape.DebugString()));
  }

  // Where the window begins along one dimension, in pixels. The second version centres the window
  // only where offsets are normalised and centred.
  float PlaceOf(float offset, int64_t window, int64_t image) const {
    const auto size = static_cast<float>(image), half_window = static_cast<float>(window) / 2;
    if (normalized_) offset *= size;
    if (is_first_version_) return (centered_ ? offset / 2 + size / 2 : offset) - half_window;
    if (!centered_) return offset;
    return normalized_ ? offset / 2 + size / 2 - half_window : offset + size / 2;
  }

  void FillWithNoise(const float* image, int64_t in_image, int64_t channels, float* glimpse,
                     int64_t in_window) {
    if (noise_ == Noise::kZero || in_image == 0) {
      std::fill_n(glimpse, in_window, 0.0f);
      return;
    }
    random::PhiloxRandom numbers = numbers_.ReserveSamples32(2 * in_window);
    if (noise_ == Noise::kUniform) {
      const Statistics all(image, in_image, 1);
      Draws<random::UniformDistribution<random::PhiloxRandom, float>> draws(&numbers);
      for (int64_t i = 0; i < in_window; ++i)
        glimpse[i] = all.least + draws.Next() * (all.most - all.least);
      return;
    }
    Draws<random::NormalDistribution<random::PhiloxRandom, float>> draws(&numbers);
    for (int64_t c = 0; c < channels; ++c) {
      const Statistics of(image + c, in_image - c, channels);
      for (int64_t i = c; i < in_window; i += channels)
        glimpse[i] = std::clamp(of.mean + draws.Next() * of.deviation, of.least, of.most);
    }
  }

  static void Copy(const float* image, const ImageDims& images, const Span& rows,
                   const Span& columns, const ImageDims& window, float* glimpse) {
    if (columns.begin == columns.end) return;
    for (int64_t y = rows.begin; y < rows.end; ++y) {
      const float* const from = image + (y + rows.offset) * images.row_size() +
                                (columns.begin + columns.offset) * images.channels;
      std::copy_n(from, (columns.end - columns.begin) * images.channels,
                  glimpse + y * window.row_size() + columns.begin * images.channels);
    }
  }

  const bool is_first_version_;
  bool normalized_ = true;
  bool centered_ = true;
  Noise noise_ = Noise::kUniform;
  GuardedPhiloxRandom numbers_;
};

class ExtractGlimpseV2Op : public ExtractGlimpseOp {
 public:
  explicit ExtractGlimpseV2Op(OpKernelConstruction* context)
      : ExtractGlimpseOp(context, /*is_first_version=*/false) {}
};

REGISTER_KERNEL_BUILDER(Name("ExtractGlimpse").Device(DEVICE_CPU), ExtractGlimpseOp);
REGISTER_KERNEL_BUILDER(Name("ExtractGlimpseV2").Device(DEVICE_CPU), ExtractGlimpseV2Op);

}  // namespace
}  // namespace opgraft_internal

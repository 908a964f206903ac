// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

struct MelRange {
  double lower;  // in Hz
  double upper;
  int64_t channels;
};

double MelOf(double hertz) { return 1127.0 * std::log1p(hertz / 700.0); }

// Sums the bins of a spectrum into channels, which are equally wide on the mel scale. Channels are
// triangles that overlap: a bin goes in parts to the channel whose peak is below it and to the next
// (S. Young et al., "The HTK book").
class MelFilters {
 public:
  MelFilters(int64_t bins, double sample_rate, const MelRange& range)
      : bins_(bins), channels_(range.channels) {
    const double low = MelOf(range.lower);
    const double spacing = (MelOf(range.upper) - low) / static_cast<double>(range.channels + 1);
    const auto peak = [&](int64_t channel) {
      return low + spacing * static_cast<double>(channel + 1);
    };
    const double hertz_per_bin = 0.5 * sample_rate / static_cast<double>(bins - 1);
    const double most = static_cast<double>(bins);
    start_ = static_cast<int64_t>(std::min(1.5 + range.lower / hertz_per_bin, most));
    end_ = static_cast<int64_t>(std::min(range.upper / hertz_per_bin, most));
    int64_t channel = 0;
    for (int64_t bin = start_; bin <= std::min(end_, bins - 1); ++bin) {
      const double mel = MelOf(static_cast<double>(bin) * hertz_per_bin);
      while (channel < channels_ && peak(channel) < mel) ++channel;
      const double below = channel == 0 ? low : peak(channel - 1);
      parts_.push_back({channel - 1, (peak(channel) - mel) / (peak(channel) - below)});
    }
  }

  // False if the spectrum does not reach up to the upper frequency: then there are no channels.
  bool fits() const { return end_ < bins_; }

  void Run(const float* spectrum, double* channels) const {
    std::fill_n(channels, channels_, 0.0);
    for (size_t i = 0; i < parts_.size(); ++i) {
      const double value =
          std::sqrt(static_cast<double>(spectrum[start_ + static_cast<int64_t>(i)]));
      const double falling = value * parts_[i].weight;
      const int64_t channel = parts_[i].channel;
      if (channel >= 0) channels[channel] += falling;
      if (channel + 1 < channels_) channels[channel + 1] += value - falling;
    }
  }

 private:
  struct Part {
    int64_t channel;  // -1: below the first
    double weight;
  };
  int64_t bins_;
  int64_t channels_;
  int64_t start_ = 0;
  int64_t end_ = 0;
  std::vector<Part> parts_;  // of the bins from start_ on
};

// Mel-frequency cepstral coefficients: the cosine transform of the logarithms of mel channels.
class MfccOp : public OpKernel {
 public:
  explicit MfccOp(OpKernelConstruction* context) : OpKernel(context) {
    float upper = 0, lower = 0;
    OP_REQUIRES_OK(context, context->GetAttr("upper_frequency_limit", &upper));
    OP_REQUIRES_OK(context, context->GetAttr("lower_frequency_limit", &lower));
    OP_REQUIRES_OK(context, context->GetAttr("filterbank_channel_count", &range_.channels));
    OP_REQUIRES_OK(context, context->GetAttr("dct_coefficient_count", &coefficients_));
    range_.upper = static_cast<double>(upper);
    range_.lower = static_cast<double>(lower);
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    int64_t rate = 0;
    OP_REQUIRES_OK(context, CheckInputs(input, context->input(1), &rate));
    const int64_t bins = input.dim_size(2);
    Tensor table;
    OP_REQUIRES_OK(context, MakeCosines(context, &table));
    const double* const cosines = static_cast<const double*>(table.data());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(
        context,
        context->allocate_output(
            0, TensorShape({input.dim_size(0), input.dim_size(1), coefficients_}), &output));
    const MelFilters filters(bins, static_cast<double>(rate), range_);
    const float* const from = static_cast<const float*>(input.data());
    float* const to = static_cast<float*>(output->data());
    if (!filters.fits()) {
      std::fill_n(to, output->NumElements(), 0.0f);
      return;
    }
    const double frame_ns = 3.0 * static_cast<double>(bins + table.NumElements());
    ShardElements(context, input.dim_size(0) * input.dim_size(1), frame_ns,
                  [&](int64_t begin, int64_t end) {
                    std::vector<double> channels(static_cast<size_t>(range_.channels));
                    for (int64_t i = begin; i < end; ++i) {
                      filters.Run(from + i * bins, channels.data());
                      Transform(cosines, &channels, to + i * coefficients_);
                    }
                  });
  }

 private:
  absl::Status CheckInputs(const Tensor& input, const Tensor& sample_rate, int64_t* rate) const {
    if (input.dims() != 3 || sample_rate.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("spectrogram must be 3-dimensional and sample_rate a scalar, got shapes ",
                       input.shape().DebugString(), " and ", sample_rate.shape().DebugString()));
    }
    *rate = *static_cast<const int32_t*>(sample_rate.data());
    const int64_t bins = input.dim_size(2);
    if (*rate > 0 && bins >= 2 && range_.channels >= 1 && coefficients_ >= 1 &&
        coefficients_ <= range_.channels && range_.lower >= 0 && range_.upper > range_.lower)
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Mfcc initialization failed for channel count ", bins, ", sample rate ", *rate,
                     ", filterbank_channel_count ", range_.channels, ", dct_coefficient_count ",
                     coefficients_, " and frequencies from ", range_.lower, " to ", range_.upper));
  }

  // The matrix [coefficients, channels] of the cosine transform (DCT-II), in doubles.
  absl::Status MakeCosines(OpKernelContext* context, Tensor* table) const {
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(
        TensorShape::BuildTensorShape({coefficients_, range_.channels}, &shape));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, shape, table));
    double* cosines = static_cast<double*>(table->data());
    const double count = static_cast<double>(range_.channels);
    const double norm = std::sqrt(2.0 / count);
    const double step = std::atan(1.0) * 4.0 / count;
    for (int64_t i = 0; i < coefficients_; ++i) {
      for (int64_t k = 0; k < range_.channels; ++k)
        *cosines++ =
            norm * std::cos(static_cast<double>(i) * step * (static_cast<double>(k) + 0.5));
    }
    return absl::OkStatus();
  }

  void Transform(const double* cosines, std::vector<double>* channels, float* to) const {
    static constexpr double kFloor = 1e-12;
    for (double& channel : *channels) channel = std::log(channel < kFloor ? kFloor : channel);
    for (int64_t i = 0; i < coefficients_; ++i) {
      double sum = 0;
      for (const double channel : *channels) sum += *cosines++ * channel;
      to[i] = static_cast<float>(sum);
    }
  }

  MelRange range_ = {};
  int64_t coefficients_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("Mfcc").Device(DEVICE_CPU), MfccOp);

}  // namespace
}  // namespace opgraft_internal

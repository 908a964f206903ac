// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/spectral/fft_plan_cache.h"
#include "kernels/spectral/real_fft_plan.h"

namespace opgraft_internal {
namespace {

using Complex = FftComplex<double>;

// The spectra of slices of a sound, each under a Hann window, filled up with zeros to a power of
// two.
class AudioSpectrogramOp : public OpKernel {
 public:
  explicit AudioSpectrogramOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("window_size", &window_));
    OP_REQUIRES_OK(context, context->GetAttr("stride", &stride_));
    OP_REQUIRES_OK(context, context->GetAttr("magnitude_squared", &squared_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES_OK(context, CheckInput(input));
    int64_t size = 2;
    while (size < window_) size *= 2;
    const int64_t samples = input.dim_size(0), channels = input.dim_size(1);
    const int64_t slices = samples < window_ ? 0 : 1 + (samples - window_) / stride_;
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                0, TensorShape({channels, slices, size / 2 + 1}), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_VALUE(const std::shared_ptr<const RealFftPlan<double>> plan, context,
                      plans_.Get(size));
    // No larger than the input is rounded up, so that threads may have it without asking.
    const std::vector<double> window = MakeWindow();
    const float* const from = static_cast<const float*>(input.data());
    float* const to = static_cast<float*>(output->data());
    ShardElements(context, channels * slices, plan->cost(), [&](int64_t begin, int64_t end) {
      Workspace work(*plan);
      for (int64_t i = begin; i < end; ++i) {
        const float* const slice = from + i % slices * stride_ * channels + i / slices;
        Transform(*plan, window, slice, channels, &work, to + i * (size / 2 + 1));
      }
    });
  }

 private:
  static constexpr int64_t kLargestWindow = int64_t{1} << 30;

  struct Workspace {
    explicit Workspace(const RealFftPlan<double>& plan)
        : values(static_cast<size_t>(plan.size())),
          spectrum(static_cast<size_t>(plan.size() / 2 + 1)),
          scratch(static_cast<size_t>(plan.scratch_size())) {}
    std::vector<double> values;
    std::vector<Complex> spectrum;
    std::vector<Complex> scratch;
  };

  absl::Status CheckInput(const Tensor& input) const {
    if (input.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must be 2-dimensional, got shape ", input.shape().DebugString()));
    }
    if (window_ >= 2 && window_ <= kLargestWindow && stride_ >= 1) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Spectrogram initialization failed for window size ", window_, " and stride ", stride_,
        ": the window must be in [2, ", kLargestWindow, "], the stride positive"));
  }

  // The spectrum of one slice of one channel; its samples lie `channels` apart. The values behind
  // the window stay 0.
  void Transform(const RealFftPlan<double>& plan, const std::vector<double>& window,
                 const float* slice, int64_t channels, Workspace* work, float* bin) const {
    for (size_t k = 0; k < window.size(); ++k)
      work->values[k] = window[k] * static_cast<double>(slice[static_cast<int64_t>(k) * channels]);
    plan.Forward(work->values.data(), work->spectrum.data(), work->scratch.data());
    for (const Complex& value : work->spectrum) {
      const double power = value.re * value.re + value.im * value.im;
      *bin++ = static_cast<float>(squared_ ? power : std::sqrt(power));
    }
  }

  std::vector<double> MakeWindow() const {
    std::vector<double> window(static_cast<size_t>(window_));
    const double turn = 8.0 * std::atan(1.0) / static_cast<double>(window_);
    for (size_t k = 0; k < window.size(); ++k)
      window[k] = 0.5 - 0.5 * std::cos(turn * static_cast<double>(k));
    return window;
  }

  int64_t window_ = 0;
  int64_t stride_ = 0;
  bool squared_ = false;
  FftPlanCache<RealFftPlan<double>> plans_;
};

REGISTER_KERNEL_BUILDER(Name("AudioSpectrogram").Device(DEVICE_CPU), AudioSpectrogramOp);

}  // namespace
}  // namespace opgraft_internal

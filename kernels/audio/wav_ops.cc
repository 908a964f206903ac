// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/audio/wav.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

// Samples of a WAV file. Channels beyond those of the file are its last; samples beyond are 0.
class DecodeWavOp : public OpKernel {
 public:
  explicit DecodeWavOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("desired_channels", &channels_));
    OP_REQUIRES_OK(context, context->GetAttr("desired_samples", &samples_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& contents = context->input(0);
    OP_REQUIRES(context, contents.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("contents must be scalar, got shape ",
                                                        contents.shape().DebugString())));
    const tstring& file = *static_cast<const tstring*>(contents.data());
    OP_REQUIRES_VALUE(const Wav wav, context,
                      ParseWav(absl::string_view(file.data(), file.size())));
    const int64_t channels = channels_ == -1 ? wav.channels : channels_;
    const int64_t samples = samples_ == -1 ? wav.samples : samples_;
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape({samples, channels}, &shape));
    Tensor* audio = nullptr;
    Tensor* rate = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &audio));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape(), &rate));
    *static_cast<int32_t*>(rate->data()) = static_cast<int32_t>(wav.sample_rate);
    float* to = static_cast<float*>(audio->data());
    const int64_t present = std::min(samples, wav.samples);
    for (int64_t i = 0; i < present; ++i) {
      for (int64_t c = 0; c < channels; ++c)
        *to++ = wav.At(i, std::min<int64_t>(c, wav.channels - 1));
    }
    std::fill_n(to, (samples - present) * channels, 0.0f);
  }

 private:
  int64_t channels_ = -1;
  int64_t samples_ = -1;
};

REGISTER_KERNEL_BUILDER(Name("DecodeWav").Device(DEVICE_CPU), DecodeWavOp);

class EncodeWavOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& audio = context->input(0);
    const Tensor& rate = context->input(1);
    OP_REQUIRES(context, audio.dims() == 2 && rate.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "audio must be 2-dimensional and sample_rate a scalar, got shapes ",
                    audio.shape().DebugString(), " and ", rate.shape().DebugString())));
    OP_REQUIRES_VALUE(
        std::string file, context,
        WavHeader(*static_cast<const int32_t*>(rate.data()), audio.dim_size(1), audio.dim_size(0)));
    TextBudget budget;
    budget.Add(static_cast<int64_t>(file.size()));
    budget.Add(2, audio.NumElements());
    OP_REQUIRES_OK(context, budget.Check());
    Tensor* contents = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &contents));
    const float* const samples = static_cast<const float*>(audio.data());
    file.reserve(file.size() + 2 * static_cast<size_t>(audio.NumElements()));
    for (int64_t i = 0; i < audio.NumElements(); ++i) {
      const uint16_t bits = static_cast<uint16_t>(ToWavSample(samples[i]));
      file.push_back(static_cast<char>(bits));
      file.push_back(static_cast<char>(bits >> 8));
    }
    *static_cast<tstring*>(contents->data()) = file;
  }
};

REGISTER_KERNEL_BUILDER(Name("EncodeWav").Device(DEVICE_CPU), EncodeWavOp);

}  // namespace
}  // namespace opgraft_internal

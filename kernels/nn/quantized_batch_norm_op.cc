// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {
namespace {

// Each channel less its mean, by its deviation, in fixed point. Inputs are the images, then means,
// variances, betas and gammas, each with the ends of its range behind it.
class QuantizedBatchNormOp : public OpKernel {
 public:
  explicit QuantizedBatchNormOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("variance_epsilon", &epsilon_));
    OP_REQUIRES_OK(context, context->GetAttr("scale_after_normalization", &has_gamma_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES(context, input.dims() == 4,
                absl::InvalidArgumentError(
                    absl::StrCat("input must be 4-dimensional", input.shape().DebugString())));
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ScalarRange(context, 1));
    std::vector<float> numbers[4];
    for (int i = 0; i < 4; ++i)
      OP_REQUIRES_OK(context, ReadNumbers(context, 3 + 3 * i, input.dim_size(3), &numbers[i]));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    OP_REQUIRES_OK(context, SetRange(context, 1, kRange));
    if (input.NumElements() == 0) return;
    Normalize(context, range, ChannelsOf(numbers), output);
  }

 private:
  // For numbers up to a million, of 2048 steps: TensorFlow's.
  static constexpr QuantizedRange kRange = {-(1 << 20), 1 << 20};
  struct Channel {
    int32_t scale;
    int32_t offset;
  };

  static absl::Status ReadNumbers(const OpKernelContext* context, int input, int64_t channels,
                                  std::vector<float>* numbers) {
    const Tensor& levels = context->input(input);
    if (levels.dims() != 1 || levels.dim_size(0) != channels) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", input, " must have a number for each of ", channels,
                       " channels, not shape ", levels.shape().DebugString()));
    }
    OPGRAFT_ASSIGN_OR_RETURN(const QuantizedRange range, ScalarRange(context, input + 1));
    const auto* const from = static_cast<const uint8_t*>(levels.data());
    for (int64_t c = 0; c < channels; ++c) numbers->push_back(NumberOf(from[c], range));
    return absl::OkStatus();
  }

  std::vector<Channel> ChannelsOf(const std::vector<float>* numbers) const {
    const std::vector<float>&means = numbers[0], &variances = numbers[1], &betas = numbers[2],
          &gammas = numbers[3];
    std::vector<Channel> channels;
    for (size_t c = 0; c < means.size(); ++c) {
      const float by_deviation = 1.0f / std::sqrt(variances[c] + epsilon_);
      const float scale = has_gamma_ ? by_deviation * gammas[c] : by_deviation;
      channels.push_back({LevelOf<int32_t>(scale, kRange),
                          LevelOf<int32_t>(-means[c] * scale + betas[c], kRange)});
    }
    return channels;
  }

  static void Normalize(OpKernelContext* context, const QuantizedRange& range,
                        const std::vector<Channel>& channels, Tensor* output) {
    int32_t level_of[256];
    for (int i = 0; i < 256; ++i)
      level_of[i] = LevelOf<int32_t>(NumberOf(static_cast<uint8_t>(i), range), kRange);
    const int32_t one = LevelOf<int32_t>(1.0f, kRange);
    const auto* const from = static_cast<const uint8_t*>(context->input(0).data());
    auto* const to = static_cast<int32_t*>(output->data());
    const auto count = static_cast<int64_t>(channels.size());
    ShardElements(context, output->NumElements(), 3, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const Channel& channel = channels[static_cast<size_t>(i % count)];
        const int32_t scaled = Wrapped(int64_t{level_of[from[i]]} * channel.scale) / one;
        to[i] = Wrapped(int64_t{scaled} + channel.offset);
      }
    });
  }

  float epsilon_ = 0;
  bool has_gamma_ = false;
};

REGISTER_KERNEL_BUILDER(Name("QuantizedBatchNormWithGlobalNormalization")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<quint8>("Tinput")
                            .TypeConstraint<qint32>("out_type"),
                        QuantizedBatchNormOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantizer.h"

namespace opgraft_internal {
namespace {

// The pixels of an image, each with its channels.
struct Pixels {
  const uint8_t* data;
  int64_t count;
  size_t channels;

  template <typename Each>
  void ForEach(const Each& each) const {
    const uint8_t* next = data;
    for (int64_t i = 0; i < count; ++i) {
      for (size_t c = 0; c < channels; ++c) each(c, static_cast<float>(*next++));
    }
  }
};

// The channels of each image less their mean, by their deviation.
class QuantizedInstanceNormOp : public OpKernel {
 public:
  explicit QuantizedInstanceNormOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("variance_epsilon", &epsilon_));
    OP_REQUIRES_OK(context, context->GetAttr("min_separation", &min_separation_));
    OP_REQUIRES_OK(context, context->GetAttr("output_range_given", &is_given_));
    OP_REQUIRES_OK(context, context->GetAttr("given_y_min", &given_.min));
    OP_REQUIRES_OK(context, context->GetAttr("given_y_max", &given_.max));
    OP_REQUIRES(context, !is_given_ || given_.min < given_.max,
                absl::InvalidArgumentError("given_y_min must be less than given_y_max"));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES(context, input.dims() == 4,
                absl::InvalidArgumentError(absl::StrCat("x must have 4 dimensions, got shape ",
                                                        input.shape().DebugString())));
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ProperRange(context, 1));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    Tensor normed;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_FLOAT, input.shape(), &normed));
    float* const numbers = static_cast<float*>(normed.data());
    const int64_t count = input.NumElements();
    if (count > 0) Normalize(context, input, range, numbers);
    const QuantizedRange out_range = OutputRange(numbers, count);
    OP_REQUIRES_OK(context, SetRange(context, 1, out_range));
    const Quantizer<uint8_t> quantizer(RangeMode::kMinFirst, /*halves_to_even=*/false,
                                       /*narrow=*/false, out_range);
    uint8_t* const to = static_cast<uint8_t*>(output->data());
    ShardElements(context, count, 1, [&](int64_t begin, int64_t end) {
      quantizer.Run(numbers + begin, end - begin, to + begin);
    });
  }

 private:
  void Normalize(OpKernelContext* context, const Tensor& input, const QuantizedRange& range,
                 float* numbers) const {
    const uint8_t* const from = static_cast<const uint8_t*>(input.data());
    const int64_t image_size = input.NumElements() / input.dim_size(0);
    const int64_t channels = input.dim_size(3);
    const float step = (range.max - range.min) / 255.0f;
    const double image_ns = 4.0 * static_cast<double>(image_size);
    ShardElements(context, input.dim_size(0), image_ns, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin * image_size; i < end * image_size; i += image_size) {
        NormalizeImage({from + i, image_size / channels, static_cast<size_t>(channels)}, step,
                       numbers + i);
      }
    });
  }

  void NormalizeImage(const Pixels& image, float step, float* to) const {
    std::vector<double> sums(image.channels);
    image.ForEach([&](size_t c, float x) { sums[c] += static_cast<double>(x); });
    const double count = static_cast<double>(image.count);
    std::vector<float> means(image.channels);
    for (size_t c = 0; c < image.channels; ++c) {
      means[c] = static_cast<float>(sums[c] / count);
      sums[c] = 0;
    }
    image.ForEach([&](size_t c, float x) {
      const float off = step * (x - means[c]);
      sums[c] += static_cast<double>(off * off);
    });
    std::vector<float> factors(image.channels);
    for (size_t c = 0; c < image.channels; ++c)
      factors[c] = 1.0f / std::sqrt(static_cast<float>(sums[c] / count) + epsilon_);
    image.ForEach([&](size_t c, float x) { *to++ = step * (x - means[c]) * factors[c]; });
  }

  QuantizedRange OutputRange(const float* numbers, int64_t count) const {
    QuantizedRange range = given_;
    if (!is_given_) {
      const auto ends = std::minmax_element(numbers, numbers + count);
      range = count > 0 ? QuantizedRange{*ends.first, *ends.second} : QuantizedRange{};
    }
    if (range.max - range.min < min_separation_) range.max = range.min + min_separation_;
    return range;
  }

  float epsilon_ = 0;
  float min_separation_ = 0;
  bool is_given_ = false;
  QuantizedRange given_;
};

REGISTER_KERNEL_BUILDER(
    Name("QuantizedInstanceNorm").Device(DEVICE_CPU).TypeConstraint<quint8>("T"),
    QuantizedInstanceNormOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Integers that stand for numbers, whose channels, the last dimension, have ranges of their own.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {
namespace {

constexpr float kIntegersOfASign = static_cast<float>(int64_t{1} << 31);

// The larger end of each channel's range, inputs 1 and 2. INVALID_ARGUMENT if these are not as many
// as input 0 has channels, or that are no images.
absl::StatusOr<std::vector<float>> LargerEnds(const OpKernelContext* context) {
  const Tensor& input = context->input(0);
  if (input.dims() != 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("input must have 4 dimensions, got shape ", input.shape().DebugString()));
  }
  const int64_t channels = input.dim_size(input.dims() - 1);
  for (const int i : {1, 2}) {
    const Tensor& ends = context->input(i);
    if (ends.dims() == 1 && ends.dim_size(0) == channels) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(i == 1 ? "input_min" : "input_max", " must have a number for each of ",
                     channels, " channels, not shape ", ends.shape().DebugString()));
  }
  const auto* const min = static_cast<const float*>(context->input(1).data());
  const auto* const max = static_cast<const float*>(context->input(2).data());
  std::vector<float> ends;
  for (int64_t c = 0; c < channels; ++c)
    ends.push_back(std::max(std::fabs(min[c]), std::fabs(max[c])));
  return ends;
}

// The range that all channels need.
class RequantizationRangePerChannelOp : public OpKernel {
 public:
  explicit RequantizationRangePerChannelOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("clip_value_max", &most_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const std::vector<float> ends, context, LargerEnds(context));
    const Tensor& input = context->input(0);
    OP_REQUIRES(context, input.NumElements() > 0,
                absl::InvalidArgumentError("input must not be empty"));
    const auto* const from = static_cast<const int32_t*>(input.data());
    std::vector<int64_t> largest(ends.size(), 0);
    bool is_negative = false;
    for (int64_t row = 0; row < input.NumElements(); row += static_cast<int64_t>(ends.size())) {
      for (size_t c = 0; c < ends.size(); ++c) {
        const int64_t x = from[row + static_cast<int64_t>(c)];
        largest[c] = std::max(largest[c], std::abs(x));
        is_negative |= x < 0;
      }
    }
    float most = std::numeric_limits<float>::min();
    for (size_t c = 0; c < ends.size(); ++c)
      most = std::max(most, ends[c] * static_cast<float>(largest[c]) / kIntegersOfASign);
    if (most > most_) most = most_;
    OP_REQUIRES_OK(context, SetRange(context, 0, {is_negative ? -most : 0.0f, most}));
  }

 private:
  float most_ = 0;
};

// 8 bits of 32, for one range of all channels.
template <typename To>
class RequantizePerChannelOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const std::vector<float> ends, context, LargerEnds(context));
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ScalarRange(context, 3));
    OP_REQUIRES(context, !std::numeric_limits<To>::is_signed || range.min < 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "requested_output_min must be below 0 for qint8, got ", range.min)));
    const Tensor& input = context->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
    const float most = std::max(std::fabs(range.min), std::fabs(range.max));
    constexpr float kHighest = std::numeric_limits<To>::max();
    std::vector<float> scales;
    for (const float end : ends) scales.push_back(kHighest * (end / most / kIntegersOfASign));
    if (input.NumElements() == 0) return;
    const auto channels = static_cast<int64_t>(scales.size());
    const auto* const from = static_cast<const int32_t*>(input.data());
    auto* const to = static_cast<To*>(output->data());
    ShardElements(context, input.NumElements() / channels, 2.0 * static_cast<double>(channels),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin * channels; i < end * channels; ++i) {
                      const float scale = scales[static_cast<size_t>(i % channels)];
                      // Halves go to the even integer.
                      to[i] = NearestLevel<To>(std::nearbyint(static_cast<float>(from[i]) * scale));
                    }
                  });
  }
};

REGISTER_KERNEL_BUILDER(
    Name("RequantizationRangePerChannel").Device(DEVICE_CPU).TypeConstraint<qint32>("T"),
    RequantizationRangePerChannelOp);

#define REGISTER(T)                                           \
  REGISTER_KERNEL_BUILDER(Name("RequantizePerChannel")        \
                              .Device(DEVICE_CPU)             \
                              .TypeConstraint<qint32>("T")    \
                              .TypeConstraint<T>("out_type"), \
                          RequantizePerChannelOp<T::Storage>);
REGISTER(qint8)
REGISTER(quint8)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

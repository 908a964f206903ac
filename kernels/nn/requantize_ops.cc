// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Integers that stand for numbers, as integers of fewer bits or of another range.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantizer.h"

namespace opgraft_internal {
namespace {

constexpr double kIntegerNs = 2;

// Makes 8 bits of 32 in fixed point, as TensorFlow does: a number is counted in 65536ths of a step
// of the output.
class FixedPoint {
 public:
  FixedPoint(const QuantizedRange& from, const QuantizedRange& to) {
    const double to_width = static_cast<double>(to.max - to.min);
    if (to_width == 0) return;
    const double steps = kHighest / to_width;
    const double middle = static_cast<double>((from.min + from.max) / 2.0f);
    const double scale = kHighest * kOne * static_cast<double>(from.max - from.min) / to_width;
    const double from_offset =
        static_cast<double>(static_cast<float>(middle) * static_cast<float>(steps)) * kOne;
    const double to_offset = std::round(kOne * (static_cast<double>(to.min) * kHighest) / to_width);
    is_exact_ = std::fabs(scale) < kMax && std::fabs(from_offset) < kMax * kMax / 4 &&
                std::fabs(to_offset) < kMax * kMax / 4;
    if (!is_exact_) return;
    scale_ = static_cast<int64_t>(scale);
    offset_ = static_cast<int64_t>(from_offset) - static_cast<int64_t>(to_offset);
  }

  // Whether its integers suffice for the ranges.
  bool is_exact() const { return is_exact_; }

  uint8_t operator()(int32_t x) const {
    const int64_t steps = (((x * scale_) >> 32) + offset_ + kOne / 2) >> kBits;
    return static_cast<uint8_t>(std::min<int64_t>(std::max<int64_t>(steps, 0), kHighest));
  }

 private:
  static constexpr int kBits = 16;
  static constexpr int64_t kOne = 1 << kBits;
  static constexpr int64_t kHighest = 255;
  static constexpr double kMax = int64_t{1} << 31;

  bool is_exact_ = true;  // an empty range is all 0
  int64_t scale_ = 0;
  int64_t offset_ = 0;
};

// Makes the first output of the first input.
template <typename From, typename To>
absl::Status Requantize(OpKernelContext* context, const QuantizedRange& from_range,
                        const QuantizedRange& to_range) {
  const Tensor& input = context->input(0);
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, input.shape(), &output));
  const From* const from = static_cast<const From*>(input.data());
  To* const to = static_cast<To*>(output->data());
  const Dequantizer<From> number(RangeMode::kMinFirst, /*narrow=*/false, from_range);
  const Quantizer<To> quantizer(RangeMode::kMinFirst, /*halves_to_even=*/false, /*narrow=*/false,
                                to_range);
  const FixedPoint fixed_point(from_range, to_range);
  ShardElements(context, input.NumElements(), kIntegerNs, [&](int64_t begin, int64_t end) {
    if constexpr (std::is_same_v<From, int32_t> && std::is_same_v<To, uint8_t>) {
      if (fixed_point.is_exact()) {
        std::transform(from + begin, from + end, to + begin, fixed_point);
        return;
      }
    }
    constexpr int64_t kBlock = 256;
    float block[kBlock];
    for (; begin < end; begin += kBlock) {
      const int64_t n = std::min(kBlock, end - begin);
      for (int64_t i = 0; i < n; ++i) block[i] = number(from[begin + i]);
      quantizer.Run(block, n, to + begin);
    }
  });
  return absl::OkStatus();
}

// The part of the first input's range that is used, with 0.
template <typename Integer>
QuantizedRange UsedRange(const OpKernelContext* context, const QuantizedRange& range) {
  const Tensor& input = context->input(0);
  const Integer* const begin = static_cast<const Integer*>(input.data());
  Integer lowest = std::numeric_limits<Integer>::max();
  Integer highest = std::numeric_limits<Integer>::min();
  for (int64_t i = 0; i < input.NumElements(); ++i) {
    lowest = std::min(lowest, begin[i]);
    highest = std::max(highest, begin[i]);
  }
  return {std::min(0.0f, NumberOf(lowest, range)), NumberOf(highest, range)};
}

template <typename From, typename To>
class RequantizeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const QuantizedRange from, context, ScalarRange(context, 1));
    OP_REQUIRES_VALUE(const QuantizedRange to, context, ScalarRange(context, 3));
    OP_REQUIRES(context, to.min <= 0,
                absl::InvalidArgumentError(
                    absl::StrCat("requested_output_min must be <= 0, but got ", to.min)));
    OP_REQUIRES(context, to.max >= to.min,
                absl::InvalidArgumentError(
                    absl::StrCat("requested_output_max must be >= requested_output_min, but got ",
                                 to.max, " and ", to.min)));
    OP_REQUIRES_OK(context, (Requantize<From, To>(context, from, to)));
    OP_REQUIRES_OK(context, SetRange(context, 1, to));
  }
};

class RequantizationRangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ScalarRange(context, 1));
    OP_REQUIRES(context, context->input(0).NumElements() > 0,
                absl::InvalidArgumentError("input 0 is empty: it has no range"));
    OP_REQUIRES_OK(context, SetRange(context, 0, UsedRange<int32_t>(context, range)));
  }
};

template <typename From, typename To>
class ShrinkRangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const QuantizedRange from, context, ScalarRange(context, 1));
    QuantizedRange to = from;
    if (context->input(0).NumElements() > 0) to = UsedRange<From>(context, from);
    OP_REQUIRES_OK(context, (Requantize<From, To>(context, from, to)));
    OP_REQUIRES_OK(context, SetRange(context, 1, to));
  }
};

REGISTER_KERNEL_BUILDER(Name("Requantize")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<qint32>("Tinput")
                            .TypeConstraint<quint8>("out_type"),
                        RequantizeOp<int32_t, uint8_t>);
REGISTER_KERNEL_BUILDER(Name("Requantize")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<qint32>("Tinput")
                            .TypeConstraint<qint8>("out_type"),
                        RequantizeOp<int32_t, int8_t>);
REGISTER_KERNEL_BUILDER(
    Name("RequantizationRange").Device(DEVICE_CPU).TypeConstraint<qint32>("Tinput"),
    RequantizationRangeOp);
REGISTER_KERNEL_BUILDER(Name("QuantizeDownAndShrinkRange")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<qint32>("Tinput")
                            .TypeConstraint<quint8>("out_type"),
                        ShrinkRangeOp<int32_t, uint8_t>);

}  // namespace
}  // namespace opgraft_internal

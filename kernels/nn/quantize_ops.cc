// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Real numbers as integers, with the range that these stand for, and back.
#include <string>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantizer.h"
#include "kernels/nn/range_slices.h"

namespace opgraft_internal {
namespace {

constexpr double kNumberNs = 1;

absl::Status GetRangeMode(OpKernelConstruction* context, RangeMode* mode) {
  std::string name;
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("mode", &name));
  *mode = RangeMode::kMinCombined;
  if (name == "MIN_FIRST") *mode = RangeMode::kMinFirst;
  if (name == "SCALED") *mode = RangeMode::kScaled;
  return absl::OkStatus();
}

// Slices with a range each that two inputs, 1 and 2, tell.
absl::StatusOr<RangeSlices> SlicesOf(const OpKernelContext* context, int axis) {
  OPGRAFT_ASSIGN_OR_RETURN(const RangeSlices slices,
                           RangeSlices::Of(context->input(0).shape(), axis));
  OPGRAFT_RETURN_IF_ERROR(slices.CheckEnd("min_range", context->input(1)));
  OPGRAFT_RETURN_IF_ERROR(slices.CheckEnd("max_range", context->input(2)));
  return slices;
}

QuantizedRange RangeOf(const OpKernelContext* context, int64_t slice) {
  return {static_cast<const float*>(context->input(1).data())[slice],
          static_cast<const float*>(context->input(2).data())[slice]};
}

template <typename T>
class QuantizeOp : public OpKernel {
 public:
  using Integer = typename T::Storage;

  explicit QuantizeOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string round_mode;
    OP_REQUIRES_OK(context, GetRangeMode(context, &mode_));
    OP_REQUIRES_OK(context, context->GetAttr("round_mode", &round_mode));
    OP_REQUIRES_OK(context, context->GetAttr("narrow_range", &narrow_));
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(context, context->GetAttr("ensure_minimum_range", &minimum_));
    halves_to_even_ = round_mode == "HALF_TO_EVEN";
    OP_REQUIRES(
        context, !halves_to_even_ || mode_ == RangeMode::kScaled,
        absl::InvalidArgumentError("Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED'"));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const RangeSlices slices, context, SlicesOf(context, axis_));
    const TensorShape ends = slices.has_axis ? TensorShape({slices.count}) : TensorShape();
    Tensor *output = nullptr, *min = nullptr, *max = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input(0).shape(), &output));
    OP_REQUIRES_OK(context, context->allocate_output(1, ends, &min));
    OP_REQUIRES_OK(context, context->allocate_output(2, ends, &max));
    std::vector<Quantizer<Integer>> quantizers;
    for (int64_t i = 0; i < slices.count; ++i) {
      OP_REQUIRES_VALUE(const QuantizedRange range, context,
                        NudgedRange(RangeOf(context, i), minimum_));
      quantizers.emplace_back(mode_, halves_to_even_, narrow_, range);
      static_cast<float*>(min->data())[i] = quantizers.back().range().min;
      static_cast<float*>(max->data())[i] = quantizers.back().range().max;
    }
    const float* const from = static_cast<const float*>(context->input(0).data());
    Integer* const to = static_cast<Integer*>(output->data());
    slices.ForEachPiece(context, kNumberNs, [&](int64_t slice, int64_t begin, int64_t end) {
      quantizers[static_cast<size_t>(slice)].Run(from + begin, end - begin, to + begin);
    });
  }

 private:
  RangeMode mode_ = RangeMode::kMinCombined;
  bool halves_to_even_ = false;
  bool narrow_ = false;
  int axis_ = -1;
  float minimum_ = 0;
};

template <typename T, typename Out>
class DequantizeOp : public OpKernel {
 public:
  using Integer = typename T::Storage;

  explicit DequantizeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, GetRangeMode(context, &mode_));
    OP_REQUIRES_OK(context, context->GetAttr("narrow_range", &narrow_));
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const RangeSlices slices, context, SlicesOf(context, axis_));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input(0).shape(), &output));
    std::vector<Dequantizer<Integer>> dequantizers;
    for (int64_t i = 0; i < slices.count; ++i)
      dequantizers.emplace_back(mode_, narrow_, RangeOf(context, i));
    const Integer* const from = static_cast<const Integer*>(context->input(0).data());
    Out* const to = static_cast<Out*>(output->data());
    slices.ForEachPiece(context, kNumberNs, [&](int64_t slice, int64_t begin, int64_t end) {
      const Dequantizer<Integer> number = dequantizers[static_cast<size_t>(slice)];
      for (int64_t i = begin; i < end; ++i) to[i] = static_cast<Out>(number(from[i]));
    });
  }

 private:
  RangeMode mode_ = RangeMode::kMinCombined;
  bool narrow_ = false;
  int axis_ = -1;
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("QuantizeV2").Device(DEVICE_CPU).TypeConstraint<T>("T"),            \
                          QuantizeOp<T>);                                                          \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("Dequantize").Device(DEVICE_CPU).TypeConstraint<T>("T").TypeConstraint<float>("dtype"), \
      DequantizeOp<T, float>);                                                                     \
  REGISTER_KERNEL_BUILDER(Name("Dequantize")                                                       \
                              .Device(DEVICE_CPU)                                                  \
                              .TypeConstraint<T>("T")                                              \
                              .TypeConstraint<bfloat16>("dtype"),                                  \
                          DequantizeOp<T, bfloat16>);
REGISTER(qint8)
REGISTER(quint8)
REGISTER(qint16)
REGISTER(quint16)
REGISTER(qint32)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

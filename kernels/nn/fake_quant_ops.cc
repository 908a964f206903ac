// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as they will be when quantised, while training: rounded to the steps of a range that is
// told by attrs, by inputs, or by inputs for each channel.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/nn/channel_sums.h"
#include "kernels/nn/fake_quant.h"

namespace opgraft_internal {
namespace {

const float* Floats(const Tensor& tensor) { return static_cast<const float*>(tensor.data()); }

enum class RangeFrom { kAttrs, kScalars, kChannels };

template <RangeFrom kFrom>
class FakeQuantOpBase : public OpKernel {
 public:
  explicit FakeQuantOpBase(OpKernelConstruction* context) : OpKernel(context) {
    int num_bits = 0;
    bool narrow = false;
    OP_REQUIRES_OK(context, context->GetAttr("num_bits", &num_bits));
    OP_REQUIRES(context, num_bits >= 2 && num_bits <= 16,
                absl::InvalidArgumentError("num_bits must be between 2 and 16, inclusive"));
    OP_REQUIRES_OK(context, context->GetAttr("narrow_range", &narrow));
    first_level_ = narrow ? 1 : 0;
    last_level_ = (1 << num_bits) - 1;
    if (kFrom == RangeFrom::kAttrs) {
      OP_REQUIRES_OK(context, context->GetAttr("min", &min_));
      OP_REQUIRES_OK(context, context->GetAttr("max", &max_));
      OP_REQUIRES(context, min_ < max_,
                  absl::InvalidArgumentError(
                      absl::StrCat("min has to be smaller than max, was: ", min_, " >= ", max_)));
    }
  }

 protected:
  // How the input lies: rows of so many channels, each with its range.
  static int64_t ChannelsOf(const Tensor& inputs) {
    return kFrom == RangeFrom::kChannels ? inputs.dim_size(inputs.dims() - 1) : 1;
  }

  // The ranges of all channels; `first`: the input that has the minima, the maxima follow.
  absl::Status ReadRanges(const OpKernelContext* context, const Tensor& inputs, int first,
                          std::vector<NudgedRange>* ranges) const {
    if (kFrom == RangeFrom::kAttrs) {
      ranges->emplace_back(min_, max_, first_level_, last_level_);
      return absl::OkStatus();
    }
    if (kFrom == RangeFrom::kChannels && inputs.dims() < 1)
      return absl::InvalidArgumentError("inputs must have channels: they are a scalar");
    const int64_t channels = ChannelsOf(inputs);
    for (int i : {first, first + 1}) {
      const TensorShape& shape = context->input(i).shape();
      const int rank = kFrom == RangeFrom::kChannels ? 1 : 0;
      if (shape.dims() == rank && shape.num_elements() == channels) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(i == first ? "min" : "max", " has incorrect size, expected rank ", rank,
                       " and ", channels, " elements, was ", shape.DebugString()));
    }
    for (int64_t c = 0; c < channels; ++c) {
      ranges->emplace_back(Floats(context->input(first))[c], Floats(context->input(first + 1))[c],
                           first_level_, last_level_);
    }
    return absl::OkStatus();
  }

  // A range of nothing: everything is 0, and the gradient passes.
  bool IsNothing(const OpKernelContext* context, int first, int64_t channel) const {
    return kFrom != RangeFrom::kAttrs && Floats(context->input(first))[channel] == 0 &&
           Floats(context->input(first + 1))[channel] == 0;
  }

 private:
  int first_level_ = 0;
  int last_level_ = 0;
  float min_ = 0;
  float max_ = 0;
};

template <RangeFrom kFrom>
class FakeQuantOp : public FakeQuantOpBase<kFrom> {
 public:
  using FakeQuantOpBase<kFrom>::FakeQuantOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& inputs = context->input(0);
    std::vector<NudgedRange> ranges;
    OP_REQUIRES_OK(context, this->ReadRanges(context, inputs, 1, &ranges));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, inputs.shape(), &out));
    if (out->NumElements() == 0) return;
    const int64_t channels = this->ChannelsOf(inputs);
    std::vector<char> nothing(ranges.size());
    for (size_t c = 0; c < ranges.size(); ++c)
      nothing[c] = this->IsNothing(context, 1, static_cast<int64_t>(c));
    const float* x = Floats(inputs);
    float* y = static_cast<float*>(out->data());
    const NudgedRange* range = ranges.data();
    const char* zero = nothing.data();
    ForEachOfRows(context, inputs.NumElements() / channels, channels,
                  [=](int64_t i, int64_t c) { y[i] = zero[c] ? 0.f : range[c].Round(x[i]); });
  }
};

// The gradient passes inside the range; what comes from below goes to the minimum, from above to
// the maximum.
template <RangeFrom kFrom>
class FakeQuantGradOp : public FakeQuantOpBase<kFrom> {
 public:
  using FakeQuantOpBase<kFrom>::FakeQuantOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& gradients = context->input(0);
    const Tensor& inputs = context->input(1);
    OP_REQUIRES(context, gradients.shape() == inputs.shape(),
                absl::InvalidArgumentError(absl::StrCat(
                    "gradient and input must be the same size: ", gradients.shape().DebugString(),
                    " vs. ", inputs.shape().DebugString())));
    std::vector<NudgedRange> ranges;
    OP_REQUIRES_OK(context, FindRanges(context, inputs, &ranges));
    Tensor* by_inputs = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, inputs.shape(), &by_inputs));
    const int64_t channels = this->ChannelsOf(inputs);
    const int64_t rows = inputs.NumElements() / std::max<int64_t>(1, channels);
    const float *g = Floats(gradients), *x = Floats(inputs);
    float* to = static_cast<float*>(by_inputs->data());
    const NudgedRange* range = ranges.data();
    ForEachOfRows(context, rows, channels, [=](int64_t i, int64_t c) {
      to[i] = g[i] * (x[i] >= range[c].min && x[i] <= range[c].max ? 1.f : 0.f);
    });
    if (kFrom == RangeFrom::kAttrs) return;
    OP_REQUIRES_OK(context, SumOutside(context, rows, channels, 1, [=](int64_t i, int64_t c) {
                     return x[i] < range[c].min ? g[i] : 0.f;
                   }));
    OP_REQUIRES_OK(context, SumOutside(context, rows, channels, 2, [=](int64_t i, int64_t c) {
                     return x[i] > range[c].max ? g[i] : 0.f;
                   }));
  }

 private:
  // Where the gradient passes: everywhere for a range of nothing.
  absl::Status FindRanges(OpKernelContext* context, const Tensor& inputs,
                          std::vector<NudgedRange>* ranges) const {
    OPGRAFT_RETURN_IF_ERROR(this->ReadRanges(context, inputs, 2, ranges));
    for (size_t c = 0; c < ranges->size(); ++c) {
      if (!this->IsNothing(context, 2, static_cast<int64_t>(c))) continue;
      (*ranges)[c].min = -std::numeric_limits<float>::infinity();
      (*ranges)[c].max = std::numeric_limits<float>::infinity();
    }
    return absl::OkStatus();
  }

  // Output `output` is the sum of term(i, c) over all elements, or over those of each channel.
  template <typename Term>
  absl::Status SumOutside(OpKernelContext* context, int64_t rows, int64_t channels, int output,
                          const Term& term) const {
    const TensorShape shape =
        kFrom == RangeFrom::kChannels ? TensorShape({channels}) : TensorShape({});
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(output, shape, &out));
    std::vector<double> sums(static_cast<size_t>(channels));
    OPGRAFT_RETURN_IF_ERROR(SumOverRows(
        context, rows, channels,
        [&term](int64_t i, int64_t c) { return static_cast<double>(term(i, c)); }, sums.data()));
    for (int64_t c = 0; c < channels; ++c)
      static_cast<float*>(out->data())[c] = static_cast<float>(sums[static_cast<size_t>(c)]);
    return absl::OkStatus();
  }
};

#define REGISTER(op, kFrom)                                                            \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), FakeQuantOp<RangeFrom::kFrom>); \
  REGISTER_KERNEL_BUILDER(Name(op "Gradient").Device(DEVICE_CPU),                      \
                          FakeQuantGradOp<RangeFrom::kFrom>);
REGISTER("FakeQuantWithMinMaxArgs", kAttrs)
REGISTER("FakeQuantWithMinMaxVars", kScalars)
REGISTER("FakeQuantWithMinMaxVarsPerChannel", kChannels)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

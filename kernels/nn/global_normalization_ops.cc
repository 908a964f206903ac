// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// BatchNormWithGlobalNormalization and its gradient: what the first image models of TensorFlow
// have.
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

class GlobalNormalizationBase : public OpKernel {
 public:
  explicit GlobalNormalizationBase(OpKernelConstruction* context)
      : OpKernel(context), view_(input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("variance_epsilon", &epsilon_));
    OP_REQUIRES_OK(context, context->GetAttr("scale_after_normalization", &scales_));
  }

 protected:
  // Images [..., channels], and the inputs [1, 4] in the loops' type. `images` says which inputs
  // are images; the others are vectors of as many elements as there are channels.
  absl::Status Read(OpKernelContext* context, std::vector<Tensor>* inputs) const {
    inputs->resize(static_cast<size_t>(num_inputs()));
    const TensorShape& images = context->input(0).shape();
    for (int i = 0; i < num_inputs(); ++i) {
      const TensorShape& shape = context->input(i).shape();
      const bool is_image = i == 0 || (num_outputs() > 1 && i == 4);
      const bool fits = is_image ? shape.dims() == 4 && shape == images
                                 : shape == TensorShape({images.dim_size(images.dims() - 1)});
      if (images.dims() != 4 || !fits) {
        return absl::InvalidArgumentError(absl::StrCat(
            "input ", i, " must be ", is_image ? "4-dimensional" : "a vector of the channels",
            ", it has shape ", shape.DebugString(), "; the images have ", images.DebugString()));
      }
      OPGRAFT_RETURN_IF_ERROR(
          view_.Read(context, context->input(i), false, &(*inputs)[static_cast<size_t>(i)]));
    }
    return absl::OkStatus();
  }

  // Makes `outputs` of the shapes of inputs, with room for what the loops give.
  absl::Status Room(OpKernelContext* context, int index, const TensorShape& shape,
                    Tensor* room) const {
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(index, shape, &output));
    return view_.Room(context, *output, false, room);
  }
  absl::Status Write(OpKernelContext* context, int index, const Tensor& room) const {
    return view_.Write(context, room, false, context->mutable_output(index));
  }

  DataType loop_type() const { return view_.type(); }
  double epsilon() const { return epsilon_; }
  bool scales() const { return scales_; }

 private:
  const LoopView view_;
  float epsilon_ = 0;
  bool scales_ = true;
};

// Inputs: images, mean, variance, beta, gamma.
class GlobalNormalizationOp : public GlobalNormalizationBase {
 public:
  using GlobalNormalizationBase::GlobalNormalizationBase;

  void Compute(OpKernelContext* context) override {
    std::vector<Tensor> in;
    OP_REQUIRES_OK(context, Read(context, &in));
    Tensor room;
    OP_REQUIRES_OK(context, Room(context, 0, in[0].shape(), &room));
    if (loop_type() == DT_DOUBLE) {
      Normalize<double>(context, in, &room);
    } else {
      Normalize<float>(context, in, &room);
    }
    OP_REQUIRES_OK(context, Write(context, 0, room));
  }

 private:
  template <typename T>
  void Normalize(OpKernelContext* context, const std::vector<Tensor>& in, Tensor* out) const {
    const int64_t channels = in[1].NumElements();
    const auto at = [&in](size_t i) { return static_cast<const T*>(in[i].data()); };
    std::vector<T> scale(static_cast<size_t>(channels));
    for (size_t c = 0; c < scale.size(); ++c)
      scale[c] = (scales() ? at(4)[c] : T(1)) / std::sqrt(at(2)[c] + static_cast<T>(epsilon()));
    const T *x = at(0), *mean = at(1), *beta = at(3);
    T* const to = static_cast<T*>(out->data());
    ShardElements(context, channels == 0 ? 0 : out->NumElements() / channels,
                  2 * static_cast<double>(channels), [&](int64_t begin, int64_t end) {
                    for (int64_t p = begin * channels; p < end * channels; p += channels) {
                      for (int64_t c = 0; c < channels; ++c)
                        to[p + c] = (x[p + c] - mean[c]) * scale[static_cast<size_t>(c)] + beta[c];
                    }
                  });
  }
};

// Inputs: images, mean, variance, gamma, gradients of the output. Outputs: gradients of the images,
// mean, variance, beta, gamma.
class GlobalNormalizationGradOp : public GlobalNormalizationBase {
 public:
  using GlobalNormalizationBase::GlobalNormalizationBase;

  void Compute(OpKernelContext* context) override {
    std::vector<Tensor> in, out(5);
    OP_REQUIRES_OK(context, Read(context, &in));
    for (size_t i = 0; i < out.size(); ++i)
      OP_REQUIRES_OK(context,
                     Room(context, static_cast<int>(i), in[i == 0 ? 0 : 1].shape(), &out[i]));
    if (loop_type() == DT_DOUBLE) {
      Differentiate<double>(in, &out);
    } else {
      Differentiate<float>(in, &out);
    }
    for (size_t i = 0; i < out.size(); ++i)
      OP_REQUIRES_OK(context, Write(context, static_cast<int>(i), out[i]));
  }

 private:
  // Of each channel the sums of the gradients and of their products with x - mean.
  struct ChannelSums {
    std::vector<double> gradients;
    std::vector<double> products;
  };

  template <typename T>
  static ChannelSums SumChannels(const std::vector<Tensor>& in) {
    const auto channels = static_cast<size_t>(in[1].NumElements());
    const auto at = [&in](size_t i) { return static_cast<const T*>(in[i].data()); };
    const T *x = at(0), *mean = at(1), *grad = at(4);
    ChannelSums sums{std::vector<double>(channels), std::vector<double>(channels)};
    const auto count = static_cast<size_t>(in[0].NumElements());
    for (size_t i = 0; i < count; ++i) {
      const size_t c = i % channels;
      sums.gradients[c] += static_cast<double>(grad[i]);
      sums.products[c] += static_cast<double>(grad[i]) * static_cast<double>(x[i] - mean[c]);
    }
    return sums;
  }

  template <typename T>
  void Differentiate(const std::vector<Tensor>& in, std::vector<Tensor>* out) const {
    const auto channels = static_cast<size_t>(in[1].NumElements());
    const auto at = [&in](size_t i) { return static_cast<const T*>(in[i].data()); };
    const auto to = [out](size_t i) { return static_cast<T*>((*out)[i].data()); };
    const T* const grad = at(4);
    const auto count = static_cast<size_t>(in[0].NumElements());
    const auto [sums, products] = SumChannels<T>(in);
    for (size_t c = 0; c < channels; ++c) {
      const double inverse = 1 / std::sqrt(static_cast<double>(at(2)[c]) + epsilon());
      const double gamma = scales() ? static_cast<double>(at(3)[c]) : 1;
      to(1)[c] = static_cast<T>(-sums[c] * gamma * inverse);
      to(2)[c] = static_cast<T>(-0.5 * products[c] * gamma * inverse * inverse * inverse);
      to(3)[c] = static_cast<T>(sums[c]);
      to(4)[c] = static_cast<T>(scales() ? products[c] * inverse : 0);
      for (size_t i = c; i < count; i += channels)
        to(0)[i] = grad[i] * static_cast<T>(gamma * inverse);
    }
  }
};

#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(                                                                    \
      Name("BatchNormWithGlobalNormalization").Device(DEVICE_CPU).TypeConstraint<T>("T"),     \
      GlobalNormalizationOp);                                                                 \
  REGISTER_KERNEL_BUILDER(                                                                    \
      Name("BatchNormWithGlobalNormalizationGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      GlobalNormalizationGradOp);
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Batch normalisation: each channel is shifted and scaled to mean 0 and variance 1, of this batch
// when training, else of what was seen while training.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/channel_sums.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

const float* Floats(const Tensor& tensor) { return static_cast<const float*>(tensor.data()); }
float* Floats(Tensor* tensor) { return static_cast<float*>(tensor->data()); }

class BatchNormOpBase : public OpKernel {
 public:
  // `x`: the input that holds the images.
  BatchNormOpBase(OpKernelConstruction* context, int x)
      : OpKernel(context), x_(x), view_(input_type(x)) {
    std::string format;
    OP_REQUIRES_OK(context, context->GetAttr("data_format", &format));
    channels_first_ = format == "NCHW" || format == "NCDHW";
    OP_REQUIRES_OK(context, context->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES_OK(context, context->GetAttr("is_training", &training_));
  }

 protected:
  int64_t ChannelsOf(const TensorShape& images) const {
    return images.dim_size(channels_first_ ? 1 : images.dims() - 1);
  }

  absl::Status CheckImages(const TensorShape& images) const {
    // Only the third version takes images with a depth: it has an output more, its gradient an
    // input.
    const bool takes_depth = num_outputs() > 5 || num_inputs() > 5;
    if (images.dims() == 4 || (images.dims() == 5 && takes_depth)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("input must be 4 or 5-dimensional", images.DebugString()));
  }

  // A number for each channel.
  absl::Status CheckPerChannel(const OpKernelContext* context, int input, const char* what) const {
    const TensorShape& shape = context->input(input).shape();
    const int64_t channels = ChannelsOf(context->input(x_).shape());
    if (shape.dims() == 1 && shape.dim_size(0) == channels) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(what, " must have the same number of elements as the channels of x, got ",
                     shape.DebugString(), " and ", channels));
  }

  const int x_;
  const LoopView view_;
  bool channels_first_ = false;
  bool training_ = true;
  float epsilon_ = 0;
};

// Inputs x, scale, offset, mean, variance; outputs y, the new mean and variance, and those that the
// gradient needs.
class FusedBatchNormOp : public BatchNormOpBase {
 public:
  explicit FusedBatchNormOp(OpKernelConstruction* context) : BatchNormOpBase(context, 0) {
    OP_REQUIRES_OK(context, context->GetAttr("exponential_avg_factor", &factor_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES_OK(context, CheckInputs(context));
    const TensorShape channels({ChannelsOf(x.shape())});
    Tensor* y = nullptr;
    Tensor* outputs[4] = {};
    OP_REQUIRES_OK(context, context->allocate_output(0, x.shape(), &y));
    for (int i = 0; i < 4; ++i)
      OP_REQUIRES_OK(context, context->allocate_output(i + 1, channels, &outputs[i]));
    if (num_outputs() > 5) OP_REQUIRES_OK(context, MakeEmptyReserve(context));
    if (x.NumElements() == 0) {
      for (Tensor* output : outputs) {
        std::fill_n(Floats(output), channels.num_elements(),
                    std::numeric_limits<float>::quiet_NaN());
      }
      return;
    }
    Tensor images, room;
    OP_REQUIRES_OK(context, view_.Read(context, x, channels_first_, &images));
    OP_REQUIRES_OK(context, view_.Room(context, *y, channels_first_, &room));
    if (training_) {
      OP_REQUIRES_OK(context, FindStatistics(context, images, outputs));
    } else {
      PassStatistics(context, outputs);
    }
    Normalise(context, images, outputs, &room);
    OP_REQUIRES_OK(context, view_.Write(context, room, channels_first_, y));
  }

 private:
  absl::Status CheckInputs(const OpKernelContext* context) const {
    OPGRAFT_RETURN_IF_ERROR(CheckImages(context->input(0).shape()));
    OPGRAFT_RETURN_IF_ERROR(CheckPerChannel(context, 1, "scale"));
    OPGRAFT_RETURN_IF_ERROR(CheckPerChannel(context, 2, "offset"));
    if (context->input(3).dims() != 1 || context->input(4).dims() != 1)
      return absl::InvalidArgumentError("mean and variance must be 1-dimensional");
    if (training_ && factor_ == 1) return absl::OkStatus();
    const char* why = training_ ? "When is_training and exponential_avg_factor != 1, "
                                : "When is_training=false, ";
    OPGRAFT_RETURN_IF_ERROR(CheckPerChannel(context, 3, absl::StrCat(why, "mean").c_str()));
    return CheckPerChannel(context, 4, absl::StrCat(why, "variance").c_str());
  }

  static absl::Status MakeEmptyReserve(OpKernelContext* context) {
    Tensor* reserve = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(5, TensorShape({}), &reserve));
    *Floats(reserve) = 0;
    return absl::OkStatus();
  }

  // `outputs`: mean and variance to go on with, and those of this batch.
  absl::Status FindStatistics(OpKernelContext* context, const Tensor& images,
                              Tensor** outputs) const {
    const int64_t channels = outputs[0]->NumElements(), rows = images.NumElements() / channels;
    const float* x = Floats(images);
    std::vector<double> mean(static_cast<size_t>(channels)), variance(mean);
    OPGRAFT_RETURN_IF_ERROR(SumOverRows(
        context, rows, channels, [x](int64_t i, int64_t) { return static_cast<double>(x[i]); },
        mean.data()));
    for (double& m : mean) m /= static_cast<double>(rows);
    const double* means = mean.data();
    OPGRAFT_RETURN_IF_ERROR(SumOverRows(
        context, rows, channels,
        [x, means](int64_t i, int64_t c) {
          const double d = static_cast<double>(x[i]) - means[c];
          return d * d;
        },
        variance.data()));
    const double unbiased = 1 / static_cast<double>(std::max<int64_t>(1, rows - 1));
    for (int64_t c = 0; c < channels; ++c) {
      const size_t i = static_cast<size_t>(c);
      Floats(outputs[2])[c] = static_cast<float>(mean[i]);
      Floats(outputs[3])[c] = static_cast<float>(variance[i] / static_cast<double>(rows));
      Floats(outputs[0])[c] = MovedOn(context, 3, c, mean[i]);
      Floats(outputs[1])[c] = MovedOn(context, 4, c, variance[i] * unbiased);
    }
    return absl::OkStatus();
  }

  // What is given, moved towards what this batch has.
  float MovedOn(const OpKernelContext* context, int given, int64_t c, double own) const {
    if (factor_ == 1) return static_cast<float>(own);
    return (1 - factor_) * Floats(context->input(given))[c] + factor_ * static_cast<float>(own);
  }

  void PassStatistics(const OpKernelContext* context, Tensor** outputs) const {
    for (int i = 0; i < 4; ++i) {
      const float* given = Floats(context->input(3 + i % 2));
      std::copy(given, given + outputs[i]->NumElements(), Floats(outputs[i]));
    }
  }

  void Normalise(OpKernelContext* context, const Tensor& images, Tensor** outputs,
                 Tensor* room) const {
    const int64_t channels = outputs[0]->NumElements();
    const float* mean = Floats(*outputs[2]);
    std::vector<float> factors(static_cast<size_t>(channels));
    for (int64_t c = 0; c < channels; ++c) {
      factors[static_cast<size_t>(c)] =
          Floats(context->input(1))[c] / std::sqrt(Floats(*outputs[3])[c] + epsilon_);
    }
    const float* offset = Floats(context->input(2));
    const float* factor = factors.data();
    const float* x = Floats(images);
    float* y = Floats(room);
    ForEachOfRows(context, images.NumElements() / channels, channels,
                  [=](int64_t i, int64_t c) { y[i] = (x[i] - mean[c]) * factor[c] + offset[c]; });
  }

  float factor_ = 1;
};

// Inputs y_backprop, x, scale, and mean and variance of x; outputs the gradients by x, scale and
// offset.
class FusedBatchNormGradOp : public BatchNormOpBase {
 public:
  explicit FusedBatchNormGradOp(OpKernelConstruction* context) : BatchNormOpBase(context, 1) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(1);
    OP_REQUIRES_OK(context, CheckInputs(context));
    const TensorShape channels({ChannelsOf(x.shape())});
    Tensor* by_x = nullptr;
    Tensor* by_scale = nullptr;
    Tensor* by_offset = nullptr;
    Tensor* empty = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, x.shape(), &by_x));
    OP_REQUIRES_OK(context, context->allocate_output(1, channels, &by_scale));
    OP_REQUIRES_OK(context, context->allocate_output(2, channels, &by_offset));
    OP_REQUIRES_OK(context, context->allocate_output(3, TensorShape({0}), &empty));
    OP_REQUIRES_OK(context, context->allocate_output(4, TensorShape({0}), &empty));
    if (x.NumElements() == 0) {
      std::fill_n(Floats(by_scale), channels.num_elements(), 0.f);
      std::fill_n(Floats(by_offset), channels.num_elements(), 0.f);
      return;
    }
    Tensor images, gradient, room;
    OP_REQUIRES_OK(context, view_.Read(context, x, channels_first_, &images));
    OP_REQUIRES_OK(context, view_.Read(context, context->input(0), channels_first_, &gradient));
    OP_REQUIRES_OK(context, view_.Room(context, *by_x, channels_first_, &room));
    OP_REQUIRES_OK(context, Differentiate(context, Floats(images), Floats(gradient), by_scale,
                                          by_offset, &room));
    OP_REQUIRES_OK(context, view_.Write(context, room, channels_first_, by_x));
  }

 private:
  absl::Status CheckInputs(const OpKernelContext* context) const {
    const TensorShape& x = context->input(1).shape();
    OPGRAFT_RETURN_IF_ERROR(CheckImages(x));
    if (context->input(0).shape() != x) {
      return absl::InvalidArgumentError(
          absl::StrCat("x and y_backprop must have same shape, but x has shape ", x.DebugString(),
                       " and y_backprop has shape ", context->input(0).shape().DebugString()));
    }
    OPGRAFT_RETURN_IF_ERROR(CheckPerChannel(context, 2, "scale"));
    OPGRAFT_RETURN_IF_ERROR(CheckPerChannel(context, 3, "reserve_space_1"));
    return CheckPerChannel(context, 4, "reserve_space_2");
  }

  // The gradient by x is factor * (gradient - centre - (x - mean) * slope), per channel.
  struct Slopes {
    std::vector<float> factors, centres, slopes;
  };

  // From the sums over each channel of the gradient, and of its products with x - mean. Writes the
  // gradients by scale and offset, too. Centres and slopes stay 0 unless statistics are those of x.
  Slopes FindSlopes(const OpKernelContext* context, const std::vector<double>& sums,
                    const std::vector<double>& products, int64_t rows, Tensor* by_scale,
                    Tensor* by_offset) const {
    Slopes of{std::vector<float>(sums.size()), std::vector<float>(sums.size()),
              std::vector<float>(sums.size())};
    for (size_t c = 0; c < sums.size(); ++c) {
      const double variance =
          static_cast<double>(Floats(context->input(4))[c]) + static_cast<double>(epsilon_);
      const double inverse = 1 / std::sqrt(variance);
      Floats(by_scale)[c] = static_cast<float>(products[c] * inverse);
      Floats(by_offset)[c] = static_cast<float>(sums[c]);
      of.factors[c] = Floats(context->input(2))[c] * static_cast<float>(inverse);
      if (!training_) continue;
      of.centres[c] = static_cast<float>(sums[c] / static_cast<double>(rows));
      of.slopes[c] = static_cast<float>(products[c] / static_cast<double>(rows) / variance);
    }
    return of;
  }

  absl::Status Differentiate(OpKernelContext* context, const float* x, const float* gradient,
                             Tensor* by_scale, Tensor* by_offset, Tensor* room) const {
    const int64_t channels = by_scale->NumElements(), rows = room->NumElements() / channels;
    const float* mean = Floats(context->input(3));
    std::vector<double> sums(static_cast<size_t>(channels)), products(sums);
    OPGRAFT_RETURN_IF_ERROR(SumOverRows(
        context, rows, channels,
        [=](int64_t i, int64_t) { return static_cast<double>(gradient[i]); }, sums.data()));
    OPGRAFT_RETURN_IF_ERROR(SumOverRows(
        context, rows, channels,
        [=](int64_t i, int64_t c) {
          return static_cast<double>(gradient[i]) *
                 (static_cast<double>(x[i]) - static_cast<double>(mean[c]));
        },
        products.data()));
    const Slopes of = FindSlopes(context, sums, products, rows, by_scale, by_offset);
    const float *factor = of.factors.data(), *centre = of.centres.data();
    const float* slope = of.slopes.data();
    float* to = Floats(room);
    ForEachOfRows(context, rows, channels, [=](int64_t i, int64_t c) {
      to[i] = factor[c] * (gradient[i] - centre[c] - (x[i] - mean[c]) * slope[c]);
    });
    return absl::OkStatus();
  }
};

#define REGISTER_V1(op, Kernel) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<float>("T"), Kernel);
REGISTER_V1("FusedBatchNorm", FusedBatchNormOp);
REGISTER_V1("FusedBatchNormGrad", FusedBatchNormGradOp);
#undef REGISTER_V1

#define REGISTER_ONE(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(          \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").TypeConstraint<float>("U"), Kernel);
#define REGISTER(T)                                             \
  REGISTER_ONE("FusedBatchNormV2", T, FusedBatchNormOp)         \
  REGISTER_ONE("FusedBatchNormV3", T, FusedBatchNormOp)         \
  REGISTER_ONE("FusedBatchNormGradV2", T, FusedBatchNormGradOp) \
  REGISTER_ONE("FusedBatchNormGradV3", T, FusedBatchNormGradOp)
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal

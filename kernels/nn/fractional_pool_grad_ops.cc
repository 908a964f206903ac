// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// FractionalMaxPoolGrad and FractionalAvgPoolGrad.
#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/nn/fractional_windows.h"

namespace opgraft_internal {
namespace {

// Reads windows as a pool has given them. INVALID_ARGUMENT unless there is one for each of `count`,
// and each has a place in an input of `length`.
absl::Status ReadCuts(const Tensor& tensor, int64_t count, int64_t length, Cuts* cuts) {
  const auto* const data = static_cast<const int64_t*>(tensor.data());
  cuts->assign(data, data + tensor.NumElements());
  bool fits = tensor.dims() == 1 && tensor.NumElements() == count + 1;
  for (int64_t i = 0; fits && i < count; ++i)
    fits = data[i] >= 0 && data[i] < length && data[i] < data[i + 1];
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "a pooling sequence must be ", count + 1, " growing places, the first ones in an input of ",
      length, ", not of shape ", tensor.shape().DebugString()));
}

// Inputs `first` and beyond: what flows into the output, and the windows.
absl::Status ReadWindows(OpKernelContext* context, int first, const TensorShape& in,
                         Windows* windows) {
  const TensorShape& out = context->input(first).shape();
  if (in.dims() != kPoolDims || out.dims() != kPoolDims || in.dim_size(0) != out.dim_size(0) ||
      in.dim_size(3) != out.dim_size(3)) {
    return absl::InvalidArgumentError(
        absl::StrCat("original input and out_backprop must have 4 dimensions, and as many images "
                     "and channels, not the shapes ",
                     in.DebugString(), " and ", out.DebugString()));
  }
  windows->in = in;
  windows->out = out;
  OPGRAFT_RETURN_IF_ERROR(
      ReadCuts(context->input(first + 1), out.dim_size(1), in.dim_size(1), &windows->rows));
  return ReadCuts(context->input(first + 2), out.dim_size(2), in.dim_size(2), &windows->cols);
}

// Each number flows to the first of the largest elements of its window.
template <typename T>
class FractionalMaxPoolGradOp : public OpKernel {
 public:
  explicit FractionalMaxPoolGradOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("overlapping", &overlapping_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& pooled = context->input(1);
    const Tensor& grad = context->input(2);
    Windows windows;
    windows.overlapping = overlapping_;
    OP_REQUIRES_OK(context, ReadWindows(context, 2, input.shape(), &windows));
    OP_REQUIRES(context, pooled.shape() == grad.shape(),
                absl::InvalidArgumentError(absl::StrCat(
                    "orig_output and out_backprop must have one shape, not ",
                    pooled.shape().DebugString(), " and ", grad.shape().DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    Tensor largest;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_INT64, pooled.shape(), &largest));
    OP_REQUIRES(context, FindLargest(windows, input, pooled, &largest),
                absl::InvalidArgumentError("orig_output is not what the windows give"));
    using Sum = typename WrappingSum<T>::Type;
    const auto* const from = static_cast<const T*>(grad.data());
    const auto* const place = static_cast<const int64_t*>(largest.data());
    auto* const to = static_cast<T*>(output->data());
    std::fill_n(to, output->NumElements(), T{0});
    for (int64_t i = 0; i < grad.NumElements(); ++i)
      to[place[i]] = static_cast<T>(static_cast<Sum>(to[place[i]]) + static_cast<Sum>(from[i]));
  }

 private:
  // False if the input's largest elements are not those of `pooled`.
  static bool FindLargest(const Windows& windows, const Tensor& input, const Tensor& pooled,
                          Tensor* largest) {
    const auto* const in = static_cast<const T*>(input.data());
    const auto* const out = static_cast<const T*>(pooled.data());
    auto* const place = static_cast<int64_t*>(largest->data());
    const int64_t channels = windows.channels(), count = pooled.NumElements();
    std::fill_n(place, count, -1);
    windows.ForEach(0, windows.out.dim_size(0) * windows.out.dim_size(1),
                    [&](int64_t to, int64_t from) {
                      for (int64_t c = 0; c < channels; ++c) {
                        int64_t& at = place[to * channels + c];
                        const int64_t element = from * channels + c;
                        if (at < 0 || in[at] < in[element]) at = element;
                      }
                    });
    for (int64_t i = 0; i < count; ++i) {
      if (!(in[place[i]] == out[i])) return false;
    }
    return true;
  }

  bool overlapping_ = false;
};

// Each number flows to the elements of its window in equal parts, which are added up as doubles.
template <typename T>
class FractionalAvgPoolGradOp : public OpKernel {
 public:
  explicit FractionalAvgPoolGradOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("overlapping", &overlapping_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& sizes = context->input(0);
    const Tensor& grad = context->input(1);
    OP_REQUIRES(context, sizes.dims() == 1 && sizes.NumElements() == kPoolDims,
                absl::InvalidArgumentError(
                    "original input tensor shape must be 1-dimensional and 4 elements"));
    const auto* const size = static_cast<const int64_t*>(sizes.data());
    TensorShape shape;
    OP_REQUIRES_OK(context,
                   TensorShape::BuildTensorShape(absl::MakeConstSpan(size, kPoolDims), &shape));
    Windows windows;
    windows.overlapping = overlapping_;
    OP_REQUIRES_OK(context, ReadWindows(context, 1, shape, &windows));
    Tensor* output = nullptr;
    Tensor sums;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    OP_REQUIRES_OK(context, context->allocate_temp(DT_DOUBLE, shape, &sums));
    const auto* const from = static_cast<const T*>(grad.data());
    auto* const sum = static_cast<double*>(sums.data());
    const int64_t channels = windows.channels();
    std::fill_n(sum, sums.NumElements(), 0.0);
    windows.ForEach(
        0, windows.out.dim_size(0) * windows.out.dim_size(1), [&](int64_t out, int64_t in) {
          const auto part = static_cast<double>(windows.SizeOf(out));
          for (int64_t c = 0; c < channels; ++c)
            sum[in * channels + c] += static_cast<double>(from[out * channels + c]) / part;
        });
    std::transform(sum, sum + sums.NumElements(), static_cast<T*>(output->data()),
                   [](double value) { return static_cast<T>(value); });
  }

 private:
  bool overlapping_ = false;
};

#define REGISTER_AS(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER(T)                                                   \
  REGISTER_AS("FractionalMaxPoolGrad", T, FractionalMaxPoolGradOp<T>) \
  REGISTER_AS("FractionalAvgPoolGrad", T, FractionalAvgPoolGradOp<T>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// FusedPadConv2D and FusedResizeAndPadConv2D: convolutions of images that are resized first, or get
// a margin in which they are mirrored.
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/resize_plan.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Height or width: of the images, resized, and its margins.
struct FusedAxis {
  int64_t in = 0;
  int64_t size = 0;
  int64_t before = 0;
  int64_t after = 0;
  int64_t out() const { return before + size + after; }
};

class FusedPadConvOp : public OpKernel {
 public:
  explicit FusedPadConvOp(OpKernelConstruction* context)
      : OpKernel(context), view_(input_type(0)), convolution_(view_.type()) {
    OP_REQUIRES_OK(context, attrs_.Read(context, 2, absl::StatusCode::kInvalidArgument));
    std::string mode;
    OP_REQUIRES_OK(context, context->GetAttr("mode", &mode));
    edge_ = mode == "REFLECT" ? 1 : 0;
    if (resizes())
      OP_REQUIRES_OK(context, context->GetAttr("resize_align_corners", &rule_.align_corners));
  }

  void Compute(OpKernelContext* context) override {
    FusedAxis axes[2];
    OP_REQUIRES_OK(context, ReadAxes(context, axes));
    TensorShape padded = context->input(0).shape();
    for (int a : {0, 1}) OP_REQUIRES_OK(context, padded.SetDimWithStatus(1 + a, axes[a].out()));
    const Tensor& filter = context->input(num_inputs() - 1);
    ConvolutionSizes sizes;
    TensorShape shape;
    OP_REQUIRES_OK(context,
                   ConvolutionSizesOf(attrs_, padded, filter.shape(), /*depthwise=*/false, &sizes));
    OP_REQUIRES(
        context, sizes.groups == 1,
        absl::InvalidArgumentError("the filter must have as many input channels as the images"));
    OP_REQUIRES_OK(context, ConvolvedShape(attrs_, sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (padded.num_elements() == 0 || filter.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Convolve(context, axes, padded, sizes, output));
  }

 private:
  bool resizes() const { return num_inputs() == 4; }

  absl::Status ReadAxes(OpKernelContext* context, FusedAxis* axes) const {
    const TensorShape& images = context->input(0).shape();
    const Tensor& paddings = context->input(num_inputs() - 2);
    if (images.dims() != 4 || paddings.shape() != TensorShape({4, 2})) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must be 4-dimensional and paddings a matrix [4, 2], got shapes ",
                       images.DebugString(), " and ", paddings.shape().DebugString()));
    }
    const auto* const margins = static_cast<const int32_t*>(paddings.data());
    if (margins[0] != 0 || margins[1] != 0 || margins[6] != 0 || margins[7] != 0)
      return absl::InvalidArgumentError("paddings must be 0 for the batch and the channels");
    for (int a : {0, 1})
      axes[a] = {images.dim_size(1 + a), images.dim_size(1 + a), margins[2 + 2 * a],
                 margins[3 + 2 * a]};
    if (resizes()) OPGRAFT_RETURN_IF_ERROR(ReadSize(context->input(1), axes));
    for (int a : {0, 1}) OPGRAFT_RETURN_IF_ERROR(CheckMargins(axes[a]));
    return absl::OkStatus();
  }

  static absl::Status ReadSize(const Tensor& size, FusedAxis* axes) {
    if (size.shape() != TensorShape({2})) {
      return absl::InvalidArgumentError(
          absl::StrCat("size must be a vector of 2, it has shape ", size.shape().DebugString()));
    }
    for (int a : {0, 1}) {
      axes[a].size = static_cast<const int32_t*>(size.data())[a];
      if (axes[a].size > 0 && axes[a].in > 0) continue;
      return absl::InvalidArgumentError("images and size must not be empty");
    }
    return absl::OkStatus();
  }

  absl::Status CheckMargins(const FusedAxis& axis) const {
    for (const int64_t margin : {axis.before, axis.after}) {
      if (margin >= 0 && margin <= axis.size - edge_) continue;
      if (margin == 0) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("paddings must be 0 or more, and less than what is mirrored: ", margin,
                       " of ", axis.size));
    }
    return absl::OkStatus();
  }

  // Between which pixels of the images each of the margins and what they surround lies.
  std::vector<Neighbours> PlacesOf(const FusedAxis& axis) const {
    const AxisScale scale(axis.in, axis.size, rule_);
    std::vector<Neighbours> places;
    for (int64_t i = -axis.before; i < axis.size + axis.after; ++i) {
      int64_t inside = i < 0 ? -i - 1 + edge_ : i;
      if (i >= axis.size) inside = 2 * axis.size - 1 - edge_ - i;
      places.push_back(resizes() ? NeighboursOf(scale(inside), axis.in)
                                 : Neighbours{inside, inside, 0});
    }
    return places;
  }

  absl::Status Convolve(OpKernelContext* context, const FusedAxis* axes, const TensorShape& shape,
                        const ConvolutionSizes& sizes, Tensor* output) const {
    Tensor images, weights, padded, room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(0), false, &images));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(num_inputs() - 1), false, &weights));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view_.type(), shape, &padded));
    if (view_.type() == DT_DOUBLE) {
      Pad<double>(context, axes, images, &padded);
    } else {
      Pad<float>(context, axes, images, &padded);
    }
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *output, false, &room));
    OPGRAFT_RETURN_IF_ERROR(
        convolution_.Forward(context, sizes, padded.data(), weights.data(), room.data()));
    return view_.Write(context, room, false, output);
  }

  template <typename T>
  void Pad(OpKernelContext* context, const FusedAxis* axes, const Tensor& images,
           Tensor* padded) const {
    const std::vector<Neighbours> rows = PlacesOf(axes[0]), columns = PlacesOf(axes[1]);
    const int64_t channels = images.dim_size(3), row_size = axes[1].in * channels;
    const auto height = static_cast<int64_t>(rows.size());
    const auto out_row = static_cast<int64_t>(columns.size()) * channels;
    const auto* const from = static_cast<const T*>(images.data());
    auto* const to = static_cast<T*>(padded->data());
    ShardElements(context, images.dim_size(0) * height, 4 * static_cast<double>(out_row),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row) {
                      const Neighbours& y = rows[static_cast<size_t>(row % height)];
                      const T* const image = from + row / height * axes[0].in * row_size;
                      PadRow(image + y.lower * row_size, image + y.upper * row_size,
                             static_cast<T>(y.lerp), columns, channels, to + row * out_row);
                    }
                  });
  }

  template <typename T>
  static void PadRow(const T* top, const T* bottom, T lerp, const std::vector<Neighbours>& columns,
                     int64_t channels, T* to) {
    for (const Neighbours& x : columns) {
      const int64_t left = x.lower * channels, right = x.upper * channels;
      for (int64_t c = 0; c < channels; ++c) {
        const T x_lerp = static_cast<T>(x.lerp);
        const T above = top[left + c] + (top[right + c] - top[left + c]) * x_lerp;
        const T below = bottom[left + c] + (bottom[right + c] - bottom[left + c]) * x_lerp;
        *to++ = above + (below - above) * lerp;
      }
    }
  }

  WindowAttrs attrs_;
  const LoopView view_;
  const Convolution convolution_;
  ResizeRule rule_;
  int64_t edge_ = 0;  // how many elements at an edge are not repeated
};

#define REGISTER(op, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), FusedPadConvOp);
#define REGISTER_PAD(T) REGISTER("FusedPadConv2D", T)
TF_CALL_FLOAT_TYPES(REGISTER_PAD);
REGISTER("FusedResizeAndPadConv2D", half)
REGISTER("FusedResizeAndPadConv2D", float)
REGISTER("FusedResizeAndPadConv2D", double)
#undef REGISTER_PAD
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

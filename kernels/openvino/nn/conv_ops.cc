// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's convolutions and their transposes.
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/nn/channel_convolution.h"
#include "kernels/openvino/nn/image_windows.h"
#include "kernels/openvino/nn/plane_convolution.h"
#include "kernels/openvino/nn/tap_convolution.h"

namespace opgraft_internal {
namespace {

// The sizes of a filter [groups, outer, inner, window...]; the ops without groups have no such
// dimension.
struct FilterShape {
  static absl::Status Of(const TensorShape& shape, bool grouped, FilterShape* filter) {
    const int first = grouped ? 1 : 0;
    if (shape.dims() < first + 3) {
      return absl::InvalidArgumentError(
          absl::StrCat("a filter of shape ", shape.DebugString(), " has too few dimensions"));
    }
    if (shape.num_elements() == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("a filter of shape ", shape.DebugString(), " has no elements"));
    }
    filter->groups = grouped ? shape.dim_size(0) : 1;
    filter->outer = shape.dim_size(first);
    filter->inner = shape.dim_size(first + 1);
    for (int d = first + 2; d < shape.dims(); ++d) filter->window.push_back(shape.dim_size(d));
    return absl::OkStatus();
  }

  int64_t groups = 1;
  int64_t outer = 0;
  int64_t inner = 0;
  IndexValues window;
};

absl::Status CheckChannels(const TensorShape& data, int64_t groups, int64_t per_group) {
  if (data.dims() >= 2 && data.dim_size(1) % groups == 0 && data.dim_size(1) / groups == per_group)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("data of shape ", data.DebugString(),
                                                 " does not have the ", groups, " * ", per_group,
                                                 " channels that the filter takes"));
}

// Convolution and GroupConvolution.
class ConvolutionOp : public OpKernel {
 public:
  ConvolutionOp(OpKernelConstruction* context, bool grouped)
      : OpKernel(context),
        grouped_(grouped),
        view_(context->input_type(0)),
        products_(view_.type()),
        channels_(view_.type()),
        taps_(view_.type()) {
    OP_REQUIRES_OK(context, windows_.Read(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, FindSizes(data.shape(), context->input(1).shape(), &sizes));
    TensorShape shape;
    OP_REQUIRES_OK(context,
                   ImageWindows::PlacesShape(sizes.window, sizes.outputs, data.dims() - 2, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (data.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Convolve(context, sizes, output));
  }

 private:
  absl::Status FindSizes(const TensorShape& data, const TensorShape& filter_shape,
                         ConvolutionSizes* sizes) const {
    FilterShape filter;
    OPGRAFT_RETURN_IF_ERROR(FilterShape::Of(filter_shape, grouped_, &filter));
    OPGRAFT_RETURN_IF_ERROR(CheckChannels(data, filter.groups, filter.inner));
    sizes->groups = filter.groups;
    sizes->outputs = filter.groups * filter.outer;
    return windows_.Place(data, filter.window, &sizes->window);
  }

  absl::Status Convolve(OpKernelContext* context, const ConvolutionSizes& sizes,
                        Tensor* output) const {
    Tensor images, filter, room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(0), false, &images));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(1), false, &filter));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *output, false, &room));
    if (channels_.Suits(sizes)) {
      OPGRAFT_RETURN_IF_ERROR(
          channels_.Forward(context, sizes, images.data(), filter.data(), room.data()));
    } else if (taps_.Suits(sizes)) {
      OPGRAFT_RETURN_IF_ERROR(
          taps_.Forward(context, sizes, images.data(), filter.data(), room.data()));
    } else {
      OPGRAFT_RETURN_IF_ERROR(
          products_.Forward(context, sizes, images.data(), filter.data(), room.data()));
    }
    return view_.Write(context, room, false, output);
  }

  const bool grouped_;
  ImageWindows windows_;
  const LoopView view_;
  const PlaneConvolution products_;
  const ChannelConvolution channels_;
  const TapConvolution taps_;
};

// ConvolutionBackpropData and GroupConvolutionBackpropData.
class BackpropDataOp : public OpKernel {
 public:
  BackpropDataOp(OpKernelConstruction* context, bool grouped)
      : OpKernel(context),
        grouped_(grouped),
        view_(context->input_type(0)),
        products_(view_.type()) {
    OP_REQUIRES_OK(context, windows_.Read(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, FindSizes(context, &sizes));
    TensorShape shape;
    OP_REQUIRES_OK(context, ImageWindows::ElementsShape(sizes.window, sizes.window.channels,
                                                        data.dims() - 2, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (data.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    Tensor places, filter, room;
    OP_REQUIRES_OK(context, view_.Read(context, data, false, &places));
    OP_REQUIRES_OK(context, view_.Read(context, context->input(1), false, &filter));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    OP_REQUIRES_OK(context,
                   products_.Backward(context, sizes, places.data(), filter.data(), room.data()));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 private:
  absl::Status FindSizes(OpKernelContext* context, ConvolutionSizes* sizes) const {
    const TensorShape& data = context->input(0).shape();
    FilterShape filter;
    OPGRAFT_RETURN_IF_ERROR(FilterShape::Of(context->input(1).shape(), grouped_, &filter));
    OPGRAFT_RETURN_IF_ERROR(CheckChannels(data, filter.groups, filter.outer));
    sizes->groups = filter.groups;
    sizes->outputs = filter.groups * filter.outer;
    IndexValues wanted;
    if (context->num_inputs() > 2) {
      if (context->input(2).dims() > 1 || context->input(2).NumElements() > TensorShape::kMaxDims)
        return absl::InvalidArgumentError("output_shape must be a vector of spatial sizes");
      wanted = ReadIndices(context->input(2));
    }
    return windows_.PlaceBack(data, filter.groups * filter.inner, filter.window, wanted,
                              &sizes->window);
  }

  const bool grouped_;
  ImageWindows windows_;
  const LoopView view_;
  const PlaneConvolution products_;
};

template <class Op, bool kGrouped>
class Of : public Op {
 public:
  explicit Of(OpKernelConstruction* context) : Op(context, kGrouped) {}
};

#define REGISTER_CONV(op, T, Kernel, grouped)                                             \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          Of<Kernel, grouped>);
#define REGISTER(T)                                                  \
  REGISTER_CONV("Convolution", T, ConvolutionOp, false)              \
  REGISTER_CONV("GroupConvolution", T, ConvolutionOp, true)          \
  REGISTER_CONV("ConvolutionBackpropData", T, BackpropDataOp, false) \
  REGISTER_CONV("GroupConvolutionBackpropData", T, BackpropDataOp, true)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_CONV

}  // namespace
}  // namespace opgraft_internal

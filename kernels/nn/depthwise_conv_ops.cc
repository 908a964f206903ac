// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/depthwise_convolution.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

class DepthwiseOpBase : public OpKernel {
 public:
  explicit DepthwiseOpBase(OpKernelConstruction* context)
      : OpKernel(context), view_(output_type(0)), convolution_(view_.type()) {
    OP_REQUIRES_OK(context, attrs_.Read(context, 2, absl::StatusCode::kInvalidArgument));
  }

 protected:
  // The output of `shape`; null if it has no elements, or if they are 0 because an operand has
  // none.
  absl::Status MakeOutput(OpKernelContext* context, const TensorShape& shape, const Tensor& a,
                          const Tensor& b, Tensor** output) const {
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, output));
    if ((*output)->NumElements() > 0 && a.NumElements() > 0 && b.NumElements() > 0)
      return absl::OkStatus();
    if ((*output)->NumElements() > 0) std::memset((*output)->data(), 0, (*output)->TotalBytes());
    *output = nullptr;
    return absl::OkStatus();
  }

  // Finds the sizes of a gradient, and checks that of the result.
  absl::Status GradientSizes(const TensorShape& images, const TensorShape& filter,
                             const TensorShape& gradient, ConvolutionSizes* sizes) const {
    OPGRAFT_RETURN_IF_ERROR(ConvolutionSizesOf(attrs_, images, filter, /*depthwise=*/true, sizes));
    return CheckOutGradient(attrs_, *sizes, gradient);
  }

  WindowAttrs attrs_;
  const LoopView view_;
  const DepthwiseConvolution convolution_;
};

class DepthwiseConvOp : public DepthwiseOpBase {
 public:
  using DepthwiseOpBase::DepthwiseOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& filter = context->input(1);
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, ConvolutionSizesOf(attrs_, input.shape(), filter.shape(),
                                               /*depthwise=*/true, &sizes));
    TensorShape shape;
    OP_REQUIRES_OK(context, ConvolvedShape(attrs_, sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, MakeOutput(context, shape, input, filter, &output));
    if (output == nullptr) return;
    const bool first = attrs_.channels_first();
    Tensor images, weights, room;
    OP_REQUIRES_OK(context, view_.Read(context, input, first, &images));
    OP_REQUIRES_OK(context, view_.Read(context, filter, false, &weights));
    OP_REQUIRES_OK(context, view_.Room(context, *output, first, &room));
    OP_REQUIRES_OK(context,
                   convolution_.Forward(context, sizes, images, weights.data(), room.data()));
    OP_REQUIRES_OK(context, view_.Write(context, room, first, output));
  }
};

class DepthwiseConvBackpropInputOp : public DepthwiseOpBase {
 public:
  using DepthwiseOpBase::DepthwiseOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& filter = context->input(1);
    const Tensor& gradient = context->input(2);
    TensorShape images;
    OP_REQUIRES_OK(context, ShapeFromSizes(context->input(0), &images));
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, GradientSizes(images, filter.shape(), gradient.shape(), &sizes));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, MakeOutput(context, images, filter, gradient, &output));
    if (output == nullptr) return;
    const bool first = attrs_.channels_first();
    Tensor weights, out_gradient, room;
    OP_REQUIRES_OK(context, view_.Read(context, filter, false, &weights));
    OP_REQUIRES_OK(context, view_.Read(context, gradient, first, &out_gradient));
    OP_REQUIRES_OK(context, view_.Room(context, *output, first, &room));
    OP_REQUIRES_OK(context, convolution_.InputGradient(context, sizes, weights.data(),
                                                       out_gradient.data(), &room));
    OP_REQUIRES_OK(context, view_.Write(context, room, first, output));
  }
};

class DepthwiseConvBackpropFilterOp : public DepthwiseOpBase {
 public:
  using DepthwiseOpBase::DepthwiseOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& gradient = context->input(2);
    TensorShape filter;
    OP_REQUIRES_OK(context, ShapeFromSizes(context->input(1), &filter));
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, GradientSizes(input.shape(), filter, gradient.shape(), &sizes));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, MakeOutput(context, filter, input, gradient, &output));
    if (output == nullptr) return;
    const bool first = attrs_.channels_first();
    Tensor images, out_gradient, room;
    OP_REQUIRES_OK(context, view_.Read(context, input, first, &images));
    OP_REQUIRES_OK(context, view_.Read(context, gradient, first, &out_gradient));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    OP_REQUIRES_OK(context, convolution_.FilterGradient(context, sizes, images, out_gradient.data(),
                                                        room.data()));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }
};

#define REGISTER_ONE(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel);
#define REGISTER(T)                                                                   \
  REGISTER_ONE("DepthwiseConv2dNative", T, DepthwiseConvOp)                           \
  REGISTER_ONE("DepthwiseConv2dNativeBackpropInput", T, DepthwiseConvBackpropInputOp) \
  REGISTER_ONE("DepthwiseConv2dNativeBackpropFilter", T, DepthwiseConvBackpropFilterOp)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal

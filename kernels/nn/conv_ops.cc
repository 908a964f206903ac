// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/depthwise_convolution.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Conv2D and Conv3D.
class ConvOpBase : public OpKernel {
 public:
  ConvOpBase(OpKernelConstruction* context, int spatial, absl::StatusCode unsupported)
      : OpKernel(context),
        view_(input_type(0)),
        convolution_(view_.type()),
        depthwise_(view_.type()) {
    OP_REQUIRES_OK(context, attrs_.Read(context, spatial, unsupported));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& filter = context->input(1);
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, ConvolutionSizesOf(attrs_, input.shape(), filter.shape(),
                                               /*depthwise=*/false, &sizes));
    TensorShape shape;
    OP_REQUIRES_OK(context, ConvolvedShape(attrs_, sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES(context, filter.NumElements() > 0,
                absl::InvalidArgumentError("filter must not have zero elements (i.e. all "
                                           "dimensions must be non-zero)"));
    if (input.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Convolve(context, sizes, input, filter, output));
  }

 private:
  absl::Status Convolve(OpKernelContext* context, const ConvolutionSizes& sizes,
                        const Tensor& input, const Tensor& filter, Tensor* output) const {
    const bool first = attrs_.channels_first();
    Tensor images, weights, room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, input, first, &images));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, filter, false, &weights));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *output, first, &room));
    const bool is_depthwise = sizes.is_depthwise() && depthwise_.is_supported();
    OPGRAFT_RETURN_IF_ERROR(
        is_depthwise
            ? depthwise_.Forward(context, sizes, images, weights.data(), room.data())
            : convolution_.Forward(context, sizes, images.data(), weights.data(), room.data()));
    return view_.Write(context, room, first, output);
  }

  WindowAttrs attrs_;
  const LoopView view_;
  const Convolution convolution_;
  const DepthwiseConvolution depthwise_;
};

class Conv2DOp : public ConvOpBase {
 public:
  explicit Conv2DOp(OpKernelConstruction* context)
      : ConvOpBase(context, 2, absl::StatusCode::kUnimplemented) {}
};

class Conv3DOp : public ConvOpBase {
 public:
  explicit Conv3DOp(OpKernelConstruction* context)
      : ConvOpBase(context, 3, absl::StatusCode::kInvalidArgument) {}
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("Conv2D").Device(DEVICE_CPU).TypeConstraint<T>("T"), Conv2DOp);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
#undef REGISTER

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("Conv3D").Device(DEVICE_CPU).TypeConstraint<T>("T"), Conv3DOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

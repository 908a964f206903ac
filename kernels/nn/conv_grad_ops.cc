// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/depthwise_convolution.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// What the gradients of convolutions have in common: inputs are read, the sizes found, the output
// is zero where nothing reaches it.
class ConvGradOpBase : public OpKernel {
 public:
  // `unsupported`: the code for strides along the batch and the channels.
  ConvGradOpBase(OpKernelConstruction* context, int spatial, absl::StatusCode unsupported)
      : OpKernel(context),
        view_(input_type(2)),
        convolution_(view_.type()),
        depthwise_(view_.type()) {
    OP_REQUIRES_OK(context, attrs_.Read(context, spatial, unsupported));
  }

 protected:
  // Allocates the output and computes it. `images` and `filter` are the shapes of both sides of the
  // convolution; exactly one of them is the output's.
  void ComputeGradient(OpKernelContext* context, const TensorShape& images,
                       const TensorShape& filter, bool by_images) {
    const Tensor& gradient = context->input(2);
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context,
                   ConvolutionSizesOf(attrs_, images, filter, /*depthwise=*/false, &sizes));
    OP_REQUIRES_OK(context, CheckOutGradient(attrs_, sizes, gradient.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, by_images ? images : filter, &output));
    if (output->NumElements() == 0) return;
    const Tensor& other = context->input(by_images ? 1 : 0);
    if (gradient.NumElements() == 0 || other.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Run(context, sizes, other, gradient, by_images, output));
  }

  const WindowAttrs& attrs() const { return attrs_; }

 private:
  absl::Status Run(OpKernelContext* context, const ConvolutionSizes& sizes, const Tensor& other,
                   const Tensor& gradient, bool by_images, Tensor* output) const {
    const bool first = attrs_.channels_first();
    Tensor operand, out_gradient, room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, other, first && !by_images, &operand));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, gradient, first, &out_gradient));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *output, first && by_images, &room));
    OPGRAFT_RETURN_IF_ERROR(by_images
                                ? InputGradient(context, sizes, operand, out_gradient, &room)
                                : FilterGradient(context, sizes, operand, out_gradient, &room));
    return view_.Write(context, room, first && by_images, output);
  }

  bool IsDepthwise(const ConvolutionSizes& sizes) const {
    return sizes.is_depthwise() && depthwise_.is_supported();
  }
  absl::Status InputGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                             const Tensor& filter, const Tensor& gradient, Tensor* images) const {
    if (IsDepthwise(sizes))
      return depthwise_.InputGradient(context, sizes, filter.data(), gradient.data(), images);
    return convolution_.InputGradient(context, sizes, filter.data(), gradient.data(),
                                      images->data());
  }
  absl::Status FilterGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                              const Tensor& images, const Tensor& gradient, Tensor* filter) const {
    if (IsDepthwise(sizes))
      return depthwise_.FilterGradient(context, sizes, images, gradient.data(), filter->data());
    return convolution_.FilterGradient(context, sizes, images.data(), gradient.data(),
                                       filter->data());
  }

  WindowAttrs attrs_;
  const LoopView view_;
  const Convolution convolution_;
  const DepthwiseConvolution depthwise_;
};

// `kBySizes`: the shape that is asked for comes as a vector; else as a tensor of that shape.
template <int kSpatial, bool kBySizes>
class ConvBackpropInputOp : public ConvGradOpBase {
 public:
  explicit ConvBackpropInputOp(OpKernelConstruction* context)
      : ConvGradOpBase(context, kSpatial,
                       kSpatial == 2 ? absl::StatusCode::kUnimplemented
                                     : absl::StatusCode::kInvalidArgument) {}

  void Compute(OpKernelContext* context) override {
    TensorShape images = context->input(0).shape();
    if (kBySizes) OP_REQUIRES_OK(context, ImagesShape(context, &images));
    ComputeGradient(context, images, context->input(1).shape(), /*by_images=*/true);
  }

 private:
  // Sizes of all dimensions, or of flat images rows and columns only.
  absl::Status ImagesShape(OpKernelContext* context, TensorShape* shape) const {
    const Tensor& sizes = context->input(0);
    const TensorShape& filter = context->input(1).shape();
    const TensorShape& gradient = context->input(2).shape();
    if (kSpatial != 2 || sizes.dims() != 1 || sizes.NumElements() != 2)
      return ShapeFromSizes(sizes, shape);
    if (filter.dims() != 4 || gradient.dims() != 4)
      return absl::InvalidArgumentError("filter and out_backprop must be 4-dimensional");
    std::vector<int64_t> all = {gradient.dim_size(0), 0, 0, 0};
    all[static_cast<size_t>(attrs().channel_dim())] = filter.dim_size(2);
    for (int i = 0; i < 2; ++i) {
      const int64_t size = IndexAt(sizes, i);
      if (size <= 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("input_sizes[", i, "] must be above 0, not ", size));
      }
      all[static_cast<size_t>(attrs().SpatialDim(i))] = size;
    }
    return TensorShape::BuildTensorShape(all, shape);
  }
};

template <int kSpatial, bool kBySizes>
class ConvBackpropFilterOp : public ConvGradOpBase {
 public:
  explicit ConvBackpropFilterOp(OpKernelConstruction* context)
      : ConvGradOpBase(context, kSpatial, absl::StatusCode::kInvalidArgument) {}

  void Compute(OpKernelContext* context) override {
    TensorShape filter = context->input(1).shape();
    if (kBySizes) OP_REQUIRES_OK(context, ShapeFromSizes(context->input(1), &filter));
    ComputeGradient(context, context->input(0).shape(), filter, /*by_images=*/false);
  }
};

#define REGISTER_ONE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);

#define REGISTER(T)                                                      \
  REGISTER_ONE("Conv2DBackpropInput", T, ConvBackpropInputOp<2, true>)   \
  REGISTER_ONE("Conv2DBackpropFilter", T, ConvBackpropFilterOp<2, true>) \
  REGISTER_ONE("Conv3DBackpropInputV2", T, ConvBackpropInputOp<3, true>) \
  REGISTER_ONE("Conv3DBackpropFilterV2", T, ConvBackpropFilterOp<3, true>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
REGISTER_ONE("Conv2DBackpropInput", int32_t, ConvBackpropInputOp<2, true>)

#define REGISTER(T)                                                     \
  REGISTER_ONE("Conv3DBackpropInput", T, ConvBackpropInputOp<3, false>) \
  REGISTER_ONE("Conv3DBackpropFilter", T, ConvBackpropFilterOp<3, false>)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal

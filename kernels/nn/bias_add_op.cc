// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_element_function.h"

namespace opgraft_internal {
namespace {

class BiasAddOp : public OpKernel {
 public:
  explicit BiasAddOp(OpKernelConstruction* context)
      : OpKernel(context), add_(loops::BinaryFunction::kAdd, input_type(0)) {
    std::string format;
    if (!context->HasAttr("data_format")) return;  // BiasAddV1
    OP_REQUIRES_OK(context, context->GetAttr("data_format", &format));
    OP_REQUIRES(context, format == "NHWC" || format == "NCHW",
                absl::InvalidArgumentError(
                    absl::StrCat("data_format '", format, "' is neither 'NHWC' nor 'NCHW'")));
    channels_first_ = format == "NCHW";
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& value = context->input(0);
    const Tensor& bias = context->input(1);
    OP_REQUIRES_OK(context, CheckShapes(value.shape(), bias.shape()));
    // Seen as [batch, channels, rest].
    const int channel = channels_first_ ? 1 : value.dims() - 1;
    const int64_t channels = bias.NumElements();
    int64_t rest = 1;
    for (int d = channel + 1; d < value.dims(); ++d) rest *= value.dim_size(d);
    const int64_t batch = value.NumElements() == 0 ? 0 : value.NumElements() / (channels * rest);
    const TensorShape value_view({batch, channels, rest});
    const TensorShape bias_view({1, channels, 1});
    Broadcast broadcast;
    OP_REQUIRES(context, broadcast.Init({&value_view, &bias_view}),
                absl::InternalError("shapes were checked"));
    const void* from_value = value.data();
    const void* from_bias = bias.data();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, value.shape(), &out));
    if (out->NumElements() > 0)
      add_.RunBroadcast(context, broadcast, from_value, from_bias, out->data());
  }

 private:
  absl::Status CheckShapes(const TensorShape& value, const TensorShape& bias) const {
    if (value.dims() < 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input tensor must be at least 2D: ", value.DebugString()));
    }
    if (bias.dims() != 1) {
      return absl::InvalidArgumentError(absl::StrCat("Biases must be 1D: ", bias.DebugString()));
    }
    const int channel = channels_first_ ? 1 : value.dims() - 1;
    if (bias.dim_size(0) != value.dim_size(channel)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Must provide as many biases as the ", channels_first_ ? "channel" : "last",
          " dimension of the input tensor: ", bias.DebugString(), " vs. ", value.DebugString()));
    }
    return absl::OkStatus();
  }

  const BinaryElementFunction add_;
  bool channels_first_ = false;
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(Name("BiasAdd").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0),   \
                          BiasAddOp);                                                              \
  REGISTER_KERNEL_BUILDER(Name("BiasAddV1").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          BiasAddOp);
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

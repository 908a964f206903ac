// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/image/bmp.h"

namespace opgraft_internal {
namespace {

class DecodeBmpOp : public OpKernel {
 public:
  explicit DecodeBmpOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("channels", &channels_));
    OP_REQUIRES(context, channels_ == 0 || channels_ == 3 || channels_ == 4,
                absl::InvalidArgumentError(
                    absl::StrCat("channels must be 0, 3 or 4 for BMP, but got ", channels_)));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& contents = context->input(0);
    OP_REQUIRES(context, contents.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("contents must be scalar but got shape ",
                                                        contents.shape().DebugString())));
    const tstring& file = *static_cast<const tstring*>(contents.data());
    OP_REQUIRES_VALUE(const Bmp bmp, context,
                      ParseBmp(absl::string_view(file.data(), file.size())));
    const int64_t channels = channels_ == 0 ? bmp.channels : channels_;
    Tensor* image = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                0, TensorShape({bmp.height, bmp.width, channels}), &image));
    bmp.CopyTo(channels, static_cast<uint8_t*>(image->data()));
  }

 private:
  int64_t channels_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("DecodeBmp").Device(DEVICE_CPU), DecodeBmpOp);

}  // namespace
}  // namespace opgraft_internal

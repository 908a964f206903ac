// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"
#include "kernels/strings/base64.h"
#include "kernels/strings/text_map.h"

namespace opgraft_internal {
namespace {

constexpr double kBase64Ns = 100;

class EncodeBase64Op : public OpKernel {
 public:
  explicit EncodeBase64Op(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("pad", &pad_));
  }

  void Compute(OpKernelContext* context) override {
    MapTexts<tstring>(context, kBase64Ns, [this](const tstring& bytes, tstring* text) {
      *text = EncodeBase64(bytes, pad_);
      return absl::OkStatus();
    });
  }

 private:
  bool pad_ = false;
};

class DecodeBase64Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    MapTexts<tstring>(context, kBase64Ns, [](const tstring& text, tstring* bytes) {
      return DecodeBase64(text, bytes);
    });
  }
};

REGISTER_KERNEL_BUILDER(Name("EncodeBase64").Device(DEVICE_CPU), EncodeBase64Op);
REGISTER_KERNEL_BUILDER(Name("DecodeBase64").Device(DEVICE_CPU), DecodeBase64Op);

}  // namespace
}  // namespace opgraft_internal

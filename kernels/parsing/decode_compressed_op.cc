// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/files/inflate.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

class DecodeCompressedOp : public OpKernel {
 public:
  explicit DecodeCompressedOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string type;
    OP_REQUIRES_OK(context, context->GetAttr("compression_type", &type));
    OP_REQUIRES(context, type != "ZSTD",
                absl::UnimplementedError("compression_type ZSTD is not there"));
    OP_REQUIRES(context, type.empty() || type == "ZLIB" || type == "GZIP",
                absl::InvalidArgumentError(absl::StrCat(
                    "Only ZLIB, GZIP or NONE are supported compressions, not ", type)));
    is_compressed_ = !type.empty();
    format_ = type == "GZIP" ? DeflateFormat::kGzip : DeflateFormat::kZlib;
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& bytes = context->input(0);
    if (!is_compressed_) return context->set_output(0, bytes);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, bytes.shape(), &output));
    const auto from = bytes.flat<tstring>();
    auto to = output->flat<tstring>();
    TextBudget budget;
    for (int64_t i = 0; i < from.size(); ++i) {
      std::string text;
      const auto take = [&](absl::string_view piece) {
        budget.Add(static_cast<int64_t>(piece.size()));
        OPGRAFT_RETURN_IF_ERROR(budget.Check());
        text.append(piece.data(), piece.size());
        return absl::OkStatus();
      };
      OP_REQUIRES_OK(context, InflateStreams(from(i), format_, take));
      to(i) = text;
    }
  }

 private:
  bool is_compressed_ = false;
  DeflateFormat format_ = DeflateFormat::kZlib;
};

REGISTER_KERNEL_BUILDER(Name("DecodeCompressed").Device(DEVICE_CPU), DecodeCompressedOp);

}  // namespace
}  // namespace opgraft_internal

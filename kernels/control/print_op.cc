// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdio>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// What tf.print becomes: StringFormat has made the text. Logs go to stderr too, without the head of
// a line that TensorFlow's have. A model may not write files.
class PrintV2Op : public OpKernel {
 public:
  explicit PrintV2Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("end", &end_));
    std::string name;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("output_stream", &name));
    OP_REQUIRES(ctx, !absl::StartsWith(name, "file://"),
                absl::UnimplementedError("output_stream is a file, which is not written"));
    stream_ = name == "stdout" ? stdout : stderr;
    const bool is_known = name == "stdout" || name == "stderr" || name == "log(info)" ||
                          name == "log(warning)" || name == "log(error)";
    OP_REQUIRES(ctx, is_known,
                absl::InvalidArgumentError(absl::StrCat(
                    "Unknown output stream: ", name,
                    ", Valid streams are: stdout stderr log(info) log(warning) log(error)")));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    OP_REQUIRES(ctx, TensorShapeUtils::IsScalar(input.shape()),
                absl::InvalidArgumentError(absl::StrCat("Input is expected to be scalar, but got ",
                                                        input.shape().DebugString())));
    // At once, so that the lines of several threads do not mix.
    const std::string text = absl::StrCat(absl::string_view(input.scalar<tstring>()()), end_);
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::fflush(stream_);
  }

 private:
  std::string end_;
  std::FILE* stream_ = nullptr;
};

class TimestampOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    Tensor* ts = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &ts));
    ts->scalar<double>()() = absl::ToDoubleSeconds(absl::Now() - absl::UnixEpoch());
  }
};

REGISTER_KERNEL_BUILDER(Name("PrintV2").Device(DEVICE_CPU), PrintV2Op);
REGISTER_KERNEL_BUILDER(Name("Timestamp").Device(DEVICE_CPU), TimestampOp);

}  // namespace
}  // namespace opgraft_internal

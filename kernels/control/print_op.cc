// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What prints while a graph runs, and the time.
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/kernel/op_kernel.h"
#include "framework/state/opened_cells.h"
#include "framework/state/state_scope.h"
#include "framework/state/state_store.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

// At once, so that the lines of several threads do not mix.
void Write(const std::string& text, std::FILE* stream) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

// TensorFlow 1's tf.Print, which passes its first input on. How often it printed is a counter of
// the request, as those of random ops are: where there is no request it always prints.
class PrintOp : public OpKernel {
 public:
  explicit PrintOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), printed_(CellKey::OfCounter(ctx->NewStateId())) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("message", &message_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("first_n", &first_n_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("summarize", &summarize_));
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, ctx->input(0).shape()));
    OP_REQUIRES_VALUE(const bool prints, ctx, Count());
    if (!prints) return;
    std::string text = message_;
    for (int i = 1; i < ctx->num_inputs(); ++i)
      absl::StrAppend(&text, "[", ctx->input(i).SummarizeValue(summarize_), "]");
    text += "\n";
    Write(text, stderr);
  }

 private:
  // Counts this time; false if it printed first_n times before.
  absl::StatusOr<bool> Count() const {
    StateStore* const state = StateScope::Current();
    if (first_n_ < 0 || state == nullptr) return true;
    bool prints = false;
    const absl::Status status = state->opened()->UpdateCounter(
        printed_, [] { return Tensor(int64_t{0}); },
        [&](Tensor* counter) {
          int64_t& times = counter->scalar<int64_t>()();
          prints = times < first_n_;
          if (prints) ++times;
        });
    if (!status.ok()) return status;
    return prints;
  }

  const CellKey printed_;
  std::string message_;
  int64_t first_n_ = -1;
  int64_t summarize_ = 3;
};

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
    Write(absl::StrCat(absl::string_view(input.scalar<tstring>()()), end_), stream_);
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

REGISTER_KERNEL_BUILDER(Name("Print").Device(DEVICE_CPU).Aliases(0), PrintOp);
REGISTER_KERNEL_BUILDER(Name("PrintV2").Device(DEVICE_CPU), PrintV2Op);
REGISTER_KERNEL_BUILDER(Name("Timestamp").Device(DEVICE_CPU), TimestampOp);

}  // namespace
}  // namespace opgraft_internal

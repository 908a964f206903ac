// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/ctc/ctc_inputs.h"

namespace opgraft_internal {
namespace {

// The best class of each step, without blanks, and if asked for without repetitions.
template <typename T>
class CtcGreedyDecoderOp : public OpKernel {
 public:
  explicit CtcGreedyDecoderOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("merge_repeated", &merges_));
    OP_REQUIRES_OK(context, context->GetAttr("blank_index", &blank_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& inputs = context->input(0);
    CtcInputs ctc;
    OP_REQUIRES_OK(context, ReadCtcInputs(inputs, context->input(1), &ctc));
    OP_REQUIRES(
        context, blank_ >= -ctc.classes && blank_ < ctc.classes,
        absl::InvalidArgumentError(absl::StrCat("blank_index expected to be between ", -ctc.classes,
                                                " and ", ctc.classes - 1, " but was ", blank_)));
    const int64_t blank = blank_ < 0 ? blank_ + ctc.classes : blank_;
    Tensor* log_probability = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(3, TensorShape({ctc.batch, 1}), &log_probability));
    std::vector<std::vector<int64_t>> labels(static_cast<size_t>(ctc.batch));
    for (int64_t b = 0; b < ctc.batch; ++b) {
      T sum = 0;
      int64_t before = -1;
      for (int64_t t = 0; t < ctc.steps[b]; ++t) {
        const T* const scores = ctc.Scores<T>(inputs, t, b);
        const int64_t best = std::max_element(scores, scores + ctc.classes) - scores;
        sum -= scores[best];
        if (best != blank && !(merges_ && best == before))
          labels[static_cast<size_t>(b)].push_back(best);
        before = best;
      }
      static_cast<T*>(log_probability->data())[b] = sum;
    }
    OP_REQUIRES_OK(context, SetDecoded(context, labels, 0, 1));
  }

 private:
  bool merges_ = false;
  int64_t blank_ = -1;
};

#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("CTCGreedyDecoder").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          CtcGreedyDecoderOp<T>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

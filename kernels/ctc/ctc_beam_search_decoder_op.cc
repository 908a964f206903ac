// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/ctc/ctc_beam_search.h"
#include "kernels/ctc/ctc_inputs.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

template <typename T>
class CtcBeamSearchDecoderOp : public OpKernel {
 public:
  explicit CtcBeamSearchDecoderOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("merge_repeated", &merges_));
    OP_REQUIRES_OK(context, context->GetAttr("beam_width", &width_));
    OP_REQUIRES_OK(context, context->GetAttr("top_paths", &paths_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& inputs = context->input(0);
    CtcInputs ctc;
    OP_REQUIRES_OK(context, ReadCtcInputs(inputs, context->input(1), &ctc));
    OP_REQUIRES(context, paths_ <= width_,
                absl::InvalidArgumentError("requested more paths than the beam width."));
    Tensor* log_probability = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(static_cast<int>(3 * paths_),
                                            TensorShape({ctc.batch, paths_}), &log_probability));
    std::vector<std::vector<Path>> found(static_cast<size_t>(ctc.batch));
    const double sequence_ns = 20.0 * static_cast<double>(ctc.time * ctc.classes * width_);
    ShardElements(context, ctc.batch, sequence_ns, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) {
        CtcBeamSearch<T> search(width_, ctc.classes);
        for (int64_t t = 0; t < ctc.steps[b]; ++t) search.Step(ctc.Scores<T>(inputs, t, b));
        found[static_cast<size_t>(b)] = search.Best(static_cast<size_t>(paths_), merges_);
      }
    });
    OP_REQUIRES_OK(context, SetPaths(context, &found, static_cast<T*>(log_probability->data())));
  }

 private:
  using Path = typename CtcBeamSearch<T>::Path;

  absl::Status SetPaths(OpKernelContext* context, std::vector<std::vector<Path>>* found,
                        T* log_probability) const {
    for (const auto& paths : *found) {
      if (static_cast<int64_t>(paths.size()) < paths_)
        return absl::InvalidArgumentError("Less leaves in the beam search than requested.");
      for (const Path& path : paths) *log_probability++ = path.log_probability;
    }
    for (int64_t i = 0; i < paths_; ++i) {
      std::vector<std::vector<int64_t>> labels;
      for (auto& paths : *found) labels.push_back(std::move(paths[static_cast<size_t>(i)].labels));
      OPGRAFT_RETURN_IF_ERROR(
          SetDecoded(context, labels, static_cast<int>(i), static_cast<int>(paths_)));
    }
    return absl::OkStatus();
  }

  bool merges_ = true;
  int64_t width_ = 1;
  int64_t paths_ = 1;
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(Name("CTCBeamSearchDecoder").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          CtcBeamSearchDecoderOp<T>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Multinomial with the classes that OpenVINO draws. Words come from a Mersenne twister, anew in
// each run; each is looked up in the cumulative distribution of its row. Without replacement, a
// class that was drawn is taken out of the distribution.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "absl/strings/str_cat.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {
namespace {

class MultinomialOp : public OpKernel {
 public:
  explicit MultinomialOp(OpKernelConstruction* context)
      : OpKernel(context), to_float_(input_type(0), DT_FLOAT) {
    OP_REQUIRES_OK(context, context->GetAttr("with_replacement", &with_replacement_));
    OP_REQUIRES_OK(context, context->GetAttr("log_probs", &log_probs_));
    OP_REQUIRES_OK(context, context->GetAttr("global_seed", &global_seed_));
    OP_REQUIRES_OK(context, context->GetAttr("op_seed", &op_seed_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& probs = context->input(0);
    const Tensor& num_samples = context->input(1);
    OP_REQUIRES(context, probs.dims() == 2 && probs.dim_size(1) > 0,
                absl::InvalidArgumentError(absl::StrCat("probs must be a matrix with columns, not ",
                                                        probs.shape().DebugString())));
    OP_REQUIRES(context, num_samples.NumElements() == 1,
                absl::InvalidArgumentError("num_samples must be one number"));
    const int64_t batch = probs.dim_size(0), samples = IndexAt(num_samples, 0);
    OP_REQUIRES(context, samples >= 0,
                absl::InvalidArgumentError(absl::StrCat("num_samples ", samples, " is below 0")));
    Tensor* out = nullptr;
    Tensor sums;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({batch, samples}), &out));
    OP_REQUIRES_OK(context, context->allocate_temp(DT_FLOAT, probs.shape(), &sums));
    to_float_.Run(probs.data(), sums.data(), probs.NumElements());
    std::mt19937 words = Twister();
    for (int64_t row = 0; row < batch; ++row) {
      float* const row_sums = static_cast<float*>(sums.data()) + row * probs.dim_size(1);
      SumUp(row_sums, probs.dim_size(1));
      for (int64_t i = 0; i < samples; ++i)
        Put(Draw(&words, row_sums, probs.dim_size(1)), row * samples + i, out);
    }
  }

 private:
  std::mt19937 Twister() const {
    std::mt19937 words;
    if (global_seed_ == 0 && op_seed_ == 0) {
      words.seed(static_cast<uint32_t>(random::New64()));
    } else {
      std::seed_seq seeds{global_seed_, op_seed_};
      words.seed(seeds);
    }
    return words;
  }

  // What classes weigh becomes the part of the whole that those up to each have.
  void SumUp(float* sums, int64_t classes) const {
    float sum = 0;
    for (int64_t k = 0; k < classes; ++k) {
      sum += log_probs_ ? std::exp(sums[k]) : sums[k];
      sums[k] = sum;
    }
    for (int64_t k = 0; k < classes; ++k) sums[k] /= sum;
  }

  // Where all weigh nothing, the last class.
  int64_t Draw(std::mt19937* words, float* sums, int64_t classes) const {
    constexpr auto kMax = static_cast<float>(std::numeric_limits<uint32_t>::max());
    const float word = static_cast<float>(static_cast<uint32_t>((*words)())) / kMax;
    const float* const found =
        std::find_if(sums, sums + classes, [word](float sum) { return word <= sum; });
    const int64_t drawn = std::min<int64_t>(found - sums, classes - 1);
    if (!with_replacement_) TakeOut(drawn, sums, classes);
    return drawn;
  }

  static void TakeOut(int64_t drawn, float* sums, int64_t classes) {
    const float part = drawn == 0 ? sums[0] : sums[drawn] - sums[drawn - 1];
    for (int64_t k = 0; k < classes; ++k)
      sums[k] = (k >= drawn ? sums[k] - part : sums[k]) / (1 - part);
  }

  static void Put(int64_t number, int64_t i, Tensor* out) {
    if (out->dtype() == DT_INT32) {
      static_cast<int32_t*>(out->data())[i] = static_cast<int32_t>(number);
    } else {
      static_cast<int64_t*>(out->data())[i] = number;
    }
  }

  const CastFunction to_float_;
  bool with_replacement_ = true;
  bool log_probs_ = false;
  int64_t global_seed_ = 0;
  int64_t op_seed_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Multinomial").Device(DEVICE_CPU).HostMemory("num_samples"),
                        MultinomialOp);

}  // namespace
}  // namespace opgraft_internal

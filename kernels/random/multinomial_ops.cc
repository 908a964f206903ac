// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// Draws by the inverse of the cumulative distribution, which is not normalised: a sum up to each
// class, in which a uniform number times the whole is looked up. Numbers are TensorFlow's on one
// thread, on any number of threads.
template <class Source>
class MultinomialOp : public OpKernel {
 public:
  explicit MultinomialOp(OpKernelConstruction* context)
      : OpKernel(context), to_double_(input_type(0), DT_DOUBLE) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& logits = context->input(0);
    OP_REQUIRES_OK(context, CheckInputs(logits, context->input(1)));
    const int64_t samples = *static_cast<const int32_t*>(context->input(1).data());
    const int64_t batch = logits.dim_size(0), classes = logits.dim_size(1);
    Tensor* out = nullptr;
    Tensor sums;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({batch, samples}), &out));
    random::PhiloxRandom numbers;
    // TensorFlow sets two numbers aside for each sample, of a row rounded up to four.
    const int64_t draws = batch * ((samples + 3) / 4 * 4) * 2 * kDrawsOfAnElement;
    OP_REQUIRES_OK(context, source_.Reserve(context, 2, draws, &numbers));
    if (out->NumElements() == 0) return;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_DOUBLE, TensorShape({classes}), &sums));
    const char* row = static_cast<const char*>(logits.data());
    for (int64_t b = 0; b < batch; ++b) {
      SumUp(context, row, classes, static_cast<double*>(sums.data()));
      Draw(context, static_cast<const double*>(sums.data()), classes, numbers, b * samples,
           (b + 1) * samples, out);
      row += classes * DataTypeSize(logits.dtype());
    }
  }

 private:
  static absl::Status CheckInputs(const Tensor& logits, const Tensor& num_samples) {
    if (logits.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("logits should be a matrix, got shape ", logits.shape().DebugString()));
    }
    if (num_samples.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat("num_samples should be a scalar, got shape ",
                                                     num_samples.shape().DebugString()));
    }
    const auto samples = *static_cast<const int32_t*>(num_samples.data());
    if (samples < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("num_samples should be non-negative, got ", samples));
    }
    constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
    if (logits.dim_size(0) > kMax || logits.dim_size(1) > kMax) {
      return absl::InvalidArgumentError(
          absl::StrCat("logits is too large: ", logits.shape().DebugString()));
    }
    if (logits.dim_size(1) > 0) return absl::OkStatus();
    return absl::InvalidArgumentError("num_classes should be positive, got 0");
  }

  // sums[i] = the weights of the classes up to i; those that are not finite weigh nothing.
  void SumUp(OpKernelContext* context, const char* row, int64_t classes, double* sums) const {
    to_double_.Run(row, sums, classes);
    double most = std::numeric_limits<double>::lowest();
    for (int64_t i = 0; i < classes; ++i) {
      if (std::isfinite(sums[i])) most = std::max(most, sums[i]);
    }
    ShardElements(context, classes, 8, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        sums[i] = std::isfinite(sums[i]) ? std::exp(sums[i] - most) : 0;
    });
    for (int64_t i = 1; i < classes; ++i) sums[i] += sums[i - 1];
  }

  // Samples [first, last) of all; they are of one row.
  static void Draw(OpKernelContext* context, const double* sums, int64_t classes,
                   const random::PhiloxRandom& numbers, int64_t first, int64_t last, Tensor* out) {
    const double ns = 20 + 5 * std::log2(static_cast<double>(classes));
    ShardElements(context, last - first, ns, [&](int64_t begin, int64_t end) {
      for (int64_t i = first + begin; i < first + end; ++i) {
        random::PhiloxRandom at = numbers;
        at.Skip(static_cast<uint64_t>(i) / 2);
        const auto draw = at();
        const int half = i % 2 == 0 ? 0 : 2;
        const double looked_for =
            random::Uint64ToDouble(draw[half], draw[half + 1]) * sums[classes - 1];
        const int64_t found = std::upper_bound(sums, sums + classes, looked_for) - sums;
        if (out->dtype() == DT_INT32) {
          static_cast<int32_t*>(out->data())[i] = static_cast<int32_t>(found);
        } else {
          static_cast<int64_t*>(out->data())[i] = found;
        }
      }
    });
  }

  const CastFunction to_double_;
  Source source_;
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(Name("Multinomial").Device(DEVICE_CPU).TypeConstraint<T>("T"),          \
                          MultinomialOp<SeededSource>);                                           \
  REGISTER_KERNEL_BUILDER(Name("StatelessMultinomial").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          MultinomialOp<SeedsSource>);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

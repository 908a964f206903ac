// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of normal distributions with means, deviations and bounds of their own. TensorFlow's
// depend on how its threads share the work: these are those of one thread.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/random/random_source.h"
#include "kernels/random/truncated_normal_sampler.h"

namespace opgraft_internal {
namespace {

// The draws that TensorFlow sets aside for a sample.
constexpr int64_t kDrawsOfASample = 2000;

// Inputs: a shape, then means, deviations and bounds, scalars or one for each part along the first
// dimension.
template <typename T>
class ParameterizedTruncatedNormalOp : public OpKernel {
 public:
  explicit ParameterizedTruncatedNormalOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    OP_REQUIRES(context, shape.dims() > 0,
                absl::InvalidArgumentError("Shape tensor must not be empty"));
    int64_t parts = shape.dim_size(0);
    OP_REQUIRES_OK(context, CheckParameters(context, parts));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    const int64_t size = out->NumElements();
    int64_t length = parts == 0 ? 0 : size / parts;
    if (AreAllTheSame(context)) {
      length = kSamplesOfAPart;
      parts = (size + length - 1) / length;
    }
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(
        context, source_.Reserve(context, 1, parts * kDrawsOfASample * (length + 3) / 4, &numbers));
    auto* const to = static_cast<T*>(out->data());
    for (int64_t part = 0; part < parts; ++part) {
      const TruncatedNormalParameters<T> parameters = {At(context, 1, part), At(context, 2, part),
                                                       At(context, 3, part), At(context, 4, part)};
      OP_REQUIRES_OK(context, TruncatedNormalSampler<T>::Check(parameters));
      const int64_t begin = part * length, count = std::min(length, size - begin);
      OP_REQUIRES_OK(
          context, TruncatedNormalSampler<T>(parameters).Draw(count, &numbers, [&](int64_t i, T x) {
            to[begin + i] = x;
          }));
    }
  }

 private:
  // Parts of this many, where all have the same parameters: TensorFlow's.
  static constexpr int64_t kSamplesOfAPart = 100;

  static absl::Status CheckParameters(const OpKernelContext* context, int64_t parts) {
    const bool are_the_same = AreAllTheSame(context);
    for (int i = 1; i < 5; ++i) {
      const TensorShape& shape = context->input(i).shape();
      const bool is_one = shape.dims() == 0 || (shape.dims() == 1 && shape.dim_size(0) == 1);
      if (is_one || (!are_the_same && shape.dims() == 1 && shape.dim_size(0) == parts)) continue;
      return absl::InvalidArgumentError(absl::StrCat("Input ", i,
                                                     " should be a scalar or have length 1 or ",
                                                     parts, ", got shape: ", shape.DebugString()));
    }
    return absl::OkStatus();
  }

  static bool AreAllTheSame(const OpKernelContext* context) {
    const auto is_one = [&](int i) { return context->input(i).NumElements() == 1; };
    return is_one(1) && is_one(2) && context->input(3).dims() == 0 && context->input(4).dims() == 0;
  }

  static T At(const OpKernelContext* context, int input, int64_t part) {
    const Tensor& values = context->input(input);
    return static_cast<const T*>(values.data())[values.NumElements() == 1 ? 0 : part];
  }

  SeededSource source_;
};

// Inputs: a shape that ends with that of the distributions, two seeds, then means, deviations and
// bounds, which broadcast to it. All samples of one distribution are drawn before those of the
// next.
template <typename T>
class StatelessParameterizedTruncatedNormalOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context, PhiloxOfSeeds(context->input(1), &numbers));
    TensorShape all;
    OP_REQUIRES_OK(context, BroadcastShape(context, &all));
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    OP_REQUIRES(context, TensorShapeUtils::EndsWith(shape, all),
                absl::InvalidArgumentError("Shape passed in must end with broadcasted shape."));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    std::vector<T> values[4];
    for (int i = 0; i < 4; ++i) Spread(context->input(2 + i), all, &values[i]);
    const int64_t parts = all.num_elements(), length = out->NumElements() / parts;
    auto* const to = static_cast<T*>(out->data());
    for (int64_t part = 0; part < parts; ++part) {
      const auto p = static_cast<size_t>(part);
      const TruncatedNormalParameters<T> parameters = {values[0][p], values[1][p], values[2][p],
                                                       values[3][p]};
      OP_REQUIRES_OK(context, TruncatedNormalSampler<T>::Check(parameters));
      OP_REQUIRES_OK(
          context,
          TruncatedNormalSampler<T>(parameters).Draw(length, &numbers, [&](int64_t i, T x) {
            to[i * parts + part] = x;
          }));
    }
  }

 private:
  static absl::Status BroadcastShape(const OpKernelContext* context, TensorShape* all) {
    for (int i = 2; i < 6; ++i) {
      const TensorShape before = *all;
      Broadcast broadcast;
      if (!broadcast.Init({&before, &context->input(i).shape()})) {
        return absl::InvalidArgumentError(
            absl::StrCat("means, stddevs, minvals, maxvals must have compatible batch dimensions: ",
                         before.DebugString(), " vs. ", context->input(i).shape().DebugString()));
      }
      *all = broadcast.output_shape();
    }
    return absl::OkStatus();
  }

  static void Spread(const Tensor& tensor, const TensorShape& all, std::vector<T>* values) {
    Broadcast broadcast;
    broadcast.Init({&tensor.shape(), &all});
    values->resize(static_cast<size_t>(all.num_elements()));
    broadcast.Spread(0, static_cast<const T*>(tensor.data()), values->data());
  }
};

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("ParameterizedTruncatedNormal").Device(DEVICE_CPU).TypeConstraint<T>("dtype"),          \
      ParameterizedTruncatedNormalOp<T>);                                                          \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("StatelessParameterizedTruncatedNormal").Device(DEVICE_CPU).TypeConstraint<T>("dtype"), \
      StatelessParameterizedTruncatedNormalOp<T>);
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Binomial distributions: of small means by sums of geometric numbers, of others by transformed
// rejection (Hoermann, "The generation of binomial random variates", 1993). Numbers are taken in
// TensorFlow's order, and so are the constants.
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/random_distributions.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/random/generator_user.h"
#include "kernels/random/sampling_op.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxTries = 1000;  // three in four are good
constexpr int64_t kDrawsOfASmall = 42;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using Uniform = Backwards<random::UniformDistribution<random::PhiloxRandom, double>>;

// How many geometric numbers it takes to come beyond the count.
double DrawSmall(double count, double prob, random::PhiloxRandom numbers) {
  Uniform uniform;
  double sum = 0;
  for (double drawn = 0;; drawn += 1) {
    sum += std::ceil(std::log(uniform.Next(&numbers)) / std::log1p(-prob));
    if (!(sum <= count)) return drawn;
  }
}

// log(k!) less Stirling's approximation.
double StirlingTail(double k) {
  static constexpr double kTails[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                                      0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                                      0.0118967099458917,  0.0104112652619720, 0.00925546218271273,
                                      0.00833056343336287};
  if (k <= 9) return kTails[static_cast<int>(k)];
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// NaN if none of the samples is a number of successes.
double DrawLarge(double count, double prob, random::PhiloxRandom numbers) {
  Uniform uniform;
  const double deviation = std::sqrt(count * prob * (1 - prob));
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * prob;
  const double c = count * prob + 0.5, odds = prob / (1 - prob);
  const double alpha = (2.83 + 5.1 / b) * deviation, mode = std::floor((count + 1) * prob);
  for (int tries = 0; tries < kMaxTries; ++tries) {
    const double u = uniform.Next(&numbers) - 0.5, v = uniform.Next(&numbers);
    const double shifted = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / shifted + b) * u + c);
    // Most are accepted here.
    if (shifted >= 0.07 && v <= 0.92 - 4.2 / b) return k;
    if (!(k >= 0 && k <= count)) continue;
    const double most = (mode + 0.5) * std::log((mode + 1) / (odds * (count - mode + 1))) +
                        (count + 1) * std::log((count - mode + 1) / (count - k + 1)) +
                        (k + 0.5) * std::log(odds * (count - k + 1) / (k + 1)) +
                        StirlingTail(mode) + StirlingTail(count - mode) - StirlingTail(k) -
                        StirlingTail(count - k);
    if (std::log(v * alpha / (a / (shifted * shifted) + b)) <= most) return k;
  }
  return kNone;
}

// How many of `count` succeed, sample `index` of all. Probabilities and means are rounded to the
// type of the parameters where TensorFlow rounds them.
double DrawBinomial(DataType dtype, double count, double prob, random::PhiloxRandom numbers,
                    int64_t index) {
  const CastFunction to(DT_DOUBLE, dtype), from(dtype, DT_DOUBLE);
  const auto rounded = [&](double value) {
    double bits = 0;
    to.Run(&value, &bits, 1);
    from.Run(&bits, &value, 1);
    return value;
  };
  if (std::isnan(count) || std::isnan(prob)) return kNone;
  if (count <= 0 || prob <= 0) return 0;
  if (prob >= 1) return count;
  const bool turns = prob > 0.5;
  const double rare = turns ? rounded(1 - prob) : prob;
  const bool is_large = rounded(count * rare) >= 10;
  numbers.Skip(static_cast<uint64_t>(index * (is_large ? kDrawsOfAnElement : kDrawsOfASmall)));
  const double drawn = is_large ? DrawLarge(count, rare, numbers) : DrawSmall(count, rare, numbers);
  return turns ? count - drawn : drawn;
}

// Counts and probabilities as one number each of every distribution: broadcast, and of doubles.
struct Parameters {
  DataType dtype = DT_INVALID;
  TensorShape shape;
  Tensor counts;
  Tensor probs;

  absl::Status Read(OpKernelContext* context, const Tensor& count, const Tensor& prob) {
    Broadcast broadcast;
    if (!broadcast.Init({&count.shape(), &prob.shape()})) {
      return absl::InvalidArgumentError(absl::StrCat(
          "counts and probs must have compatible batch dimensions: ", count.shape().DebugString(),
          " vs. ", prob.shape().DebugString()));
    }
    dtype = count.dtype();
    shape = broadcast.output_shape();
    OPGRAFT_RETURN_IF_ERROR(Widen(context, broadcast, 0, count, &counts));
    return Widen(context, broadcast, 1, prob, &probs);
  }

 private:
  absl::Status Widen(OpKernelContext* context, const Broadcast& broadcast, int operand,
                     const Tensor& tensor, Tensor* all) const {
    Tensor wide;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, tensor.shape(), &wide));
    CastFunction(dtype, DT_DOUBLE).Run(tensor.data(), wide.data(), tensor.NumElements());
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, shape, all));
    broadcast.Spread(operand, static_cast<const double*>(wide.data()),
                     static_cast<double*>(all->data()));
    return absl::OkStatus();
  }
};

// Reads the shape and the parameters, inputs `first` and beyond, and makes the output.
absl::StatusOr<Tensor*> MakeOutput(OpKernelContext* context, int shape_input, int first,
                                   Parameters* parameters) {
  OPGRAFT_RETURN_IF_ERROR(
      parameters->Read(context, context->input(first), context->input(first + 1)));
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(ReadRandomShape(context->input(shape_input), &shape));
  if (!TensorShapeUtils::EndsWith(shape, parameters->shape))
    return absl::InvalidArgumentError("Shape passed in must end with broadcasted shape.");
  Tensor* out = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &out));
  return out;
}

absl::Status FillBinomial(OpKernelContext* context, const Parameters& parameters,
                          const random::PhiloxRandom& numbers, Tensor* out) {
  if (out->NumElements() == 0) return absl::OkStatus();
  const int64_t batches = parameters.shape.num_elements(), samples = out->NumElements() / batches;
  Tensor wide;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, out->shape(), &wide));
  const auto* const counts = static_cast<const double*>(parameters.counts.data());
  const auto* const probs = static_cast<const double*>(parameters.probs.data());
  auto* const to = static_cast<double*>(wide.data());
  ShardElements(context, out->NumElements(), 200, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t batch = i / samples;
      to[i % samples * batches + batch] =
          DrawBinomial(parameters.dtype, counts[batch], probs[batch], numbers, i);
    }
  });
  CastFunction(DT_DOUBLE, out->dtype()).Run(wide.data(), out->data(), out->NumElements());
  return absl::OkStatus();
}

class StatelessBinomialOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context, PhiloxOfSeeds(context->input(1), &numbers));
    Parameters parameters;
    OP_REQUIRES_VALUE(Tensor* const out, context, MakeOutput(context, 0, 2, &parameters));
    OP_REQUIRES_OK(context, FillBinomial(context, parameters, numbers, out));
  }
};

class StatefulBinomialOp : public GeneratorUser {
 public:
  using GeneratorUser::GeneratorUser;

  void Compute(OpKernelContext* context) override {
    Parameters parameters;
    OP_REQUIRES_VALUE(Tensor* const out, context, MakeOutput(context, 2, 3, &parameters));
    // How far TensorFlow goes on, whatever it has drawn.
    const int64_t batches = parameters.shape.num_elements();
    const int64_t samples = batches == 0 ? 0 : out->NumElements() / batches;
    GeneratorState state;
    OP_REQUIRES_OK(context, Reserve(context,
                                    static_cast<uint64_t>(batches * 200 * (samples + 3) / 4 *
                                                          kDrawsOfAnElement),
                                    &state));
    OP_REQUIRES_OK(context,
                   FillBinomial(context, parameters, PhiloxAt(state.data(), state[2]), out));
  }
};

#define REGISTER_OP_OF(op, Kernel, T, Out) \
  REGISTER_KERNEL_BUILDER(                 \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").TypeConstraint<Out>("dtype"), Kernel);
#define REGISTER_OF(T, Out)                                              \
  REGISTER_OP_OF("StatelessRandomBinomial", StatelessBinomialOp, T, Out) \
  REGISTER_OP_OF("StatefulRandomBinomial", StatefulBinomialOp, T, Out)
#define REGISTER(T)      \
  REGISTER_OF(T, half)   \
  REGISTER_OF(T, float)  \
  REGISTER_OF(T, double) \
  REGISTER_OF(T, int32)  \
  REGISTER_OF(T, int64)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER
#undef REGISTER_OF
#undef REGISTER_OP_OF

}  // namespace
}  // namespace opgraft_internal

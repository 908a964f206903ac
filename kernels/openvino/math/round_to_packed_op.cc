// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as Convert to a type of few values leaves them. Such tensors are kept as float.
#include <algorithm>
#include <cmath>
#include <string>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/normal_float4.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// The nearest value, the lower one of two; of NaN the lowest.
float ToNormalFloat4(float x) {
  int i = 0;
  while (i < 15 && double{x} > (double{kNormalFloat4[i]} + double{kNormalFloat4[i + 1]}) / 2) ++i;
  return kNormalFloat4[i];
}

// 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives: the nearest, of two the one whose last bit is 0.
// NaN is 6.
float ToE2M1(float x) {
  constexpr float kGreatest = 6;
  if (std::isnan(x)) return kGreatest;
  const float size = std::min(std::abs(x), kGreatest);
  float step = 0.5f;
  if (size >= 2) step = size < 4 ? 1 : 2;
  return std::copysign(std::nearbyint(size / step) * step, x);
}

// Powers of 2 from -127 to 127: the nearest, of two the one whose exponent is odd. What is not
// positive is the least; NaN stays.
float ToE8M0(float x) {
  if (std::isnan(x)) return x;
  const float least = std::ldexp(1.f, -127), greatest = std::ldexp(1.f, 127);
  if (x <= least) return least;
  if (x >= greatest) return greatest;
  int exponent = 0;
  const float digits = 2 * std::frexp(x, &exponent);  // in [1, 2)
  --exponent;
  const bool is_odd = exponent % 2 != 0;
  if (digits > 1.5f || (digits == 1.5f && !is_odd)) ++exponent;
  return std::ldexp(1.f, exponent);
}

// The rounding to a `destination_type` that the op's attr admits.
float (*RoundingTo(absl::string_view type))(float) {
  if (type == "nf4") return &ToNormalFloat4;
  return type == "f4e2m1" ? &ToE2M1 : &ToE8M0;
}

class RoundToPackedOp : public OpKernel {
 public:
  explicit RoundToPackedOp(OpKernelConstruction* context)
      : OpKernel(context), to_float_(input_type(0), DT_FLOAT) {
    std::string type;
    OP_REQUIRES_OK(context, context->GetAttr("destination_type", &type));
    round_ = RoundingTo(type);
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    const char* const from = static_cast<const char*>(in.data());
    float* const to = static_cast<float*>(out->data());
    const int64_t size = DataTypeSize(input_type(0));
    ShardElements(context, out->NumElements(), 10, [&](int64_t begin, int64_t end) {
      to_float_.Run(from + begin * size, to + begin, end - begin);
      std::transform(to + begin, to + end, to + begin, round_);
    });
  }

 private:
  const CastFunction to_float_;
  float (*round_)(float) = nullptr;
};

#define REGISTER(T)        \
  REGISTER_KERNEL_BUILDER( \
      Name("OpenVINO>RoundToPacked").Device(DEVICE_CPU).TypeConstraint<T>("T"), RoundToPackedOp);
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as they will be when kept in 8 bits. They are rounded to half first, as OpenVINO's are;
// what is beyond the range becomes its end, NaN stays.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

constexpr uint16_t kSign = 0x8000;
constexpr uint16_t kInfinity = 0x7c00;

// The bits of a half without the last `kBits`, rounded to the even neighbour.
template <int kBits>
uint16_t WithoutBits(uint16_t bits) {
  const int half = 1 << (kBits - 1);
  const int odd = bits >> kBits & 1;
  return static_cast<uint16_t>((bits + half - 1 + odd) >> kBits << kBits);
}

// f8e5m2 is the upper byte of a half; its greatest number is 57344.
uint16_t ToE5M2(uint16_t bits) {
  constexpr uint16_t kGreatest = 0x7b00;
  const uint16_t size = bits & static_cast<uint16_t>(~kSign);
  if (size > kInfinity) return bits;
  return static_cast<uint16_t>((bits & kSign) | std::min(WithoutBits<8>(size), kGreatest));
}

// f8e4m3 has three bits behind the leading one, from 2^-6 on; below, steps are 2^-9 wide.
uint16_t ToE4M3(uint16_t bits) {
  constexpr uint16_t kGreatest = 0x5f00;  // 448
  constexpr uint16_t kMinNormal = 0x2400;
  const uint16_t size = bits & static_cast<uint16_t>(~kSign);
  if (size > kInfinity) return bits;
  uint16_t rounded = std::min(WithoutBits<7>(size), kGreatest);
  if (size < kMinNormal) {
    half value;
    std::memcpy(static_cast<void*>(&value), &size, sizeof(value));
    value = half(std::nearbyint(static_cast<float>(value) * 512.f) / 512.f);
    std::memcpy(&rounded, &value, sizeof(rounded));
  }
  return static_cast<uint16_t>((bits & kSign) | rounded);
}

class RoundToFloat8Op : public OpKernel {
 public:
  explicit RoundToFloat8Op(OpKernelConstruction* context)
      : OpKernel(context), to_half_(input_type(0), DT_HALF), from_half_(DT_HALF, input_type(0)) {
    std::string type;
    OP_REQUIRES_OK(context, context->GetAttr("destination_type", &type));
    round_ = type == "f8e5m2" ? &ToE5M2 : &ToE4M3;
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const char* const from = static_cast<const char*>(in.data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    char* const to = static_cast<char*>(out->data());
    const int64_t size = DataTypeSize(input_type(0));
    ShardElements(context, out->NumElements(), 3, [&](int64_t begin, int64_t end) {
      constexpr int64_t kBlock = 256;
      uint16_t block[kBlock];
      for (int64_t i = begin; i < end; i += kBlock) {
        const int64_t n = std::min(kBlock, end - i);
        to_half_.Run(from + i * size, block, n);
        std::transform(block, block + n, block, round_);
        from_half_.Run(block, to + i * size, n);
      }
    });
  }

 private:
  const CastFunction to_half_;
  const CastFunction from_half_;
  uint16_t (*round_)(uint16_t) = nullptr;
};

#define REGISTER(T)                                                                         \
  REGISTER_KERNEL_BUILDER(                                                                  \
      Name("OpenVINO>RoundToFloat8").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      RoundToFloat8Op);
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

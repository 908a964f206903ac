// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers of generators whose state is a variable, and those of the machine.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/random/generator_user.h"
#include "kernels/random/random_fill.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

// Inputs 2 and beyond: the shape, and for a range of integers its ends.
class DrawOp : public GeneratorUser {
 public:
  using GeneratorUser::GeneratorUser;

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadRandomShape(ctx->input(2), &shape));
    OP_REQUIRES_OK(ctx, CheckEnds(ctx));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &out));
    const uint64_t draws = static_cast<uint64_t>(out->NumElements()) * kDrawsOfAnElement;
    GeneratorState state;
    OP_REQUIRES_OK(ctx, Reserve(ctx, draws, &state));
    Fill(ctx, PhiloxAt(state.data(), state[2]), out);
  }

 private:
  virtual absl::Status CheckEnds(OpKernelContext*) const { return absl::OkStatus(); }
  virtual void Fill(OpKernelContext* ctx, const random::PhiloxRandom& numbers,
                    Tensor* out) const = 0;
};

template <RandomKind kKind>
class DrawKindOp : public DrawOp {
 public:
  using DrawOp::DrawOp;

 private:
  void Fill(OpKernelContext* ctx, const random::PhiloxRandom& numbers, Tensor* out) const override {
    FillRandom(ctx, kKind, numbers, out);
  }
};

class DrawRangeOp : public DrawOp {
 public:
  using DrawOp::DrawOp;

 private:
  absl::Status CheckEnds(OpKernelContext* ctx) const override {
    RandomRange range;
    OPGRAFT_RETURN_IF_ERROR(ReadRandomRange(ctx->input(3), ctx->input(4), &range));
    return CheckNotEmpty(range);
  }
  void Fill(OpKernelContext* ctx, const random::PhiloxRandom& numbers, Tensor* out) const override {
    if (out->NumElements() == 0) return;
    FillRandomRange(ctx, numbers, IndexAt(ctx->input(3), 0), IndexAt(ctx->input(4), 0), out);
  }
};

// Input 2: how many numbers to skip. The output, if there is one, is the state before.
class SkipOp : public GeneratorUser {
 public:
  using GeneratorUser::GeneratorUser;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& delta = ctx->input(2);
    OP_REQUIRES(ctx, delta.dims() == 0,
                absl::InvalidArgumentError(
                    absl::StrCat("delta must be of shape [], not ", delta.shape().DebugString())));
    const uint64_t count = *static_cast<const uint64_t*>(delta.data());
    GeneratorState state;
    OP_REQUIRES_OK(ctx, Reserve(ctx, count * kDrawsOfAnElement, &state));
    if (num_outputs() == 0) return;
    Tensor* before = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({kGeneratorStateSize}), &before));
    std::copy(state.begin(), state.end(), static_cast<uint64_t*>(before->data()));
  }
};

class MachineOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadRandomShape(ctx->input(0), &shape));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &out));
    std::random_device machine;
    char* to = static_cast<char*>(out->data());
    for (size_t i = 0; i < out->TotalBytes(); i += sizeof(uint32_t)) {
      const uint32_t word = machine();
      std::memcpy(to + i, &word, sizeof(word));
    }
  }
};

#define REGISTER_KIND(op, kind, T)                                                \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("dtype"), \
                          DrawKindOp<RandomKind::kind>);
#define REGISTER(T)                                     \
  REGISTER_KIND("StatefulUniform", kUniform, T)         \
  REGISTER_KIND("StatefulStandardNormalV2", kNormal, T) \
  REGISTER_KIND("StatefulTruncatedNormal", kTruncatedNormal, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                    \
  REGISTER_KIND("StatefulUniformFullInt", kFullInt, T) \
  REGISTER_KERNEL_BUILDER(                             \
      Name("NonDeterministicInts").Device(DEVICE_CPU).TypeConstraint<T>("dtype"), MachineOp);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER
#undef REGISTER_KIND

#define REGISTER(T)        \
  REGISTER_KERNEL_BUILDER( \
      Name("StatefulUniformInt").Device(DEVICE_CPU).TypeConstraint<T>("dtype"), DrawRangeOp);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("RngSkip").Device(DEVICE_CPU), SkipOp);
REGISTER_KERNEL_BUILDER(Name("RngReadAndSkip").Device(DEVICE_CPU), SkipOp);

}  // namespace
}  // namespace opgraft_internal

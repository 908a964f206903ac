// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers of generators whose state is a variable, and those of the machine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/random/random_fill.h"
#include "kernels/random/random_source.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kThreeFryAlgorithm = 2;
constexpr int64_t kStateSize = 3;  // two words of the counter, and the key

using State = std::array<uint64_t, kStateSize>;

// Adds to a counter of two words as TensorFlow does: by words of 32 bits, where the carry is lost
// if it makes the upper half of `draws` zero. So a generator may be moved back by a negative
// number.
void Skip(uint64_t draws, uint64_t* counter) {
  const uint64_t before = counter[0];
  counter[0] += draws;
  const bool carries = static_cast<uint32_t>(counter[0]) < static_cast<uint32_t>(draws);
  const bool is_lost = carries && draws >> 32 == UINT32_MAX;
  if (counter[0] < before && !is_lost) ++counter[1];
}

// A kernel whose input 0 is a generator's state and whose input 1 is its algorithm.
class GeneratorUser : public VariableUser {
 public:
  using VariableUser::VariableUser;

 protected:
  // Copies the state; the variable's goes on by so many draws of 128 bits. The checks and their
  // order are TensorFlow's.
  absl::Status Reserve(OpKernelContext* ctx, uint64_t draws, State* before) const {
    OPGRAFT_RETURN_IF_ERROR(CheckAlgorithm(ctx->input(1)));
    OPGRAFT_ASSIGN_OR_RETURN(TensorCell* const cell, Find(ctx, 0, DT_INT64));
    OPGRAFT_RETURN_IF_ERROR(CheckState(cell->value().shape()));
    OPGRAFT_ASSIGN_OR_RETURN(Tensor* const state, cell->Write());
    auto* const words = static_cast<uint64_t*>(state->data());
    std::copy_n(words, kStateSize, before->begin());
    Skip(draws, words);
    return absl::OkStatus();
  }

 private:
  static absl::Status CheckAlgorithm(const Tensor& algorithm) {
    if (algorithm.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("algorithm must be of shape [], not ", algorithm.shape().DebugString()));
    }
    const int64_t id = IndexAt(algorithm, 0);
    if (id == kPhiloxAlgorithm || id == kAnyAlgorithm) return absl::OkStatus();
    if (id == kThreeFryAlgorithm)
      return absl::UnimplementedError("algorithm 2, ThreeFry, is not there for CPUs; 1 is Philox");
    return absl::InvalidArgumentError(absl::StrCat("Unsupported algorithm id: ", id));
  }

  static absl::Status CheckState(const TensorShape& shape) {
    if (shape.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("RNG state must have one and only one dimension, not ", shape.dims()));
    }
    if (shape.dim_size(0) >= kStateSize) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("For the Philox algorithm, the size of state must be at least ", kStateSize,
                     "; got ", shape.dim_size(0)));
  }
};

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
    State state;
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
    State state;
    OP_REQUIRES_OK(ctx, Reserve(ctx, count * kDrawsOfAnElement, &state));
    if (num_outputs() == 0) return;
    Tensor* before = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({kStateSize}), &before));
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

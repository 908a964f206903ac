// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors of random numbers: uniform, normal, truncated normal, integers; by attrs, by seeds, by a
// key and a counter. Inputs are the shape, what the source reads, and for a range of integers its
// ends.
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/random/random_fill.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

template <class Source, RandomKind kKind>
class RandomOp : public OpKernel {
 public:
  explicit RandomOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context,
                   source_.Reserve(context, 1, out->NumElements() * kDrawsOfAnElement, &numbers));
    FillRandom(context, kKind, numbers, out);
  }

 private:
  Source source_;
};

template <class Source>
class RandomRangeOp : public OpKernel {
 public:
  explicit RandomRangeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    RandomRange range;
    const int ends = 1 + Source::kInputs;
    OP_REQUIRES_OK(context,
                   ReadRandomRange(context->input(ends), context->input(ends + 1), &range));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    random::PhiloxRandom numbers;
    const bool empty = out->NumElements() == 0;
    // Whatever the ends are, no number is between them, and none is drawn.
    if (empty && Source::kInputs == 0) return;
    if (!empty) OP_REQUIRES_OK(context, CheckNotEmpty(range));
    OP_REQUIRES_OK(context,
                   source_.Reserve(context, 1, out->NumElements() * kDrawsOfAnElement, &numbers));
    if (!empty) FillRandomRange(context, numbers, range.lo, range.hi, out);
  }

 private:
  Source source_;
};

#define REGISTER_RANDOM(op, Source, kind, T)                                      \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("dtype"), \
                          RandomOp<Source, RandomKind::kind>);
#define REGISTER(T)                                                             \
  REGISTER_RANDOM("RandomUniform", SeededSource, kUniform, T)                   \
  REGISTER_RANDOM("RandomStandardNormal", SeededSource, kNormal, T)             \
  REGISTER_RANDOM("TruncatedNormal", SeededSource, kTruncatedNormal, T)         \
  REGISTER_RANDOM("StatelessRandomUniform", SeedsSource, kUniform, T)           \
  REGISTER_RANDOM("StatelessRandomNormal", SeedsSource, kNormal, T)             \
  REGISTER_RANDOM("StatelessTruncatedNormal", SeedsSource, kTruncatedNormal, T) \
  REGISTER_RANDOM("StatelessRandomUniformV2", KeySource, kUniform, T)           \
  REGISTER_RANDOM("StatelessRandomNormalV2", KeySource, kNormal, T)             \
  REGISTER_RANDOM("StatelessTruncatedNormalV2", KeySource, kTruncatedNormal, T)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                          \
  REGISTER_RANDOM("StatelessRandomUniformFullInt", SeedsSource, kFullInt, T) \
  REGISTER_RANDOM("StatelessRandomUniformFullIntV2", KeySource, kFullInt, T)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER
#undef REGISTER_RANDOM

#define REGISTER_RANGE(op, attr, Source, T)                                    \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>(attr), \
                          RandomRangeOp<Source>);
#define REGISTER(T)                                                    \
  REGISTER_RANGE("RandomUniformInt", "Tout", SeededSource, T)          \
  REGISTER_RANGE("StatelessRandomUniformInt", "dtype", SeedsSource, T) \
  REGISTER_RANGE("StatelessRandomUniformIntV2", "dtype", KeySource, T)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER
#undef REGISTER_RANGE

}  // namespace
}  // namespace opgraft_internal

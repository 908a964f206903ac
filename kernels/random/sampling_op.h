// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What ops share that draw samples of a distribution for each element of an input.
#ifndef KERNELS_RANDOM_SAMPLING_OP_H_
#define KERNELS_RANDOM_SAMPLING_OP_H_

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {

// Numbers of a distribution one at a time, the last of a draw first.
//
// Example: a draw of the four numbers 1 2 3 4 is given out as 4, 3, 2, 1. Thread-compatible.
template <class Distribution>
class Backwards {
 public:
  // The next number; draws when none is left.
  typename Distribution::ResultElementType Next(random::PhiloxRandom* numbers) {
    if (left_ == 0) {
      drawn_ = distribution_(numbers);
      left_ = Distribution::kResultElementCount;
    }
    return drawn_[--left_];
  }

 private:
  Distribution distribution_;
  typename Distribution::ResultType drawn_;
  int left_ = 0;
};

// Inputs are a shape, what the source reads, and the distributions' parameter. By attrs, the shape
// is that of the samples of each distribution; else it is the whole output's and ends with the
// parameter's.
//
// Example: RandomPoisson is SamplingOp<SeededSource>; for a shape [3] and a parameter [2] the
// output is [3, 2]. Subclasses implement Fill.
template <class Source>
class SamplingOp : public OpKernel {
 public:
  explicit SamplingOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, source_.Init(context));
  }

  void Compute(OpKernelContext* context) override {
    TensorShape shape;
    OP_REQUIRES_OK(context, ReadRandomShape(context->input(0), &shape));
    const Tensor& parameter = context->input(1 + Source::kInputs);
    if (Source::kInputs == 0)
      OP_REQUIRES_OK(context, shape.AppendShapeWithStatus(parameter.shape()));
    OP_REQUIRES(
        context, TensorShapeUtils::EndsWith(shape, parameter.shape()),
        absl::InvalidArgumentError(absl::StrCat(
            "Shape passed in must end with broadcasted shape. Shape passed in is ",
            shape.DebugString(), ", that of the parameter ", parameter.shape().DebugString())));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context,
                   source_.Reserve(context, 1, out->NumElements() * kDrawsOfAnElement, &numbers));
    if (out->NumElements() > 0) OP_REQUIRES_OK(context, Fill(context, parameter, numbers, out));
  }

 protected:
  // Fills `out`, which has elements, with as many samples of each distribution; the generator skips
  // kDrawsOfAnElement from sample to sample, all samples of one distribution first.
  virtual absl::Status Fill(OpKernelContext* context, const Tensor& parameter,
                            const random::PhiloxRandom& numbers, Tensor* out) const = 0;

 private:
  Source source_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_RANDOM_SAMPLING_OP_H_

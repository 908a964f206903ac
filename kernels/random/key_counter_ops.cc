// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Keys, counters and algorithms of generators, as tensors.
#include "framework/kernel/op_kernel.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

absl::Status SetAlgorithm(OpKernelContext* context, int index) {
  Tensor* algorithm = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(index, TensorShape(), &algorithm));
  *static_cast<int32_t*>(algorithm->data()) = kPhiloxAlgorithm;
  return absl::OkStatus();
}

uint64_t Pair(uint32_t low, uint32_t high) { return low | static_cast<uint64_t>(high) << 32; }

class KeyCounterOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    random::PhiloxRandom numbers;
    OP_REQUIRES_OK(context, PhiloxOfSeeds(context->input(0), &numbers));
    Tensor* key = nullptr;
    Tensor* counter = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({1}), &key));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({2}), &counter));
    auto* const words = static_cast<uint64_t*>(counter->data());
    *static_cast<uint64_t*>(key->data()) = Pair(numbers.key()[0], numbers.key()[1]);
    words[0] = Pair(numbers.counter()[0], numbers.counter()[1]);
    words[1] = Pair(numbers.counter()[2], numbers.counter()[3]);
    if (num_outputs() > 2) OP_REQUIRES_OK(context, SetAlgorithm(context, 2));
  }
};

class AlgorithmOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, SetAlgorithm(context, 0));
  }
};

REGISTER_KERNEL_BUILDER(Name("StatelessRandomGetKeyCounter").Device(DEVICE_CPU), KeyCounterOp);
REGISTER_KERNEL_BUILDER(Name("StatelessRandomGetKeyCounterAlg").Device(DEVICE_CPU), KeyCounterOp);
REGISTER_KERNEL_BUILDER(Name("StatelessRandomGetAlg").Device(DEVICE_CPU), AlgorithmOp);

}  // namespace
}  // namespace opgraft_internal

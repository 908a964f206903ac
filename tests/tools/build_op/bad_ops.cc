// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that misbehave when they run.
#include <stdexcept>

#include "opgraft/op.h"

namespace {

using opgraft::OpKernel;
using opgraft::OpKernelContext;
using opgraft::Tensor;
using opgraft::TensorShape;

class ThrowsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override { throw std::runtime_error("no more paper"); }
};

class ThrowsAnIntOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override { throw 42; }
};

class NeverSetsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override {}
};

// Allocates a vector of `Size` floats.
template <int64_t Size>
class AllocatesOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({Size}), &y));
    y->flat<float>().setZero();
  }
};

constexpr int64_t kAbsurd = int64_t{1} << 62;
constexpr int64_t kHuge = int64_t{1} << 44;

// One line each.
#define REGISTER(name, ...)                                                                \
  REGISTER_OP(name).Output("y: float").SetShapeFn(opgraft::shape_inference::UnknownShape); \
  REGISTER_KERNEL_BUILDER(Name(name).Device("CPU"), __VA_ARGS__)

REGISTER("Throws", ThrowsOp);
REGISTER("ThrowsAnInt", ThrowsAnIntOp);
REGISTER("NeverSets", NeverSetsOp);
REGISTER("Absurd", AllocatesOp<kAbsurd>);
REGISTER("Huge", AllocatesOp<kHuge>);
REGISTER("Negative", AllocatesOp<-1>);

}  // namespace

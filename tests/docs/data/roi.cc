// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that bring about what docs/messages.md explains.
#include <csignal>
#include <cstdlib>
#include <thread>

#include "opgraft/op.h"

namespace {

using opgraft::OpKernel;
using opgraft::OpKernelContext;
using opgraft::Tensor;
using opgraft::shape_inference::UnchangedShape;

// What a kernel may do wrong, once it has its output.
using Fault = void (*)(OpKernelContext*, Tensor* y);

template <Fault fault>
class WrongOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    fault(c, y);
  }
};

void DoNothing(OpKernelContext*, Tensor*) {}
void WriteBehind(OpKernelContext*, Tensor* y) {
  volatile float* const out = y->flat<float>().data();
  for (int64_t i = 0; i <= y->NumElements(); ++i) out[i] = 0;
}
void LeaveOneOut(OpKernelContext*, Tensor* y) {
  y->flat<float>()(0) = 0;
  y->flat<float>()(2) = 0;
}
void ReadAsInts(OpKernelContext* c, Tensor*) { c->input(0).flat<int32_t>(); }
void Crash(OpKernelContext*, Tensor*) { std::raise(SIGSEGV); }
void CrashElsewhere(OpKernelContext*, Tensor*) {
  std::thread([] { std::raise(SIGSEGV); }).join();
}
void CrashLater(OpKernelContext*, Tensor*) {
  std::atexit([] { std::raise(SIGSEGV); });
}
void Exit(OpKernelContext*, Tensor*) { std::exit(0); }

#define REGISTER(name, shape_function, fault)                                                \
  REGISTER_OP(name)                                                                          \
      .Attr("T: {float, double}")                                                            \
      .Input("x: T")                                                                         \
      .Output("y: T")                                                                        \
      .SetShapeFn(shape_function);                                                           \
  REGISTER_KERNEL_BUILDER(Name(name).Device(opgraft::DEVICE_CPU).TypeConstraint<float>("T"), \
                          WrongOp<fault>)

REGISTER("OnlyF", UnchangedShape, DoNothing);
REGISTER("Behind", UnchangedShape, WriteBehind);
REGISTER("Unwritten", UnchangedShape, LeaveOneOut);
REGISTER("FlatWrong", UnchangedShape, ReadAsInts);
REGISTER("Promises", opgraft::shape_inference::ScalarShape, DoNothing);
REGISTER("Roi", UnchangedShape, Crash);
REGISTER("CrashesElsewhere", UnchangedShape, CrashElsewhere);
REGISTER("CrashesLater", UnchangedShape, CrashLater);
REGISTER("Exits", UnchangedShape, Exit);

// Registrations that are seldom meant.
REGISTER_OP("Bare").Input("x: float").Output("y: float");
REGISTER_OP("OnGpu").Input("x: float").Output("y: float").SetShapeFn(UnchangedShape);
REGISTER_KERNEL_BUILDER(Name("OnGpu").Device("GPU"), WrongOp<DoNothing>);

}  // namespace

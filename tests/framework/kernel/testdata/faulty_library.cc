// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op whose kernel copies its input with a fault, as attr `fault` has it.
#include <csignal>
#include <string>

#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("Faulty").Attr("T: {float}").Attr("fault: string").Input("x: T").Output("y: T");

class FaultyOp : public opgraft::OpKernel {
 public:
  explicit FaultyOp(opgraft::OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("fault", &fault_));
  }
  void Compute(opgraft::OpKernelContext* c) override {
    opgraft::Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    auto* const out = static_cast<volatile float*>(y->data());
    const auto* const in = static_cast<const float*>(c->input(0).data());
    const int64_t last = y->NumElements() + (fault_ == "behind" ? 1 : 0);
    for (int64_t i = fault_ == "unwritten" ? 1 : 0; i < last; ++i) out[i] = in[0];
    if (fault_ == "crash") std::raise(SIGSEGV);
  }

 private:
  std::string fault_;
};
REGISTER_KERNEL_BUILDER(Name("Faulty").Device(opgraft::DEVICE_CPU).TypeConstraint<float>("T"),
                        FaultyOp);

}  // namespace

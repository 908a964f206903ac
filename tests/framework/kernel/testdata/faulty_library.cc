// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op whose kernel copies its input with a fault, as attr `fault` has it.
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace {

REGISTER_OP("Faulty")
    .Attr("T: {float}")
    .Attr("fault: string")
    .Input("x: T")
    .Output("y: T")
    .SetShapeFn([](opgraft::shape_inference::InferenceContext* c) {
      std::string fault;
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("fault", &fault));
      opgraft::shape_inference::ShapeHandle matrix;
      if (fault == "drops") c->WithRank(c->input(0), 2, &matrix).IgnoreError();
      if (fault != "no shape") c->set_output(0, c->input(0));
      return absl::OkStatus();
    });

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
    if (fault_ == "thread") std::thread([] { std::raise(SIGSEGV); }).join();
    if (fault_ == "exit") std::exit(0);
  }
  ~FaultyOp() override {
    if (fault_ == "late") std::raise(SIGSEGV);
  }

 private:
  std::string fault_;
};
REGISTER_KERNEL_BUILDER(Name("Faulty").Device(opgraft::DEVICE_CPU).TypeConstraint<float>("T"),
                        FaultyOp);

}  // namespace

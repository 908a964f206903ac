// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels that keep their input in the state, each in its own way.

#include <string>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "tensorflow/core/framework/resource_var.h"

namespace opgraft {
namespace {

REGISTER_OP("TestKeep")
    .Input("x: float")
    .Output("kept: float")
    .Attr("how: string")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestKept")
    .Output("kept: float")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnknownShape);

core::RefCountPtr<Var> VarOf(OpKernelContext* c, const Tensor* first) {
  Var* var = nullptr;
  const absl::Status status =
      c->resource_manager()->LookupOrCreate<Var>("", "kept", &var, [first](Var** made) {
        *made = new Var(DT_FLOAT);
        if (first != nullptr) *(*made)->tensor() = *first;
        return absl::OkStatus();
      });
  c->SetStatus(status);
  return core::RefCountPtr<Var>(var);
}

class KeepOp : public OpKernel {
 public:
  explicit KeepOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("how", &how_));
  }
  void Compute(OpKernelContext* c) override {
    const Tensor& x = c->input(0);
    c->set_output(0, x);
    if (how_ == "cell") {
      auto cell = c->OpenCell("kept", DT_FLOAT, x.shape());
      OP_REQUIRES_OK(c, cell.status());
      auto value = (*cell)->Write();
      OP_REQUIRES_OK(c, value.status());
      **value = x;
      return;
    }
    const core::RefCountPtr<Var> var = VarOf(c, how_ == "when_made" ? &x : nullptr);
    if (!c->status().ok() || how_ == "when_made") return;
    *var->tensor() = x;
    // In place, as AssignAdd of a variable that was assigned in the same run.
    if (how_ == "then_add") var->tensor()->flat<float>() += var->value().flat<float>();
  }

 private:
  std::string how_;
};
REGISTER_KERNEL_BUILDER(Name("TestKeep").Device(DEVICE_CPU), KeepOp);

class KeptOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    auto cell = c->OpenCell("kept", DT_FLOAT, {2});
    OP_REQUIRES_OK(c, cell.status());
    const core::RefCountPtr<Var> var = VarOf(c, nullptr);
    c->set_output(0, var->value().NumElements() > 0 ? var->value() : (*cell)->value());
  }
};
REGISTER_KERNEL_BUILDER(Name("TestKept").Device(DEVICE_CPU), KeptOp);

}  // namespace
}  // namespace opgraft

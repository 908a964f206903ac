// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Values that no input computes: constants, what is fed, and tensors filled with one value.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

class ConstOp : public OpKernel {
 public:
  explicit ConstOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("value", &value_));
    OP_REQUIRES(ctx, value_.dtype() == ctx->output_type(0),
                absl::InvalidArgumentError(
                    absl::StrCat("Type mismatch between value (", DataTypeString(value_.dtype()),
                                 ") and dtype (", DataTypeString(ctx->output_type(0)), ")")));
  }
  void Compute(OpKernelContext* ctx) override { ctx->set_output(0, value_); }

 private:
  Tensor value_;
};

// Runs only if the placeholder was not fed.
class PlaceholderOp : public OpKernel {
 public:
  explicit PlaceholderOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("shape", &shape_));
  }
  void Compute(OpKernelContext* ctx) override {
    const std::string shape =
        shape_.dims() > 0 ? absl::StrCat(" and shape ", shape_.DebugString()) : "";
    ctx->SetStatus(absl::InvalidArgumentError(
        absl::StrCat("You must feed a value for placeholder tensor '", name(), "' with dtype ",
                     DataTypeString(output_type(0)), shape)));
  }

 private:
  PartialTensorShape shape_;
};

class FillOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& dims = ctx->input(0);
    const Tensor& value = ctx->input(1);
    OP_REQUIRES(ctx, dims.dims() <= 1,
                absl::InvalidArgumentError(absl::StrCat("dims must represent a vector, got shape ",
                                                        dims.shape().DebugString())));
    OP_REQUIRES(ctx, IsScalarOrOneElementVector(value.shape()),
                absl::InvalidArgumentError(absl::StrCat("value must represent a scalar, got shape ",
                                                        value.shape().DebugString())));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(ReadIndices(dims), &shape));
    if (value.dtype() == DT_STRING) {
      TextBudget budget;
      budget.Add(static_cast<int64_t>(value.flat<tstring>()(0).size()), shape.num_elements());
      OP_REQUIRES_OK(ctx, budget.Check());
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    StridedCopy({{shape.num_elements(), 0, 1}})
        .Run(value.dtype(), value.data(), output->data(), ctx->device());
  }
};

REGISTER_KERNEL_BUILDER(Name("Const").Device(DEVICE_CPU), ConstOp);
REGISTER_KERNEL_BUILDER(Name("Placeholder").Device(DEVICE_CPU), PlaceholderOp);
REGISTER_KERNEL_BUILDER(Name("PlaceholderV2").Device(DEVICE_CPU), PlaceholderOp);
REGISTER_KERNEL_BUILDER(Name("Fill").Device(DEVICE_CPU), FillOp);

}  // namespace
}  // namespace opgraft_internal

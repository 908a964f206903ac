// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorArray, its gradient, and the ops on one element or on the array as a whole. Those that turn
// rows of a tensor into elements, and back, are in tensor_array_rows_ops.cc.
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/types/status_macros.h"
#include "kernels/list/on_array_op.h"
#include "kernels/list/run_resource.h"
#include "kernels/list/tensor_array.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

class TensorArrayOp : public OpKernel {
 public:
  explicit TensorArrayOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("dtype", &options_.dtype));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape", &options_.element_shape));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("dynamic_size", &options_.dynamic_size));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("clear_after_read", &options_.clear_after_read));
    if (!ctx->HasAttr("identical_element_shapes")) return;  // before the third version
    OP_REQUIRES_OK(ctx,
                   ctx->GetAttr("identical_element_shapes", &options_.identical_element_shapes));
  }

  void Compute(OpKernelContext* ctx) override {
    int64_t size = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 0, "TensorArray size", &size));
    OP_REQUIRES(ctx, size >= 0, absl::InvalidArgumentError("Size should be >= 0."));
    // So that the limits hold.
    Tensor as_large;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(
                            DT_UINT8, TensorShape({size * TensorArray::kElementBytes}), &as_large));
    OP_REQUIRES_OK(ctx, CreateRunResource(ctx, name(), new TensorArray(options_, size)));
    if (num_outputs() == 1) return;
    Tensor* flow = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape(), &flow));
    flow->scalar<float>()() = 0;
  }

 private:
  TensorArray::Options options_;
};

// The gradient of the array in input 0, which is made when it is first asked for. The same source
// gives the same one.
class TensorArrayGradOp : public OpKernel {
 public:
  explicit TensorArrayGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("source", &source_));
  }

  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<TensorArray> array;
    OP_REQUIRES_OK(ctx, FindRunResource(ctx, &array));
    TensorShape prefix;
    if (num_inputs() > 2) {
      OP_REQUIRES(ctx, ctx->input(2).dims() == 1,
                  absl::InvalidArgumentError("shape_to_prepend must be a vector"));
      OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(IndicesOf(ctx->input(2)), &prefix));
    }
    ResourceNames names;
    OP_REQUIRES_OK(ctx, GetHandle<TensorArray>(ctx, &names));
    absl::StrAppend(&names.name, "@", source_);
    TensorArray* gradient = nullptr;
    OP_REQUIRES_OK(ctx, ctx->resource_manager()->LookupOrCreate<TensorArray>(
                            names.container, names.name, &gradient, [&](TensorArray** made) {
                              *made = array->NewGradient(prefix);
                              return absl::OkStatus();
                            }));
    const core::ScopedUnref unref(gradient);
    OP_REQUIRES_OK(ctx, PutHandle<TensorArray>(ctx, names));
    if (num_outputs() > 1) ctx->set_output(1, ctx->input(1));
  }

 private:
  std::string source_;
};

class WriteOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    int64_t index = 0;
    OPGRAFT_RETURN_IF_ERROR(GetScalar(ctx, 1, "TensorArray index", &index));
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->input(2).dtype()));
    Tensor kept;
    OPGRAFT_RETURN_IF_ERROR(Keep(ctx, ctx->input(2), &kept));
    OPGRAFT_RETURN_IF_ERROR(array->Write(ctx, index, kept));
    return PassFlow(ctx, 3);
  }
};

class ReadOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    int64_t index = 0;
    OPGRAFT_RETURN_IF_ERROR(GetScalar(ctx, 1, "TensorArray index", &index));
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    Tensor value;
    OPGRAFT_RETURN_IF_ERROR(array->Read(ctx, index, &value));
    ctx->set_output(0, std::move(value));
    return absl::OkStatus();
  }
};

class SizeOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, TensorShape(), &out));
    out->scalar<int32_t>()() = static_cast<int32_t>(array->size());
    return absl::OkStatus();
  }
};

class CloseOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext*, TensorArray* array) override {
    array->Close();
    return absl::OkStatus();
  }
};

#define REGISTER(NAME, CLASS) REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU), CLASS)
#define REGISTER_ALL(NAME, CLASS) \
  REGISTER(NAME, CLASS);          \
  REGISTER(NAME "V2", CLASS);     \
  REGISTER(NAME "V3", CLASS)
REGISTER_ALL("TensorArray", TensorArrayOp);
REGISTER_ALL("TensorArrayGrad", TensorArrayGradOp);
REGISTER_ALL("TensorArrayWrite", WriteOp);
REGISTER_ALL("TensorArrayRead", ReadOp);
REGISTER_ALL("TensorArraySize", SizeOp);
REGISTER_ALL("TensorArrayClose", CloseOp);
REGISTER("TensorArrayGradWithShape", TensorArrayGradOp);
#undef REGISTER_ALL
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

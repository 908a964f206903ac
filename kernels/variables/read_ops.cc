// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/resource_mgr.h"
#include "kernels/data_movement/gather.h"
#include "kernels/data_movement/gather_nd.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

// Another handle of the same name may say another shape.
absl::Status CheckShape(const ResourceHandle& handle, const TensorShape& shape) {
  const auto& said = handle.dtypes_and_shapes();
  if (said.empty() || said[0].shape.IsCompatibleWith(shape)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("variable ", handle.name(), " holds shape ",
                                                 shape.DebugString(), ", its handle says ",
                                                 said[0].shape.DebugString()));
}

// The output shares the variable's memory; a write that follows takes other memory.
class ReadVariableOp : public VariableUser {
 public:
  explicit ReadVariableOp(OpKernelConstruction* ctx) : VariableUser(ctx) {}
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = LookUp(ctx, 0);
    OP_REQUIRES_OK(ctx, cell.status());
    OP_REQUIRES(ctx, *cell != nullptr,
                absl::FailedPreconditionError(absl::StrCat(
                    "Could not find variable ", NameOf(ctx, 0),
                    ". This could mean that the variable has been deleted. In TF1, it can also "
                    "mean the variable is uninitialized.")));
    const Tensor& value = (*cell)->value();
    OP_REQUIRES(ctx, value.dtype() == output_type(0),
                WrongType("read", output_type(0), value.dtype()));
    OP_REQUIRES_OK(ctx, CheckShape(HandleFromInput(ctx, 0), value.shape()));
    ctx->set_output(0, value);
  }
};

template <typename Index>
class ResourceGatherOp : public VariableUser {
 public:
  explicit ResourceGatherOp(OpKernelConstruction* ctx) : VariableUser(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, output_type(0));
    OP_REQUIRES_OK(ctx, cell.status());
    const Tensor& params = (*cell)->value();
    const Tensor& indices = ctx->input(1);
    OP_REQUIRES(ctx, params.dims() > 0,
                absl::InvalidArgumentError("params must be at least 1 dimensional"));
    int batch_rank = 0;
    OP_REQUIRES_OK(ctx, ResolveBatchRank(params.shape(), indices.shape(), params.dims() - 1,
                                         batch_dims_, &batch_rank));
    GatherAlong<Index>(ctx, params, indices, batch_rank, batch_rank);
  }

 private:
  int64_t batch_dims_ = 0;
};

class ResourceGatherNdOp : public VariableUser {
 public:
  using VariableUser::VariableUser;
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, output_type(0));
    OP_REQUIRES_OK(ctx, cell.status());
    OP_REQUIRES_OK(ctx, GatherNd(ctx, (*cell)->value(), ctx->input(1), /*ignores_bad=*/false));
  }
};

REGISTER_KERNEL_BUILDER(Name("ResourceGatherNd").Device(DEVICE_CPU), ResourceGatherNdOp);
REGISTER_KERNEL_BUILDER(Name("ReadVariableOp").Device(DEVICE_CPU), ReadVariableOp);
REGISTER_KERNEL_BUILDER(
    Name("ResourceGather").Device(DEVICE_CPU).TypeConstraint<int32_t>("Tindices"),
    ResourceGatherOp<int32_t>);
REGISTER_KERNEL_BUILDER(
    Name("ResourceGather").Device(DEVICE_CPU).TypeConstraint<int64_t>("Tindices"),
    ResourceGatherOp<int64_t>);

}  // namespace
}  // namespace opgraft_internal

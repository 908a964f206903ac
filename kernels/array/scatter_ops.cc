// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slices of a tensor that indices name: GatherNd, ScatterNd and TensorScatter*.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/join_rows.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/gather_nd.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/slice_targets.h"
#include "kernels/data_movement/take_input.h"

namespace opgraft_internal {
namespace {

// The shape of a tensor's slices below its first `depth` dimensions.
TensorShape SliceShapeOf(const TensorShape& shape, int depth) {
  return TensorShape(shape.sizes().subspan(static_cast<size_t>(depth)));
}

class GatherNdOp : public OpKernel {
 public:
  explicit GatherNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadIgnoresBadIndices(ctx, &ignores_bad_));
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, GatherNd(ctx, ctx->input(0), ctx->input(1), ignores_bad_));
  }

 private:
  bool ignores_bad_ = false;
};

// What all that put slices into a tensor share.
template <Join kJoin>
class ScatterOpBase : public OpKernel {
 public:
  explicit ScatterOpBase(OpKernelConstruction* ctx)
      : OpKernel(ctx), join_(FindJoinLoop(kJoin, BaseType(output_type(0)))) {
    OP_REQUIRES_OK(ctx, ReadIgnoresBadIndices(ctx, &ignores_bad_));
  }

 protected:
  // What the shapes must be for `shape` to take the updates.
  static absl::Status CheckShapes(const TensorShape& shape, const TensorShape& indices,
                                  const TensorShape& updates) {
    if (indices.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Indices shape must have rank at least one. Found:", indices.DebugString()));
    }
    if (updates.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Updates shape must have rank at least one. Found:", updates.DebugString()));
    }
    const bool nothing = indices.num_elements() == 0 && updates.num_elements() == 0;
    if (shape.dims() == 0 ||
        (!nothing && (shape.num_elements() == 0 || indices.num_elements() == 0 ||
                      updates.num_elements() == 0))) {
      return absl::InvalidArgumentError(
          absl::StrCat("Indices and updates specified for empty output, or one of them is empty.  "
                       "indices shape: ",
                       indices.DebugString(), ", updates shape: ", updates.DebugString(),
                       ", output shape: ", shape.DebugString()));
    }
    const int64_t depth = indices.dim_size(indices.dims() - 1);
    if (depth > shape.dims()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Index innermost dimension length must be <= the output's rank; saw: ", depth, " vs. ",
          shape.dims()));
    }
    return CheckUpdates(shape, indices, updates, static_cast<int>(depth));
  }

  // Joins the updates with `output`.
  void Scatter(OpKernelContext* ctx, const Tensor& indices, const Tensor& updates,
               Tensor* output) const {
    if (updates.NumElements() == 0) return;
    const auto depth = static_cast<size_t>(indices.dim_size(indices.dims() - 1));
    Tensor targets;
    OP_REQUIRES_OK(ctx, FindSliceTargets(ctx, indices, output->shape().sizes().first(depth),
                                         ignores_bad_, &targets));
    JoinSlices(ctx, join_, targets, updates, output);
  }

 private:
  // updates must be indices[:-1] + shape[depth:].
  static absl::Status CheckUpdates(const TensorShape& shape, const TensorShape& indices,
                                   const TensorShape& updates, int depth) {
    TensorShape expected(indices.sizes().first(static_cast<size_t>(indices.dims() - 1)));
    OPGRAFT_RETURN_IF_ERROR(expected.AppendShapeWithStatus(SliceShapeOf(shape, depth)));
    if (updates == expected) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "updates must have the shape ", expected.DebugString(),
        " of indices[shape=", indices.DebugString(),
        "] and of slices of [shape=", shape.DebugString(), "], but has ", updates.DebugString()));
  }

  const JoinLoop join_;
  bool ignores_bad_ = false;
};

class ScatterNdOp : public ScatterOpBase<Join::kAdd> {
 public:
  using ScatterOpBase::ScatterOpBase;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(0);
    const Tensor& updates = ctx->input(1);
    const Tensor& sizes = ctx->input(2);
    OP_REQUIRES(ctx, sizes.dims() == 1, absl::InvalidArgumentError("Shape must be a vector"));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(ReadIndices(sizes), &shape));
    OP_REQUIRES_OK(ctx, CheckShapes(shape, indices.shape(), updates.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    ClearElements(output->dtype(), output->data(), output->NumElements());
    Scatter(ctx, indices, updates, output);
  }
};

// Updates a tensor, or a copy of it if something else needs it afterwards.
template <Join kJoin>
class TensorScatterOp : public ScatterOpBase<kJoin> {
 public:
  using ScatterOpBase<kJoin>::ScatterOpBase;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(1);
    const Tensor& updates = ctx->input(2);
    OP_REQUIRES_OK(ctx, this->CheckShapes(ctx->input(0).shape(), indices.shape(), updates.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    this->Scatter(ctx, indices, updates, output);
  }
};

REGISTER_KERNEL_BUILDER(Name("GatherNd").Device(DEVICE_CPU), GatherNdOp);
REGISTER_KERNEL_BUILDER(Name("TensorScatterUpdate").Device(DEVICE_CPU).Forwards(0),
                        TensorScatterOp<Join::kReplace>);

#define REGISTER_SCATTER(op, kind, T)                                                     \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          TensorScatterOp<Join::kind>)
#define REGISTER_SCATTER_ADD(T)                  \
  REGISTER_SCATTER("TensorScatterAdd", kAdd, T); \
  REGISTER_SCATTER("TensorScatterSub", kSub, T);
#define REGISTER_SCATTER_ORDER(T)                \
  REGISTER_SCATTER("TensorScatterMax", kMax, T); \
  REGISTER_SCATTER("TensorScatterMin", kMin, T);
#define REGISTER_SCATTER_NON_ALIASING(T) REGISTER_SCATTER("ScatterNdNonAliasingAdd", kAdd, T);
#define REGISTER_SCATTER_ND(T) \
  REGISTER_KERNEL_BUILDER(Name("ScatterNd").Device(DEVICE_CPU).TypeConstraint<T>("T"), ScatterNdOp);
TF_CALL_NUMBER_TYPES(REGISTER_SCATTER_ADD);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_SCATTER_ORDER);
TF_CALL_POD_TYPES(REGISTER_SCATTER_NON_ALIASING);
TF_CALL_POD_STRING_TYPES(REGISTER_SCATTER_ND);

}  // namespace
}  // namespace opgraft_internal

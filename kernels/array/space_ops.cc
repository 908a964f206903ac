// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of space that become batches or depth, and back: SpaceToBatchND and its kin, SpaceToDepth,
// DepthToSpace.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/block_copy.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// The blocks of either kind of op: inputs block_shape and margins, or attr block_size and input
// margins.
absl::Status ReadBlocks(OpKernelContext* ctx, int64_t block_size, Blocks* blocks) {
  const Tensor& margins = ctx->input(ctx->num_inputs() - 1);
  if (ctx->num_inputs() == 2) {
    if (ctx->input(0).dims() != 4) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input rank should be: 4 instead of: ", ctx->input(0).dims()));
    }
    blocks->sizes = {block_size, block_size};
  } else {
    if (ctx->input(1).dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("block_shape rank should be 1 instead of ", ctx->input(1).dims()));
    }
    blocks->sizes = ReadIndices(ctx->input(1));
  }
  const auto dims = static_cast<int64_t>(blocks->dims());
  if (margins.dims() != 2 || margins.dim_size(0) != dims || margins.dim_size(1) != 2) {
    return absl::InvalidArgumentError(absl::StrCat("paddings or crops should have shape [", dims,
                                                   ", 2] instead of ",
                                                   margins.shape().DebugString()));
  }
  for (int64_t d = 0; d < dims; ++d) {
    blocks->before.push_back(IndexAt(margins, 2 * d));
    blocks->after.push_back(IndexAt(margins, 2 * d + 1));
  }
  return CheckBlocks(ctx->input(0).shape(), *blocks);
}

// What the four ops share.
class BatchOpBase : public OpKernel {
 public:
  explicit BatchOpBase(OpKernelConstruction* ctx) : OpKernel(ctx) {
    if (ctx->HasAttr("block_size")) OP_REQUIRES_OK(ctx, ctx->GetAttr("block_size", &block_size_));
  }

 protected:
  int64_t block_size_ = 0;
};

class SpaceToBatchOp : public BatchOpBase {
 public:
  using BatchOpBase::BatchOpBase;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Blocks blocks;
    OP_REQUIRES_OK(ctx, ReadBlocks(ctx, block_size_, &blocks));
    OP_REQUIRES_OK(ctx, SpaceToBatchInto(ctx, input, blocks));
  }
};

class BatchToSpaceOp : public BatchOpBase {
 public:
  using BatchOpBase::BatchOpBase;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Blocks blocks;
    OP_REQUIRES_OK(ctx, ReadBlocks(ctx, block_size_, &blocks));
    OP_REQUIRES_OK(ctx, BatchToSpaceInto(ctx, input, blocks));
  }
};

// DepthToSpace and SpaceToDepth: the same copy in both directions.
template <bool kToSpace>
class DepthOp : public OpKernel {
 public:
  explicit DepthOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string format;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("block_size", &block_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("data_format", &format));
    OP_REQUIRES(
        ctx, block_ > 1 && block_ < (int64_t{1} << 31),
        absl::InvalidArgumentError(absl::StrCat("Block size should be > 1, but was: ", block_)));
    depth_first_ = format == "NCHW";
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, FindShape(input.shape(), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyDims dims = ToSpaceDims(kToSpace ? input.shape() : shape);
    if (!kToSpace) {
      for (CopyDim& dim : dims) std::swap(dim.from_step, dim.to_step);
    }
    // Written from first to last.
    std::stable_sort(dims.begin(), dims.end(),
                     [](const CopyDim& a, const CopyDim& b) { return a.to_step > b.to_step; });
    StridedCopy(dims).Run(input.dtype(), input.data(), output->data(), ctx->device());
  }

 private:
  int depth_dim() const { return depth_first_ ? 1 : 3; }
  int height_dim() const { return depth_first_ ? 2 : 1; }

  absl::Status FindShape(const TensorShape& input, TensorShape* shape) const {
    if (input.dims() != 4) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input rank should be: 4 instead of: ", input.dims()));
    }
    *shape = input;
    const int64_t square = block_ * block_;
    OPGRAFT_RETURN_IF_ERROR(Change(depth_dim(), square, !kToSpace, shape));
    OPGRAFT_RETURN_IF_ERROR(Change(height_dim(), block_, kToSpace, shape));
    return Change(height_dim() + 1, block_, kToSpace, shape);
  }

  static absl::Status Change(int d, int64_t factor, bool grows, TensorShape* shape) {
    int64_t size = shape->dim_size(d);
    if (grows && __builtin_mul_overflow(size, factor, &size))
      return absl::InvalidArgumentError(absl::StrCat("dimension ", d, " is too large"));
    if (!grows && size % factor != 0) {
      return absl::InvalidArgumentError(absl::StrCat("Input dimension ", d, " of size ", size,
                                                     " should be divisible by: ", factor));
    }
    return shape->SetDimWithStatus(d, grows ? size : size / factor);
  }

  // From a tensor with blocks in its depth to one with blocks in space: the dimensions batch,
  // height, width, depth, and the two of a block.
  CopyDims ToSpaceDims(const TensorShape& deep) const {
    const int64_t batch = deep.dim_size(0), height = deep.dim_size(height_dim());
    const int64_t width = deep.dim_size(height_dim() + 1);
    const int64_t depth = deep.dim_size(depth_dim()) / (block_ * block_);
    const int64_t all = height * width * depth * block_ * block_, row = width * block_;
    if (depth_first_) {
      const int64_t area = height * width;
      return {{batch, all, all},
              {depth, area, area * block_ * block_},
              {height, width, row * block_},
              {block_, block_ * depth * area, row},
              {width, 1, block_},
              {block_, depth * area, 1}};
    }
    const int64_t deep_depth = depth * block_ * block_;
    return {{batch, all, all},
            {height, width * deep_depth, row * block_ * depth},
            {block_, block_ * depth, row * depth},
            {width, deep_depth, block_ * depth},
            {block_, depth, depth},
            {depth, 1, 1}};
  }

  int64_t block_ = 2;
  bool depth_first_ = false;
};

#define REGISTER_SPACE(op, Class, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Class);
#define REGISTER_BATCHES(T)                           \
  REGISTER_SPACE("SpaceToBatchND", SpaceToBatchOp, T) \
  REGISTER_SPACE("SpaceToBatch", SpaceToBatchOp, T)   \
  REGISTER_SPACE("BatchToSpaceND", BatchToSpaceOp, T) \
  REGISTER_SPACE("BatchToSpace", BatchToSpaceOp, T)
TF_CALL_POD_STRING_TYPES(REGISTER_BATCHES);

#define REGISTER_DEPTH(op, kToSpace, format)                                                 \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).AttrConstraint("data_format", format), \
                          DepthOp<kToSpace>)
REGISTER_DEPTH("DepthToSpace", true, "NHWC");
REGISTER_DEPTH("DepthToSpace", true, "NCHW");
REGISTER_DEPTH("SpaceToDepth", false, "NHWC");
REGISTER_DEPTH("SpaceToDepth", false, "NCHW");

}  // namespace
}  // namespace opgraft_internal

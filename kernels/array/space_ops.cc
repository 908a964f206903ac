// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of space that become batches or depth, and back: SpaceToBatchND and its kin, SpaceToDepth,
// DepthToSpace.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// A tensor [batch, space..., rest...], blocks over its dimensions of space, and what is put around
// space or cut off.
struct Blocks {
  IndexValues sizes;
  IndexValues before;
  IndexValues after;

  size_t dims() const { return sizes.size(); }
  // INVALID_ARGUMENT if it is too large.
  absl::Status Product(int64_t* product) const {
    *product = 1;
    for (const int64_t size : sizes) {
      if (__builtin_mul_overflow(*product, size, product))
        return absl::InvalidArgumentError("Product of block sizes is too large");
    }
    return absl::OkStatus();
  }
};

absl::Status CheckBlocks(const TensorShape& input, const Blocks& blocks) {
  for (size_t i = 0; i < blocks.dims(); ++i) {
    if (blocks.sizes[i] < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("All values in block_shape must be positive, got value, ", blocks.sizes[i],
                       " at index ", i, "."));
    }
    if (blocks.before[i] < 0 || blocks.after[i] < 0)
      return absl::InvalidArgumentError("Paddings and crops must be non-negative");
  }
  if (input.dims() >= static_cast<int>(blocks.dims()) + 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("input rank should be >= ", 1 + blocks.dims(), " instead of ", input.dims()));
}

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

int64_t DivideUp(int64_t a, int64_t b) { return a <= 0 ? -(-a / b) : (a - 1) / b + 1; }

// Copies the elements at one place of all blocks: `place` counts the places of a block, `at` is its
// index. `space` is the tensor of blocks, `batches` that where each place is a batch of its own.
class PlaceCopy {
 public:
  PlaceCopy(const Blocks& blocks, const TensorShape& space, const TensorShape& batches)
      : blocks_(blocks),
        space_(space),
        batches_(batches),
        space_steps_(RowMajorSteps(space.sizes())),
        batch_steps_(RowMajorSteps(batches.sizes())) {}

  void Run(int64_t place, const IndexValues& at, bool to_batches, const Tensor& from, Tensor* to,
           DeviceBase* device) const {
    CopyDims dims;
    int64_t in_space = 0, in_batches = place * space_.dim_size(0) * batch_steps_[0];
    dims.push_back({space_.dim_size(0), space_steps_[0], batch_steps_[0]});
    for (size_t i = 0; i < blocks_.dims(); ++i) {
      const int64_t block = blocks_.sizes[i], shift = at[i] - blocks_.before[i];
      const int64_t size = space_.sizes()[i + 1];
      // Of the blocks those whose place lies in space: 0 <= b * block + shift < size.
      const int64_t first = std::max<int64_t>(DivideUp(-shift, block), 0);
      const int64_t last = std::min(DivideUp(size - shift, block), batches_.sizes()[i + 1]);
      if (first >= last) return;
      dims.push_back({last - first, block * space_steps_[i + 1], batch_steps_[i + 1]});
      in_space += (first * block + shift) * space_steps_[i + 1];
      in_batches += first * batch_steps_[i + 1];
    }
    dims.push_back(
        {ProductOf(space_.sizes(), static_cast<int>(blocks_.dims()) + 1, space_.dims()), 1, 1});
    if (!to_batches) {
      for (CopyDim& dim : dims) std::swap(dim.from_step, dim.to_step);
    }
    StridedCopy(dims).Run(from.dtype(), ElementAt(from, to_batches ? in_space : in_batches),
                          ElementAt(to, to_batches ? in_batches : in_space), device);
  }

 private:
  const Blocks& blocks_;
  const TensorShape& space_;
  const TensorShape& batches_;
  const absl::InlinedVector<int64_t, 6> space_steps_;
  const absl::InlinedVector<int64_t, 6> batch_steps_;
};

// There are no more places than batches of a tensor, so their number is bounded.
void CopyPlaces(const Blocks& blocks, const TensorShape& space, const TensorShape& batches,
                bool to_batches, const Tensor& from, Tensor* to, DeviceBase* device) {
  if (from.NumElements() == 0 || to->NumElements() == 0) return;
  const PlaceCopy copy(blocks, space, batches);
  IndexValues at(blocks.dims(), 0);
  for (int64_t place = 0;; ++place) {
    copy.Run(place, at, to_batches, from, to, device);
    size_t d = blocks.dims();
    while (d > 0 && ++at[d - 1] == blocks.sizes[d - 1]) at[--d] = 0;
    if (d == 0) return;
  }
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
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadBlocks(ctx, block_size_, &blocks));
    OP_REQUIRES_OK(ctx, BatchShape(input.shape(), blocks, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    // Where there is padding not all is copied.
    if (shape.num_elements() != input.NumElements())
      ClearElements(output->dtype(), output->data(), output->NumElements());
    CopyPlaces(blocks, input.shape(), shape, /*to_batches=*/true, input, output, ctx->device());
  }

 private:
  static absl::Status BatchShape(const TensorShape& input, const Blocks& blocks,
                                 TensorShape* shape) {
    int64_t batch = 0;
    OPGRAFT_RETURN_IF_ERROR(blocks.Product(&batch));
    if (__builtin_mul_overflow(batch, input.dim_size(0), &batch))
      return absl::InvalidArgumentError("the output has too many batches");
    *shape = input;
    OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(0, batch));
    for (size_t i = 0; i < blocks.dims(); ++i) {
      const int d = static_cast<int>(i) + 1;
      int64_t size = 0;
      if (__builtin_add_overflow(blocks.before[i], blocks.after[i], &size) ||
          __builtin_add_overflow(size, input.dim_size(d), &size))
        return absl::InvalidArgumentError(absl::StrCat("dimension ", d, " is too large"));
      if (size % blocks.sizes[i] != 0) {
        return absl::InvalidArgumentError(absl::StrCat("padded_shape[", i, "]=", size,
                                                       " is not divisible by block_shape[", i,
                                                       "]=", blocks.sizes[i]));
      }
      OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(d, size / blocks.sizes[i]));
    }
    return absl::OkStatus();
  }
};

class BatchToSpaceOp : public BatchOpBase {
 public:
  using BatchOpBase::BatchOpBase;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Blocks blocks;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadBlocks(ctx, block_size_, &blocks));
    OP_REQUIRES_OK(ctx, SpaceShape(input.shape(), blocks, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyPlaces(blocks, shape, input.shape(), /*to_batches=*/false, input, output, ctx->device());
  }

 private:
  static absl::Status SpaceShape(const TensorShape& input, const Blocks& blocks,
                                 TensorShape* shape) {
    int64_t places = 0;
    OPGRAFT_RETURN_IF_ERROR(blocks.Product(&places));
    if (input.dim_size(0) % places != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input batch dimension (", input.dim_size(0),
                       ") is not divisible by product of block sizes (", places, ")"));
    }
    *shape = input;
    OPGRAFT_RETURN_IF_ERROR(shape->SetDimWithStatus(0, input.dim_size(0) / places));
    for (size_t i = 0; i < blocks.dims(); ++i) {
      const int d = static_cast<int>(i) + 1;
      int64_t size = 0;
      if (__builtin_mul_overflow(input.dim_size(d), blocks.sizes[i], &size))
        return absl::InvalidArgumentError(absl::StrCat("dimension ", d, " is too large"));
      if (blocks.before[i] > size || blocks.after[i] > size - blocks.before[i]) {
        return absl::InvalidArgumentError(
            absl::StrCat("cropped_shape[", i, "] must be non-negative, but crops of ",
                         blocks.before[i], " and ", blocks.after[i], " are taken of ", size));
      }
      OPGRAFT_RETURN_IF_ERROR(
          shape->SetDimWithStatus(d, size - blocks.before[i] - blocks.after[i]));
    }
    return absl::OkStatus();
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

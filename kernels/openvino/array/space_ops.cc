// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's DepthToSpace, SpaceToDepth, ShuffleChannels, ReorgYolo, SpaceToBatch and BatchToSpace:
// the same elements in another order.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "kernels/array/block_copy.h"
#include "kernels/data_movement/permute.h"

namespace opgraft_internal {
namespace {

// The input seen as a tensor of `sizes`, its dimensions in another order, given a new shape.
struct View {
  Integers sizes;
  Integers order;
  TensorShape shape;
};

class RearrangeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    View view;
    OP_REQUIRES_OK(ctx, Find(input.shape(), &view));
    OP_REQUIRES_OK(ctx, Permute(ctx, input, view.sizes, view.order, view.shape));
  }

 protected:
  // INVALID_ARGUMENT.
  virtual absl::Status Find(const TensorShape& input, View* view) const = 0;
};

absl::Status NotDivisible(const TensorShape& input, int d, int64_t parts) {
  return absl::InvalidArgumentError(absl::StrCat(
      "dimension ", d, " of the input ", input.DebugString(), " cannot be divided by ", parts));
}

// What DepthToSpace and SpaceToDepth share: [N, C, space...] with blocks of space.
class DepthOpBase : public RearrangeOp {
 public:
  explicit DepthOpBase(OpKernelConstruction* ctx) : RearrangeOp(ctx) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("block_size", &block_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("mode", &mode));
    OP_REQUIRES(ctx, block_ >= 1 && block_ < (int64_t{1} << 31),
                absl::InvalidArgumentError(absl::StrCat("block_size must not be ", block_)));
    depth_first_ = mode == "depth_first";
  }

 protected:
  static absl::Status CheckRank(const TensorShape& input) {
    if (input.dims() >= 3) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("the input must be [batch, channels, space...], not ", input.DebugString()));
  }

  int64_t block_ = 1;
  bool depth_first_ = false;
};

class DepthToSpaceOp : public DepthOpBase {
 public:
  using DepthOpBase::DepthOpBase;

 protected:
  // [N, blocks..., C', space...] or [N, C', blocks..., space...] to [N, C', space x block...].
  absl::Status Find(const TensorShape& input, View* view) const override {
    OPGRAFT_RETURN_IF_ERROR(CheckRank(input));
    const int space = input.dims() - 2;
    int64_t depth = input.dim_size(1);
    for (int i = 0; i < space; ++i) {
      if (depth % block_ != 0) return NotDivisible(input, 1, block_);
      depth /= block_;
    }
    view->sizes.push_back(input.dim_size(0));
    if (depth_first_) view->sizes.push_back(depth);
    for (int i = 0; i < space; ++i) view->sizes.push_back(block_);
    if (!depth_first_) view->sizes.push_back(depth);
    view->order = {0, depth_first_ ? 1 : space + 1};
    view->shape = TensorShape({input.dim_size(0), depth});
    for (int i = 0; i < space; ++i) {
      const int64_t size = input.dim_size(2 + i);
      view->sizes.push_back(size);
      view->order.push_back(space + 2 + i);
      view->order.push_back((depth_first_ ? 2 : 1) + i);
      int64_t larger = 0;
      if (__builtin_mul_overflow(size, block_, &larger)) return NotDivisible(input, 2 + i, block_);
      OPGRAFT_RETURN_IF_ERROR(view->shape.AddDimWithStatus(larger));
    }
    return absl::OkStatus();
  }
};

class SpaceToDepthOp : public DepthOpBase {
 public:
  using DepthOpBase::DepthOpBase;

 protected:
  // [N, C, space' x block...] to [N, blocks..., C, space'...] or [N, C, blocks..., space'...].
  absl::Status Find(const TensorShape& input, View* view) const override {
    OPGRAFT_RETURN_IF_ERROR(CheckRank(input));
    int64_t depth = input.dim_size(1);
    view->sizes = {input.dim_size(0), depth};
    view->order = {0};
    if (depth_first_) view->order.push_back(1);
    for (int d = 2; d < input.dims(); ++d) {
      if (input.dim_size(d) % block_ != 0) return NotDivisible(input, d, block_);
      if (__builtin_mul_overflow(depth, block_, &depth)) return NotDivisible(input, 1, block_);
      view->sizes.push_back(input.dim_size(d) / block_);
      view->sizes.push_back(block_);
      view->order.push_back(2 * d - 1);
    }
    if (!depth_first_) view->order.push_back(1);
    view->shape = TensorShape({input.dim_size(0)});
    OPGRAFT_RETURN_IF_ERROR(view->shape.AddDimWithStatus(depth));
    for (int d = 2; d < input.dims(); ++d) {
      view->order.push_back(2 * d - 2);
      OPGRAFT_RETURN_IF_ERROR(view->shape.AddDimWithStatus(input.dim_size(d) / block_));
    }
    return absl::OkStatus();
  }
};

class ShuffleChannelsOp : public RearrangeOp {
 public:
  explicit ShuffleChannelsOp(OpKernelConstruction* ctx) : RearrangeOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("group", &groups_));
    OP_REQUIRES(ctx, groups_ >= 1, absl::InvalidArgumentError("group must be positive"));
  }

 protected:
  // [before..., groups, channels, behind...] with groups and channels exchanged.
  absl::Status Find(const TensorShape& input, View* view) const override {
    int64_t axis = 0;
    OPGRAFT_RETURN_IF_ERROR(FindAxis(axis_, input.dims(), &axis));
    for (int64_t d = 0; d < input.dims(); ++d) {
      const int64_t size = input.dim_size(static_cast<int>(d));
      const int64_t at = static_cast<int64_t>(view->sizes.size());
      if (d != axis) {
        view->sizes.push_back(size);
        view->order.push_back(at);
        continue;
      }
      if (size % groups_ != 0) return NotDivisible(input, static_cast<int>(d), groups_);
      view->sizes.insert(view->sizes.end(), {groups_, size / groups_});
      view->order.insert(view->order.end(), {at + 1, at});
    }
    view->shape = input;
    return absl::OkStatus();
  }

 private:
  int64_t axis_ = 1;
  int64_t groups_ = 1;
};

class ReorgYoloOp : public RearrangeOp {
 public:
  explicit ReorgYoloOp(OpKernelConstruction* ctx) : RearrangeOp(ctx) {
    std::vector<int64_t> strides;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("stride", &strides));
    OP_REQUIRES(ctx, !strides.empty() && strides[0] >= 1 && strides[0] < (int64_t{1} << 31),
                absl::InvalidArgumentError("stride must be a positive number"));
    stride_ = strides[0];
  }

 protected:
  // The definition takes the elements of [C, H, W] for those of [C', H x s, W x s], where C' is
  // C / s^2, and puts s x s first: [s, s, C', H, W]. That has the elements of [C s^2, H/s, W/s].
  absl::Status Find(const TensorShape& input, View* view) const override {
    const int64_t square = stride_ * stride_;
    if (input.dims() != 4 || input.dim_size(1) % square != 0) return NotDivisible(input, 1, square);
    for (const int d : {2, 3}) {
      if (input.dim_size(d) % stride_ != 0) return NotDivisible(input, d, stride_);
    }
    view->sizes = {input.dim_size(0), input.dim_size(1) / square, input.dim_size(2),
                   stride_,           input.dim_size(3),          stride_};
    view->order = {0, 3, 5, 1, 2, 4};
    const int64_t sizes[] = {input.dim_size(0), input.dim_size(1) * square,
                             input.dim_size(2) / stride_, input.dim_size(3) / stride_};
    return TensorShape::BuildTensorShape(sizes, &view->shape);
  }

 private:
  int64_t stride_ = 1;
};

// What the ops of batches share: inputs 1 to 3 have a number for each dimension; the batch has no
// block and nothing around it.
absl::Status ReadBlocks(OpKernelContext* ctx, Blocks* blocks) {
  const TensorShape& input = ctx->input(0).shape();
  IndexValues* const values[] = {&blocks->sizes, &blocks->before, &blocks->after};
  for (int i = 0; i < 3; ++i) {
    const Tensor& tensor = ctx->input(i + 1);
    const int64_t of_batch = i == 0 ? 1 : 0;
    if (input.dims() < 2 || tensor.shape() != TensorShape({input.dims()}) ||
        IntegerAt(tensor, 0) != of_batch) {
      return absl::InvalidArgumentError(
          absl::StrCat("block_shape and pads or crops must have a number for each of ",
                       input.dims(), " dimensions (at least 2), and none for the batch"));
    }
    for (int d = 1; d < input.dims(); ++d) values[i]->push_back(IntegerAt(tensor, d));
  }
  return CheckBlocks(input, *blocks);
}

template <bool kToSpace>
class BatchOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Blocks blocks;
    OP_REQUIRES_OK(ctx, ReadBlocks(ctx, &blocks));
    OP_REQUIRES_OK(ctx, kToSpace ? BatchToSpaceInto(ctx, ctx->input(0), blocks)
                                 : SpaceToBatchInto(ctx, ctx->input(0), blocks));
  }
};

#define REGISTER(op, ...) REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), __VA_ARGS__)
REGISTER("OpenVINO>DepthToSpace", DepthToSpaceOp);
REGISTER("OpenVINO>SpaceToDepth", SpaceToDepthOp);
REGISTER("OpenVINO>ShuffleChannels", ShuffleChannelsOp);
REGISTER("OpenVINO>ReorgYolo", ReorgYoloOp);
REGISTER("OpenVINO>BatchToSpace", BatchOp</*kToSpace=*/true>);
REGISTER("OpenVINO>SpaceToBatch", BatchOp</*kToSpace=*/false>);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

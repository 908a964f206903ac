// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that are repeated along dimensions: BroadcastTo and Tile; and which dimensions these
// are: BroadcastArgs and BroadcastGradientArgs.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/repeat.h"

namespace opgraft_internal {
namespace {

class BroadcastToOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    const Tensor& sizes = ctx->input(1);
    OP_REQUIRES(
        ctx, sizes.dims() == 1,
        absl::InvalidArgumentError(absl::StrCat(
            "shape must be a vector of {int32,int64}, got shape ", sizes.shape().DebugString())));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(ReadIndices(sizes), &shape));
    OP_REQUIRES_OK(ctx, CheckFits(input.shape(), shape));
    absl::InlinedVector<int, 8> sources;
    for (int d = 0; d < shape.dims(); ++d)
      sources.push_back(std::max(d - (shape.dims() - input.dims()), -1));
    OP_REQUIRES_OK(ctx, BroadcastInto(ctx, input, shape, sources));
  }

 private:
  static absl::Status CheckFits(const TensorShape& input, const TensorShape& shape) {
    if (input.dims() > shape.dims()) {
      return absl::InvalidArgumentError(
          absl::StrCat("Rank of input (", input.dims(),
                       ") must be no greater than rank of output shape (", shape.dims(), ")."));
    }
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t size = input.dim_size(d);
      if (size == 1 || size == shape.dim_size(d + shape.dims() - input.dims())) continue;
      return absl::InvalidArgumentError(absl::StrCat("Unable to broadcast tensor of shape ",
                                                     input.DebugString(), " to tensor of shape ",
                                                     shape.DebugString()));
    }
    return absl::OkStatus();
  }
};

class TileOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    IndexValues multiples;
    OP_REQUIRES_OK(ctx, ReadMultiples(input.shape(), ctx->input(1), &multiples));
    OP_REQUIRES_OK(ctx, TileInto(ctx, input, input.shape().sizes(), multiples));
  }

 private:
  static absl::Status ReadMultiples(const TensorShape& input, const Tensor& tensor,
                                    IndexValues* multiples) {
    if (tensor.dims() != 1) {
      return absl::InvalidArgumentError(absl::StrCat("Expected multiples to be 1-D, but got shape ",
                                                     tensor.shape().DebugString()));
    }
    if (tensor.NumElements() != input.dims()) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected multiples argument to be a vector of length ", input.dims(),
                       " but got length ", tensor.NumElements()));
    }
    *multiples = ReadIndices(tensor);
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t times = (*multiples)[static_cast<size_t>(d)];
      if (times < 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("Expected multiples[", d, "] >= 0, but got ", times));
      }
    }
    return absl::OkStatus();
  }
};

// What both ops on shapes share: two shapes, aligned at their ends.
template <typename Size>
class BroadcastShapesOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  struct Shapes {
    IndexValues x;
    IndexValues y;
  };

  static absl::Status Read(OpKernelContext* ctx, Shapes* shapes) {
    for (int i = 0; i < 2; ++i) {
      if (ctx->input(i).dims() == 1) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("In[", i, "] must be a vector.", ctx->input(i).shape().DebugString()));
    }
    shapes->x = ReadIndices(ctx->input(0));
    shapes->y = ReadIndices(ctx->input(1));
    const absl::Status bad = absl::InvalidArgumentError(
        absl::StrCat("Incompatible shapes: [", absl::StrJoin(shapes->x, ","), "] vs. [",
                     absl::StrJoin(shapes->y, ","), "]"));
    const size_t rank = std::max(shapes->x.size(), shapes->y.size());
    shapes->x.insert(shapes->x.begin(), rank - shapes->x.size(), 1);
    shapes->y.insert(shapes->y.begin(), rank - shapes->y.size(), 1);
    for (size_t d = 0; d < rank; ++d) {
      const int64_t x = shapes->x[d], y = shapes->y[d];
      if (x != y && x != 1 && y != 1) return bad;
    }
    return absl::OkStatus();
  }

  static absl::Status Write(OpKernelContext* ctx, int i, const IndexValues& values) {
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(
        ctx->allocate_output(i, TensorShape({static_cast<int64_t>(values.size())}), &output));
    std::copy(values.begin(), values.end(), static_cast<Size*>(output->data()));
    return absl::OkStatus();
  }
};

template <typename Size>
class BroadcastArgsOp : public BroadcastShapesOp<Size> {
 public:
  using BroadcastShapesOp<Size>::BroadcastShapesOp;

  void Compute(OpKernelContext* ctx) override {
    typename BroadcastShapesOp<Size>::Shapes shapes;
    OP_REQUIRES_OK(ctx, this->Read(ctx, &shapes));
    for (size_t d = 0; d < shapes.x.size(); ++d) {
      if (shapes.x[d] == 1) shapes.x[d] = shapes.y[d];
    }
    OP_REQUIRES_OK(ctx, this->Write(ctx, 0, shapes.x));
  }
};

// Where both sizes are 1 TensorFlow names the dimension for both, unless the shapes are the same
// altogether.
template <typename Size>
class BroadcastGradientArgsOp : public BroadcastShapesOp<Size> {
 public:
  using BroadcastShapesOp<Size>::BroadcastShapesOp;

  void Compute(OpKernelContext* ctx) override {
    typename BroadcastShapesOp<Size>::Shapes shapes;
    OP_REQUIRES_OK(ctx, this->Read(ctx, &shapes));
    const bool same = shapes.x == shapes.y && ctx->input(0).shape() == ctx->input(1).shape();
    IndexValues reduce_x, reduce_y;
    for (size_t d = 0; d < shapes.x.size() && !same; ++d) {
      if (shapes.x[d] == 1) reduce_x.push_back(static_cast<int64_t>(d));
      if (shapes.y[d] == 1) reduce_y.push_back(static_cast<int64_t>(d));
    }
    OP_REQUIRES_OK(ctx, this->Write(ctx, 0, reduce_x));
    OP_REQUIRES_OK(ctx, this->Write(ctx, 1, reduce_y));
  }
};

REGISTER_KERNEL_BUILDER(Name("BroadcastTo").Device(DEVICE_CPU), BroadcastToOp);
REGISTER_KERNEL_BUILDER(Name("Tile").Device(DEVICE_CPU), TileOp);

#define REGISTER_SHAPES(T)                                                                         \
  REGISTER_KERNEL_BUILDER(Name("BroadcastArgs").Device(DEVICE_CPU).TypeConstraint<T>("T"),         \
                          BroadcastArgsOp<T>);                                                     \
  REGISTER_KERNEL_BUILDER(Name("BroadcastGradientArgs").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BroadcastGradientArgsOp<T>)
REGISTER_SHAPES(int32_t);
REGISTER_SHAPES(int64_t);
#undef REGISTER_SHAPES

}  // namespace
}  // namespace opgraft_internal

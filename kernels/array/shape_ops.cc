// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What is known of a tensor without its elements: Shape, ShapeN, Size, Rank.
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

template <typename Out>
constexpr bool Fits(int64_t size) {
  return size <= std::numeric_limits<Out>::max();
}

// Shape and ShapeN: output i holds the sizes of input i.
template <typename Out>
class ShapeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    for (int i = 0; i < ctx->num_inputs(); ++i)
      OP_REQUIRES_OK(ctx, WriteShape(ctx, i, ctx->input(i).shape()));
  }

 private:
  static absl::Status WriteShape(OpKernelContext* ctx, int i, const TensorShape& shape) {
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(i, TensorShape({shape.dims()}), &output));
    auto sizes = output->vec<Out>();
    for (int d = 0; d < shape.dims(); ++d) {
      if (!Fits<Out>(shape.dim_size(d))) {
        return absl::InvalidArgumentError(
            absl::StrCat("Shape output type is 32-bit but dim ", d, " is ", shape.dim_size(d)));
      }
      sizes(d) = static_cast<Out>(shape.dim_size(d));
    }
    return absl::OkStatus();
  }
};

template <typename Out>
class SizeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const int64_t size = ctx->input(0).NumElements();
    OP_REQUIRES(ctx, Fits<Out>(size),
                absl::InvalidArgumentError(
                    "Number of elements was larger than representable by 32-bit output type"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &output));
    output->scalar<Out>()() = static_cast<Out>(size);
  }
};

class RankOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &output));
    output->scalar<int32>()() = ctx->input(0).dims();
  }
};

#define REGISTER_SHAPE_OPS(T)                                                              \
  REGISTER_KERNEL_BUILDER(Name("Shape").Device(DEVICE_CPU).TypeConstraint<T>("out_type"),  \
                          ShapeOp<T>);                                                     \
  REGISTER_KERNEL_BUILDER(Name("ShapeN").Device(DEVICE_CPU).TypeConstraint<T>("out_type"), \
                          ShapeOp<T>);                                                     \
  REGISTER_KERNEL_BUILDER(Name("Size").Device(DEVICE_CPU).TypeConstraint<T>("out_type"), SizeOp<T>)
TF_CALL_int32(REGISTER_SHAPE_OPS);
TF_CALL_int64(REGISTER_SHAPE_OPS);
#undef REGISTER_SHAPE_OPS

REGISTER_KERNEL_BUILDER(Name("Rank").Device(DEVICE_CPU), RankOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that give their input another shape and leave the elements where they are.
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// The sizes that a Reshape asks for, before the -1 among them is known.
struct WantedShape {
  IndexValues sizes;
  int unknown = -1;  // where the -1 is
  bool has_zero = false;
  int64_t product = 1;  // of the others; zeros left out
};

absl::Status ReadWantedShape(const Tensor& tensor, WantedShape* wanted) {
  if (tensor.dims() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("sizes input must be 1-D, not ", tensor.shape().DebugString()));
  }
  if (tensor.NumElements() > TensorShape::kMaxDims) {
    return absl::InvalidArgumentError(absl::StrCat("too many dimensions: must be at most ",
                                                   TensorShape::kMaxDims, ", but received ",
                                                   tensor.NumElements()));
  }
  wanted->sizes = ReadIndices(tensor);
  for (int d = 0; d < static_cast<int>(wanted->sizes.size()); ++d) {
    const int64_t size = wanted->sizes[static_cast<size_t>(d)];
    if (size == -1) {
      if (wanted->unknown >= 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("Only one input size may be -1, not both ", wanted->unknown, " and ", d));
      }
      wanted->unknown = d;
    } else if (size < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Size ", d, " must be non-negative, not ", size));
    } else if (size == 0) {
      wanted->has_zero = true;
    } else if (__builtin_mul_overflow(wanted->product, size, &wanted->product)) {
      return absl::InvalidArgumentError(
          absl::StrCat("Shape [", absl::StrJoin(wanted->sizes, ", "), "] has too many elements"));
    }
  }
  return absl::OkStatus();
}

// Puts the size in for the -1. A tensor without elements has zeros on both sides: they are left
// out, and what is left counts.
absl::Status InferUnknownSize(const TensorShape& input, WantedShape* wanted) {
  int64_t elements = 1;
  for (const int64_t size : input.sizes()) elements *= wanted->has_zero && size == 0 ? 1 : size;
  const bool zeros_match = wanted->has_zero && input.num_elements() == 0;
  if (elements % wanted->product != 0 && !zeros_match) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input to reshape is a tensor with ", input.num_elements(),
                     " values, but the requested shape requires a multiple of ", wanted->product));
  }
  wanted->sizes[static_cast<size_t>(wanted->unknown)] = elements / wanted->product;
  return absl::OkStatus();
}

absl::Status ReshapedShape(const TensorShape& input, const Tensor& sizes, TensorShape* shape) {
  WantedShape wanted;
  OPGRAFT_RETURN_IF_ERROR(ReadWantedShape(sizes, &wanted));
  if (wanted.unknown >= 0) OPGRAFT_RETURN_IF_ERROR(InferUnknownSize(input, &wanted));
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(wanted.sizes, shape));
  if (shape->num_elements() != input.num_elements()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input to reshape is a tensor with ", input.num_elements(),
                     " values, but the requested shape has ", shape->num_elements()));
  }
  return absl::OkStatus();
}

class ReshapeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReshapedShape(ctx->input(0).shape(), ctx->input(1), &shape));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }
};

// The ends of the range of a quantised tensor pass through.
class QuantizedReshapeOp : public ReshapeOp {
 public:
  using ReshapeOp::ReshapeOp;
  void Compute(OpKernelContext* ctx) override {
    for (const int i : {2, 3}) {
      OP_REQUIRES(ctx, ctx->input(i).NumElements() == 1,
                  absl::InvalidArgumentError("input_min and input_max must be scalars"));
    }
    ReshapeOp::Compute(ctx);
    for (int i = 1; i < 3 && ctx->status().ok(); ++i) {
      Tensor* end = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, TensorShape(), &end));
      end->scalar<float>()() = *static_cast<const float*>(ctx->input(i + 1).data());
    }
  }
};

class ExpandDimsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    TensorShape shape = ctx->input(0).shape();
    OP_REQUIRES(ctx, ctx->input(1).NumElements() == 1,
                absl::InvalidArgumentError("'dim' must be a tensor with a single value"));
    const int64_t axis = IndexAt(ctx->input(1), 0);
    int dim = 0;
    OP_REQUIRES(ctx, ResolveAxis(axis, shape.dims() + 1, &dim),
                absl::InvalidArgumentError(absl::StrCat("Tried to expand dim index ", axis,
                                                        " for tensor with ", shape.dims(),
                                                        " dimensions.")));
    OP_REQUIRES_OK(ctx, shape.InsertDimWithStatus(dim, 1));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }
};

class SqueezeOp : public OpKernel {
 public:
  explicit SqueezeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("squeeze_dims", &axes_));
  }
  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, SqueezedShape(ctx->input(0).shape(), &shape));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }

 private:
  absl::Status SqueezedShape(const TensorShape& input, TensorShape* shape) const {
    absl::InlinedVector<bool, 8> named(static_cast<size_t>(input.dims()), false);
    for (const int32_t axis : axes_) {
      int dim = 0;
      if (!ResolveAxis(axis, input.dims(), &dim)) {
        return absl::InvalidArgumentError(absl::StrCat("Tried to squeeze dim index ", axis,
                                                       " for tensor with ", input.dims(),
                                                       " dimensions."));
      }
      named[static_cast<size_t>(dim)] = true;
    }
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t size = input.dim_size(d);
      if (named[static_cast<size_t>(d)] && size != 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("Can not squeeze dim[", d, "], expected a dimension of 1, got ", size));
      }
      const bool goes = named[static_cast<size_t>(d)] || (axes_.empty() && size == 1);
      if (!goes) shape->AddDim(size);
    }
    return absl::OkStatus();
  }

  std::vector<int32_t> axes_;  // none: all of size 1
};

REGISTER_KERNEL_BUILDER(Name("Reshape").Device(DEVICE_CPU).Aliases(0), ReshapeOp);
#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("QuantizedReshape").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          QuantizedReshapeOp)
REGISTER(quint8);
REGISTER(qint32);
#undef REGISTER
REGISTER_KERNEL_BUILDER(Name("ExpandDims").Device(DEVICE_CPU).Aliases(0), ExpandDimsOp);
REGISTER_KERNEL_BUILDER(Name("Squeeze").Device(DEVICE_CPU).Aliases(0), SqueezeOp);

}  // namespace
}  // namespace opgraft_internal

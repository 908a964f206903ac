// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops whose output is as large as their input: passed on, or filled anew.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {
namespace {

class EnsureShapeOp : public OpKernel {
 public:
  explicit EnsureShapeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("shape", &shape_));
  }
  void Compute(OpKernelContext* ctx) override {
    const TensorShape& shape = ctx->input(0).shape();
    OP_REQUIRES(ctx, shape_.Admits(shape),
                absl::InvalidArgumentError(absl::StrCat(
                    "Shape of tensor ", name(), " ", shape.DebugString(),
                    " is not compatible with expected shape ", shape_.DebugString(), ".")));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, shape));
  }

 private:
  PartialTensorShape shape_;
};

// The same bytes as another type.
class BitcastOp : public OpKernel {
 public:
  explicit BitcastOp(OpKernelConstruction* ctx)
      : OpKernel(ctx),
        input_size_(DataTypeSize(input_type(0))),
        output_size_(DataTypeSize(output_type(0))) {}
  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    TensorShape shape = input.shape();
    if (input_size_ > output_size_) {
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(input_size_ / output_size_));
    } else if (input_size_ < output_size_) {
      const int64_t last = shape.dims() == 0 ? -1 : shape.dim_size(shape.dims() - 1);
      OP_REQUIRES(ctx, last == output_size_ / input_size_,
                  absl::InvalidArgumentError(
                      absl::StrCat("Cannot bitcast from ", DataTypeString(input_type(0)), " to ",
                                   DataTypeString(output_type(0)), ": the last dimension of ",
                                   shape.DebugString(), " must be ", output_size_ / input_size_)));
      shape.RemoveLastDims(1);
    }
    Tensor output;
    OP_REQUIRES_OK(ctx, output.BitcastFrom(input, output_type(0), shape));
    ctx->set_output(0, std::move(output));
  }

 private:
  const int input_size_;
  const int output_size_;
};

class DeepCopyOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &y));
    StridedCopy({{x.NumElements(), 1, 1}}).Run(x.dtype(), x.data(), y->data(), ctx->device());
  }
};

class ZerosLikeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    Tensor* zeros = nullptr;
    OP_REQUIRES_OK(ctx,
                   ctx->forward_input_or_allocate_output({0}, 0, ctx->input(0).shape(), &zeros));
    ClearElements(zeros->dtype(), zeros->data(), zeros->NumElements());
  }
};

class OnesLikeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    Tensor* ones = nullptr;
    OP_REQUIRES_OK(ctx,
                   ctx->forward_input_or_allocate_output({0}, 0, ctx->input(0).shape(), &ones));
    const bool truth = true;
    alignas(16) char one[16];
    CastFunction(DT_BOOL, ones->dtype()).Run(&truth, one, 1);
    StridedCopy({{ones->NumElements(), 0, 1}}).Run(ones->dtype(), one, ones->data(), ctx->device());
  }
};

class EmptyOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& sizes = ctx->input(0);
    OP_REQUIRES(ctx, sizes.dims() == 1,
                absl::InvalidArgumentError(absl::StrCat(
                    "shape must be a vector of int32, got shape ", sizes.shape().DebugString())));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(ReadIndices(sizes), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    ClearElements(output->dtype(), output->data(), output->NumElements());
  }
};

// What InplaceUpdate, InplaceAdd and InplaceSub share: rows of a copy of x, or of x itself where
// nothing needs it afterwards.
class InplaceOpBase : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(1);
    const Tensor& v = ctx->input(2);
    const TensorShape shape = ctx->input(0).shape();
    OP_REQUIRES_OK(ctx, CheckShapes(shape, indices.shape(), v.shape()));
    const void* const x = ctx->input(0).data();
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &y));
    if (y->data() != x) {
      StridedCopy({{shape.num_elements(), 1, 1}}).Run(y->dtype(), x, y->data(), ctx->device());
    }
    const int64_t rows = shape.dim_size(0);
    if (shape.num_elements() == 0) return;
    const int64_t row = shape.num_elements() / rows;
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int64_t to = (IndexAt(indices, i) % rows + rows) % rows;
      Put(ElementAt(v, i * row), ElementAt(y, to * row), row);
    }
  }

 protected:
  // Joins `n` elements of v and y.
  virtual void Put(const void* v, void* y, int64_t n) const = 0;

 private:
  static absl::Status CheckShapes(const TensorShape& x, const TensorShape& indices,
                                  const TensorShape& v) {
    if (x.dims() == 0 || indices.dims() != 1)
      return absl::InvalidArgumentError("x must be at least a vector, and i a vector");
    TensorShape expected = x;
    expected.set_dim(0, indices.num_elements());
    if (v == expected) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("v must have the shape of the rows of x that i names, ",
                     expected.DebugString(), ", but has ", v.DebugString()));
  }
};

class InplaceUpdateOp : public InplaceOpBase {
 public:
  using InplaceOpBase::InplaceOpBase;

 protected:
  void Put(const void* v, void* y, int64_t n) const override {
    StridedCopy({{n, 1, 1}}).Run(input_type(0), v, y);
  }
};

template <loops::BinaryFunction kFunction>
class InplaceArithmeticOp : public InplaceOpBase {
 public:
  explicit InplaceArithmeticOp(OpKernelConstruction* ctx)
      : InplaceOpBase(ctx), function_(kFunction, input_type(0)) {}

 protected:
  void Put(const void* v, void* y, int64_t n) const override {
    function_.Run(loops::kVectorVector, y, v, y, n);
  }

 private:
  const BinaryElementFunction function_;
};

REGISTER_KERNEL_BUILDER(Name("EnsureShape").Device(DEVICE_CPU).Aliases(0), EnsureShapeOp);
REGISTER_KERNEL_BUILDER(Name("Bitcast").Device(DEVICE_CPU), BitcastOp);
REGISTER_KERNEL_BUILDER(Name("DeepCopy").Device(DEVICE_CPU), DeepCopyOp);
REGISTER_KERNEL_BUILDER(Name("Empty").Device(DEVICE_CPU), EmptyOp);
REGISTER_KERNEL_BUILDER(Name("InplaceUpdate").Device(DEVICE_CPU).Forwards(0), InplaceUpdateOp);

#define REGISTER_LIKE(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("ZerosLike").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          ZerosLikeOp);
TF_CALL_POD_STRING_TYPES(REGISTER_LIKE);
#undef REGISTER_LIKE

#define REGISTER_ONES(T)                                                                          \
  REGISTER_KERNEL_BUILDER(Name("OnesLike").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
                          OnesLikeOp);
TF_CALL_POD_TYPES(REGISTER_ONES);
#undef REGISTER_ONES

#define REGISTER_INPLACE(T)                                                     \
  REGISTER_KERNEL_BUILDER(                                                      \
      Name("InplaceAdd").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      InplaceArithmeticOp<loops::BinaryFunction::kAdd>);                        \
  REGISTER_KERNEL_BUILDER(                                                      \
      Name("InplaceSub").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      InplaceArithmeticOp<loops::BinaryFunction::kSub>);
TF_CALL_NUMBER_TYPES(REGISTER_INPLACE);
#undef REGISTER_INPLACE

}  // namespace
}  // namespace opgraft_internal

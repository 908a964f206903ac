// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

// All inputs must be alike but for dimension `axis`, whose sizes add up.
absl::Status ConcatenatedShape(const OpInputList& values, int axis, TensorShape* shape) {
  const TensorShape& first = values[0].shape();
  int64_t total = 0;
  for (int i = 0; i < values.size(); ++i) {
    const TensorShape& value = values[i].shape();
    if (value.dims() == 0) {
      return absl::InvalidArgumentError(
          "ConcatOp : Can't concatenate scalars (use tf.stack instead)");
    }
    const auto differs = [&](absl::string_view what) {
      return absl::InvalidArgumentError(
          absl::StrCat("ConcatOp : ", what, ": shape[0] = ", first.DebugString(), " vs. shape[", i,
                       "] = ", value.DebugString()));
    };
    if (value.dims() != first.dims()) return differs("Ranks of all input tensors should match");
    for (int d = 0; d < first.dims(); ++d) {
      if (d == axis || value.dim_size(d) == first.dim_size(d)) continue;
      return differs(absl::StrCat("Dimension ", d, " in both shapes must be equal"));
    }
    if (__builtin_add_overflow(total, value.dim_size(axis), &total)) {
      return absl::InvalidArgumentError(
          absl::StrCat("ConcatOp : the sizes of dimension ", axis, " add up to too much"));
    }
  }
  *shape = first;
  return shape->SetDimWithStatus(axis, total);
}

// Copies the values to where they belong along dimension `axis`.
void CopyAll(const OpInputList& values, int axis, Tensor* output, DeviceBase* device) {
  const absl::Span<const int64_t> sizes = output->shape().sizes();
  const int rank = output->dims();
  const int64_t outer = ProductOf(sizes, 0, axis);
  const int64_t output_row = ProductOf(sizes, axis, rank);
  int64_t offset = 0;
  for (const Tensor& value : values) {
    const int64_t row = ProductOf(value.shape().sizes(), axis, rank);
    StridedCopy({{outer, row, output_row}, {row, 1, 1}})
        .Run(value.dtype(), value.data(), ElementAt(output, offset), device);
    offset += row;
  }
}

// ConcatV2, whose axis is the last input, and Concat, whose axis is the first one.
template <bool kAxisFirst>
class ConcatOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    const Tensor& axis_tensor = ctx->input(kAxisFirst ? 0 : ctx->num_inputs() - 1);
    OP_REQUIRES(ctx, IsScalarOrOneElementVector(axis_tensor.shape()),
                absl::InvalidArgumentError(
                    absl::StrCat("axis tensor should be a scalar integer, but got shape ",
                                 axis_tensor.shape().DebugString())));
    const int64_t wanted_axis = IndexAt(axis_tensor, 0);
    const int rank = values[0].dims();
    int axis = 0;
    // Scalars pass with axis 0: that they are scalars is the better message.
    OP_REQUIRES(ctx, ResolveAxis(wanted_axis, rank, &axis) || (rank == 0 && wanted_axis == 0),
                absl::InvalidArgumentError(
                    absl::StrCat("ConcatOp : Expected concatenating dimensions in the range [",
                                 -rank, ", ", rank, "), but got ", wanted_axis)));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ConcatenatedShape(values, axis, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() > 0) CopyAll(values, axis, output, ctx->device());
  }
};

// Values of one element along the first dimension, which may be computed at the same time.
class ParallelConcatOp : public OpKernel {
 public:
  explicit ParallelConcatOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* ctx) override {
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    TensorShape shape;
    OP_REQUIRES(ctx, shape_.AsTensorShape(&shape) && shape.dims() > 0,
                absl::InvalidArgumentError("shape attr must be fully defined."));
    TensorShape wanted = shape;
    wanted.set_dim(0, 1);
    for (const Tensor& value : values) {
      OP_REQUIRES(ctx, value.shape() == wanted && shape.dim_size(0) == values.size(),
                  absl::InvalidArgumentError(
                      absl::StrCat(values.size(), " values of shape ", value.shape().DebugString(),
                                   " do not make one of shape ", shape.DebugString())));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() > 0) CopyAll(values, 0, output, ctx->device());
  }

 private:
  PartialTensorShape shape_;
};

// Where each of several shapes begins in what they are joined to along one dimension.
template <typename Size>
class ConcatOffsetOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& axis_tensor = ctx->input(0);
    OP_REQUIRES(ctx, axis_tensor.dims() == 0,
                absl::InvalidArgumentError(
                    absl::StrCat("Concat dim tensor should be a scalar integer, but got shape ",
                                 axis_tensor.shape().DebugString())));
    const Tensor& first = ctx->input(1);
    OP_REQUIRES(ctx, first.dims() == 1, NotAVector(0, first));
    const int64_t wanted_axis = IndexAt(axis_tensor, 0);
    const int rank = static_cast<int>(first.NumElements());
    int axis = 0;
    OP_REQUIRES(ctx, ResolveAxis(wanted_axis, rank, &axis),
                absl::InvalidArgumentError(
                    absl::StrCat("Concat dim is out of range: ", wanted_axis, " vs. ", rank)));
    int64_t before = 0;
    for (int i = 0; i < ctx->num_outputs(); ++i)
      OP_REQUIRES_OK(ctx, WriteOffset(ctx, i, axis, &before));
  }

 private:
  static absl::Status NotAVector(int i, const Tensor& shape) {
    return absl::InvalidArgumentError(absl::StrCat(
        "input ", i, " should be a vector, but got shape ", shape.shape().DebugString()));
  }

  static absl::Status WriteOffset(OpKernelContext* ctx, int i, int axis, int64_t* before) {
    const Tensor& first = ctx->input(1);
    const Tensor& shape = ctx->input(i + 1);
    if (shape.dims() != 1) return NotAVector(i, shape);
    if (shape.NumElements() != first.NumElements()) {
      return absl::InvalidArgumentError(absl::StrCat("input ", i, " should contain ",
                                                     first.NumElements(), " elements, but got ",
                                                     shape.NumElements()));
    }
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(i, shape.shape(), &output));
    auto offset = output->vec<Size>();
    for (int d = 0; d < static_cast<int>(shape.NumElements()); ++d) {
      if (d != axis && IndexAt(shape, d) != IndexAt(first, d)) {
        return absl::InvalidArgumentError(
            absl::StrCat("All dimensions except ", axis, " must match. Input ", i, " has size ",
                         IndexAt(shape, d), " in dimension ", d,
                         " and doesn't match input 0 with size ", IndexAt(first, d)));
      }
      offset(d) = d == axis ? static_cast<Size>(*before) : Size{0};
    }
    if (__builtin_add_overflow(*before, IndexAt(shape, axis), before)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the sizes of dimension ", axis, " add up to too much"));
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("ConcatV2").Device(DEVICE_CPU), ConcatOp</*kAxisFirst=*/false>);
REGISTER_KERNEL_BUILDER(Name("Concat").Device(DEVICE_CPU), ConcatOp</*kAxisFirst=*/true>);
REGISTER_KERNEL_BUILDER(Name("ParallelConcat").Device(DEVICE_CPU), ParallelConcatOp);
REGISTER_KERNEL_BUILDER(
    Name("ConcatOffset").Device(DEVICE_CPU).TypeConstraint<int32_t>("shape_type"),
    ConcatOffsetOp<int32_t>);
REGISTER_KERNEL_BUILDER(
    Name("ConcatOffset").Device(DEVICE_CPU).TypeConstraint<int64_t>("shape_type"),
    ConcatOffsetOp<int64_t>);

}  // namespace
}  // namespace opgraft_internal

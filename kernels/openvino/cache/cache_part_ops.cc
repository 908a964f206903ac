// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gather and Concat of what caches hold, read where it lies. Their slices are with OpenVINO>Slice.
#include <algorithm>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/openvino/cache/stepped_input.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 8>;

// The axis of a kernel over `rank` dimensions, from its attr.
absl::Status AxisIn(int64_t attr, int rank, int* axis) {
  int64_t dim = 0;
  OPGRAFT_RETURN_IF_ERROR(FindAxis(attr, rank, &dim));
  *axis = static_cast<int>(dim);
  return absl::OkStatus();
}

// Copies `from` into the box of its shape, along `axis` of so many, that begins at the `first` of
// the dense `to`.
void CopyInto(const SteppedInput& from, int axis, int64_t count, int64_t begin, int64_t first,
              Tensor* to, DeviceBase* device) {
  const auto steps = RowMajorSteps(to->shape().sizes());
  CopyDims dims;
  for (int d = 0; d < from.shape.dims(); ++d) {
    const auto i = static_cast<size_t>(d);
    dims.push_back({d == axis ? count : from.shape.dim_size(d), from.steps[i], steps[i]});
  }
  const auto along = static_cast<size_t>(axis);
  StridedCopy(dims).Run(from.dtype, from.At(begin * from.steps[along]),
                        ElementAt(to, first * steps[along]), device);
}

// data[:axis] + indices + data[axis + 1:], as OpenVINO's Gather: negative indices count from the
// end, and what is not there is of zeros.
class GatherFromCacheOp : public OpKernel {
 public:
  explicit GatherFromCacheOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const SteppedInput data, context,
                      SteppedInput::Of(context->input(0), output_type(0)));
    int axis = 0;
    OP_REQUIRES_OK(context, AxisIn(axis_, data.shape.dims(), &axis));
    const Tensor& indices = context->input(1);
    TensorShape shape;
    OP_REQUIRES_OK(context, ShapeOf(data.shape, indices.shape(), axis, &shape));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    // With the indices as one dimension.
    TensorShape flat = data.shape;
    OP_REQUIRES_OK(context, flat.SetDimWithStatus(axis, indices.NumElements()));
    Tensor rows;
    OP_REQUIRES(context, rows.CopyFrom(*out, flat),
                absl::InternalError("the picks do not make the output"));
    Pick(data, indices, axis, &rows, context->device());
  }

 private:
  static absl::Status ShapeOf(const TensorShape& data, const TensorShape& indices, int axis,
                              TensorShape* shape) {
    const Integers before(data.sizes().begin(), data.sizes().begin() + axis);
    Integers sizes = before;
    sizes.insert(sizes.end(), indices.sizes().begin(), indices.sizes().end());
    sizes.insert(sizes.end(), data.sizes().begin() + axis + 1, data.sizes().end());
    return TensorShape::BuildTensorShape(sizes, shape);
  }

  static void Pick(const SteppedInput& data, const Tensor& indices, int axis, Tensor* rows,
                   DeviceBase* device) {
    const int64_t choices = data.shape.dim_size(axis);
    const auto choice = [&](int64_t i) {
      const int64_t index = IntegerAt(indices, i);
      return index < 0 ? index + choices : index;
    };
    const auto is_there = [&](int64_t i) { return choice(i) >= 0 && choice(i) < choices; };
    bool all_there = true;
    for (int64_t i = 0; i < indices.NumElements(); ++i) all_there = all_there && is_there(i);
    if (!all_there) std::memset(rows->data(), 0, rows->TotalBytes());
    for (int64_t i = 0; i < indices.NumElements(); ++i)
      if (is_there(i)) CopyInto(data, axis, 1, choice(i), i, rows, device);
  }

  int64_t axis_ = 0;
};

class ConcatWithCachesOp : public OpKernel {
 public:
  explicit ConcatWithCachesOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* context) override {
    absl::InlinedVector<SteppedInput, 4> values;
    for (int i = 0; i < context->num_inputs(); ++i) {
      OP_REQUIRES_VALUE(SteppedInput value, context,
                        SteppedInput::Of(context->input(i), output_type(0)));
      values.push_back(std::move(value));
    }
    int axis = 0;
    TensorShape shape;
    OP_REQUIRES_OK(context, AxisIn(axis_, values[0].shape.dims(), &axis));
    OP_REQUIRES_OK(context, Join(values, axis, &shape));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    int64_t first = 0;
    for (const SteppedInput& value : values) {
      const int64_t count = value.shape.dim_size(axis);
      CopyInto(value, axis, count, 0, first, out, context->device());
      first += count;
    }
  }

 private:
  static absl::Status Join(absl::Span<const SteppedInput> values, int axis, TensorShape* shape) {
    *shape = values[0].shape;
    int64_t total = 0;
    for (const SteppedInput& value : values) {
      TensorShape others = value.shape;
      bool fits = others.dims() == shape->dims();
      if (fits) {
        fits = !__builtin_add_overflow(total, others.dim_size(axis), &total);
        OPGRAFT_RETURN_IF_ERROR(others.SetDimWithStatus(axis, shape->dim_size(axis)));
      }
      if (fits && others == *shape) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("values of shapes ", values[0].shape.DebugString(), " and ",
                       value.shape.DebugString(), " cannot be joined along axis ", axis));
    }
    return shape->SetDimWithStatus(axis, total);
  }

  int64_t axis_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>GatherFromCache").Device(DEVICE_CPU), GatherFromCacheOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>ConcatWithCaches").Device(DEVICE_CPU), ConcatWithCachesOp);

}  // namespace
}  // namespace opgraft_internal

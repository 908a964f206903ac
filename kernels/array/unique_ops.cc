// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Elements that differ from each other: Unique, UniqueWithCounts, those V2, and ListDiff.
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/row_table.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

void WriteNumber(int64_t value, int64_t i, Tensor* to) {
  if (to->dtype() == DT_INT64) {
    static_cast<int64_t*>(to->data())[i] = value;
  } else {
    static_cast<int32_t*>(to->data())[i] = static_cast<int32_t>(value);
  }
}

absl::Status CheckCountable(int64_t n, DataType type) {
  if (type == DT_INT64 || n <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("unique does not support ", n, " elements with indices of int32"));
}

// Unique and UniqueWithCounts, and those V2, which have an axis.
class UniqueOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    int axis = 0;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx, &axis));
    const absl::Span<const int64_t> sizes = x.shape().sizes();
    const Slices slices = {ProductOf(sizes, 0, axis), x.dim_size(axis),
                           ProductOf(sizes, axis + 1, x.dims())};
    OP_REQUIRES_OK(ctx, CheckCountable(slices.rows, output_type(1)));
    Tensor* idx = nullptr;
    Tensor first;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape({slices.rows}), &idx));
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_INT64, TensorShape({slices.rows}), &first));
    int64_t unique = 0;
    OP_REQUIRES_OK(ctx, Number(ctx, x, slices, &first, &unique, idx));
    TensorShape shape = x.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(axis, unique));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &y));
    WriteRows(x, slices, static_cast<const int64_t*>(first.data()), unique, y);
    if (ctx->num_outputs() > 2) OP_REQUIRES_OK(ctx, CountRows(ctx, *idx, unique));
  }

 private:
  static absl::Status ReadAxis(OpKernelContext* ctx, int* axis) {
    const TensorShape& x = ctx->input(0).shape();
    const bool has_axis = ctx->num_inputs() > 1;
    if (has_axis && ctx->input(1).dims() != 1)
      return absl::InvalidArgumentError("axis expects a 1D vector.");
    if (!has_axis || ctx->input(1).NumElements() == 0) {
      if (x.dims() == 1) return absl::OkStatus();
      return absl::InvalidArgumentError("unique expects a 1D vector.");
    }
    if (ctx->input(1).NumElements() > 1) {
      return absl::InvalidArgumentError(
          "axis does not support input tensors larger than 1 elements");
    }
    if (ResolveAxis(IndexAt(ctx->input(1), 0), x.dims(), axis)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("axis has to be between [0, ", x.dims(), ")"));
  }

  // Gives each row the number of its like: idx. Row first[u] is the first of number u.
  static absl::Status Number(OpKernelContext* ctx, const Tensor& x, const Slices& slices,
                             Tensor* first, int64_t* unique, Tensor* idx) {
    Tensor rows, numbers;
    OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, x, slices, &rows));
    RowTable table;
    OPGRAFT_RETURN_IF_ERROR(table.Init(ctx, rows, slices.rows, slices.length()));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({slices.rows}), &numbers));
    int64_t* const number = static_cast<int64_t*>(numbers.data());
    for (int64_t r = 0; r < slices.rows; ++r) {
      const int64_t like = table.FindOrAdd(r);
      if (like == r) {
        static_cast<int64_t*>(first->data())[*unique] = r;
        number[r] = (*unique)++;
      }
      WriteNumber(number[like], r, idx);
    }
    return absl::OkStatus();
  }

  static absl::Status CountRows(OpKernelContext* ctx, const Tensor& idx, int64_t unique) {
    Tensor* counts = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(2, TensorShape({unique}), &counts));
    ClearElements(counts->dtype(), counts->data(), unique);
    for (int64_t i = 0; i < idx.NumElements(); ++i) {
      const int64_t number = IndexAt(idx, i);
      WriteNumber(IndexAt(*counts, number) + 1, number, counts);
    }
    return absl::OkStatus();
  }
};

class ListDiffOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    const Tensor& y = ctx->input(1);
    OP_REQUIRES(ctx, x.dims() == 1, absl::InvalidArgumentError("x should be a 1D vector."));
    OP_REQUIRES(ctx, y.dims() == 1, absl::InvalidArgumentError("y should be a 1D vector."));
    const int64_t n = x.NumElements(), left_out = y.NumElements();
    OP_REQUIRES_OK(ctx, CheckCountable(n, output_type(1)));
    // The rows of the table are those of y, and behind them those of x.
    Tensor rows, places;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(x.dtype(), TensorShape({left_out + n}), &rows));
    StridedCopy({{left_out, 1, 1}}).Run(y.dtype(), y.data(), rows.data(), ctx->device());
    StridedCopy({{n, 1, 1}}).Run(x.dtype(), x.data(), ElementAt(&rows, left_out), ctx->device());
    RowTable table;
    OP_REQUIRES_OK(ctx, table.Init(ctx, rows, left_out + n, 1));
    for (int64_t i = 0; i < left_out; ++i) table.FindOrAdd(i);
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_INT64, TensorShape({n}), &places));
    int64_t* const place = static_cast<int64_t*>(places.data());
    int64_t kept = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (table.Find(left_out + i) < 0) place[kept++] = i;
    }
    OP_REQUIRES_OK(ctx, Write(ctx, x, place, kept));
  }

 private:
  static absl::Status Write(OpKernelContext* ctx, const Tensor& x, const int64_t* place,
                            int64_t kept) {
    Tensor* out = nullptr;
    Tensor* idx = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, TensorShape({kept}), &out));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(1, TensorShape({kept}), &idx));
    WithElements(x.dtype(), [&](auto elements) {
      using E = decltype(elements);
      const char* const from = static_cast<const char*>(x.data());
      char* const to = static_cast<char*>(out->data());
      for (int64_t i = 0; i < kept; ++i) E::CopyOne(from + place[i] * E::kSize, to + i * E::kSize);
    });
    for (int64_t i = 0; i < kept; ++i) WriteNumber(place[i], i, idx);
    return absl::OkStatus();
  }
};

#define REGISTER_UNIQUE(op, T, Class) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Class);
#define REGISTER_ALL(T)                              \
  REGISTER_UNIQUE("Unique", T, UniqueOp)             \
  REGISTER_UNIQUE("UniqueV2", T, UniqueOp)           \
  REGISTER_UNIQUE("UniqueWithCounts", T, UniqueOp)   \
  REGISTER_UNIQUE("UniqueWithCountsV2", T, UniqueOp) \
  REGISTER_UNIQUE("ListDiff", T, ListDiffOp)
TF_CALL_REAL_NUMBER_TYPES(REGISTER_ALL);
TF_CALL_bool(REGISTER_ALL);
TF_CALL_tstring(REGISTER_ALL);
#undef REGISTER_ALL
#undef REGISTER_UNIQUE

}  // namespace
}  // namespace opgraft_internal

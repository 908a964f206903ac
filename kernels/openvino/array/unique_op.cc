// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Unique.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/array/row_table.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

// NaN is larger than every number, so that there is an order.
template <typename T>
bool ComesBefore(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                std::is_same_v<T, bfloat16>) {
    if (b != b) return a == a;
  }
  return a < b;
}

// Sorts the numbers of rows by what they hold, element by element.
template <typename T>
void SortRows(const void* rows, int64_t length, int64_t* numbers, int64_t count) {
  const T* const data = static_cast<const T*>(rows);
  std::stable_sort(numbers, numbers + count, [&](int64_t a, int64_t b) {
    const T* const left = data + a * length;
    const T* const right = data + b * length;
    return std::lexicographical_compare(left, left + length, right, right + length, ComesBefore<T>);
  });
}

// Writes `values`, which may be int32 or int64 in the output.
absl::Status WriteNumbers(OpKernelContext* ctx, int output, absl::Span<const int64_t> values) {
  Tensor* tensor = nullptr;
  OPGRAFT_RETURN_IF_ERROR(
      ctx->allocate_output(output, TensorShape({static_cast<int64_t>(values.size())}), &tensor));
  if (tensor->dtype() == DT_INT64) {
    std::copy(values.begin(), values.end(), static_cast<int64_t*>(tensor->data()));
  } else {
    std::transform(values.begin(), values.end(), static_cast<int32_t*>(tensor->data()),
                   [](int64_t value) { return static_cast<int32_t>(value); });
  }
  return absl::OkStatus();
}

class UniqueOp : public OpKernel {
 public:
  explicit UniqueOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("sorted", &sorted_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    Slices slices{1, data.NumElements(), 1};
    TensorShape shape({data.NumElements()});
    int64_t axis = 0;
    if (ctx->num_inputs() > 1) {
      OP_REQUIRES(ctx, ctx->input(1).NumElements() == 1,
                  absl::InvalidArgumentError("axis must be one number"));
      OP_REQUIRES_OK(ctx, FindAxis(IntegerAt(ctx->input(1), 0), data.dims(), &axis));
      const absl::Span<const int64_t> sizes = data.shape().sizes();
      const int dim = static_cast<int>(axis);
      slices = {ProductOf(sizes, 0, dim), data.dim_size(dim),
                ProductOf(sizes, dim + 1, data.dims())};
      shape = data.shape();
    }
    OP_REQUIRES(ctx, slices.rows <= std::numeric_limits<int32_t>::max(),
                absl::InvalidArgumentError(absl::StrCat("Unique cannot number ", slices.rows)));
    Tensor rows, first;
    OP_REQUIRES_OK(ctx, CopyRows(ctx, data, slices, &rows));
    int64_t kinds = 0;
    OP_REQUIRES_OK(ctx, Number(ctx, slices, rows, &first, &kinds));
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(static_cast<int>(axis), kinds));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    WriteRows(data, slices, static_cast<const int64_t*>(first.data()), kinds, output);
  }

 private:
  // Gives each row the number of its kind, and writes the outputs that have numbers. Row first[u]
  // is the first one of kind u.
  absl::Status Number(OpKernelContext* ctx, const Slices& slices, const Tensor& rows, Tensor* first,
                      int64_t* kinds) const {
    const TensorShape shape({slices.rows});
    Tensor likes, numbers, counts;
    for (Tensor* const tensor : {first, &likes, &numbers, &counts})
      OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, shape, tensor));
    RowTable table;
    OPGRAFT_RETURN_IF_ERROR(table.Init(ctx, rows, slices.rows, slices.length()));
    int64_t* const like = static_cast<int64_t*>(likes.data());
    int64_t* const begin = static_cast<int64_t*>(first->data());
    int64_t* const number = static_cast<int64_t*>(numbers.data());
    int64_t* const count = static_cast<int64_t*>(counts.data());
    for (int64_t r = 0; r < slices.rows; ++r) {
      like[r] = table.FindOrAdd(r);
      if (like[r] == r) begin[(*kinds)++] = r;
    }
    if (sorted_) Sort(rows, slices.length(), begin, *kinds);
    for (int64_t u = 0; u < *kinds; ++u) {
      number[begin[u]] = u;
      count[u] = 0;
    }
    for (int64_t r = 0; r < slices.rows; ++r) ++count[like[r] = number[like[r]]];
    const auto n = static_cast<size_t>(*kinds);
    OPGRAFT_RETURN_IF_ERROR(WriteNumbers(ctx, 1, {begin, n}));
    OPGRAFT_RETURN_IF_ERROR(WriteNumbers(ctx, 2, {like, static_cast<size_t>(slices.rows)}));
    return WriteNumbers(ctx, 3, {count, n});
  }

  static void Sort(const Tensor& rows, int64_t length, int64_t* numbers, int64_t count) {
    VisitType(rows.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, half> ||
                    std::is_same_v<T, bfloat16> || std::is_same_v<T, tstring>) {
        SortRows<T>(rows.data(), length, numbers, count);
      }
    });
  }

  bool sorted_ = true;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Unique").Device(DEVICE_CPU), UniqueOp);

}  // namespace
}  // namespace opgraft_internal

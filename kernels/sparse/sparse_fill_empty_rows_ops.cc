// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Gives each row that has no element one, of a sparse tensor at column 0; RaggedFillEmptyRows has
// rows alone for indices, and their number. Elements are put in the order of rows; within a row
// they stay in theirs.
class FillEmptyRowsOp : public OpKernel {
 public:
  explicit FillEmptyRowsOp(OpKernelConstruction* context, bool is_ragged = false)
      : OpKernel(context), is_ragged_(is_ragged) {}

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, is_ragged_ ? ReadRows(context, &view)
                                       : ReadSparseInputs(context, 0, "input", &view));
    OP_REQUIRES_OK(context, CheckInputs(context, view));
    const int64_t rows = view.sizes[0];
    // Where the elements of each row begin in the output, counted by rows first.
    Tensor* is_empty = nullptr;
    Tensor counts;
    OP_REQUIRES_OK(context, context->allocate_output(2, TensorShape({rows}), &is_empty));
    OP_REQUIRES_OK(context, context->allocate_temp(DT_INT64, TensorShape({rows}), &counts));
    int64_t* const next = static_cast<int64_t*>(counts.data());
    std::fill_n(next, rows, 0);
    for (int64_t i = 0; i < view.count; ++i) ++next[view.At(i)[0]];
    bool* const empty = static_cast<bool*>(is_empty->data());
    int64_t total = 0;
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t size = next[row];
      empty[row] = size == 0;
      next[row] = total;
      total += std::max<int64_t>(size, 1);
    }
    OP_REQUIRES_OK(context, SetElements(context, view, total, empty, next));
  }

 private:
  // Value_rowids, values and nrows as a sparse tensor of one dimension.
  static absl::Status ReadRows(OpKernelContext* context, SparseView* view) {
    const Tensor& rows = context->input(0);
    const Tensor& count = context->input(2);
    if (rows.dims() != 1 || rows.shape() != context->input(1).shape() || count.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "value_rowids and values must be vectors of one length and nrows a scalar, got shapes ",
          rows.shape().DebugString(), ", ", context->input(1).shape().DebugString(), " and ",
          count.shape().DebugString()));
    }
    view->sizes = {*static_cast<const int64_t*>(count.data())};
    if (view->sizes[0] < 0)
      return absl::InvalidArgumentError(
          absl::StrCat("nrows must not be below 0, it is ", view->sizes[0]));
    view->indices = static_cast<const int64_t*>(rows.data());
    view->values = &context->input(1);
    view->count = rows.NumElements();
    view->rank = 1;
    return absl::OkStatus();
  }

  static absl::Status CheckInputs(OpKernelContext* context, const SparseView& view) {
    if (context->input(3).dims() != 0)
      return absl::InvalidArgumentError("default_value must be a scalar");
    if (view.rank == 0)
      return absl::InvalidArgumentError("Dense shape cannot be empty: there are no rows to fill");
    const int64_t rows = view.sizes[0];
    for (int64_t i = 0; i < view.count; ++i) {
      const int64_t row = view.At(i)[0];
      if (row >= 0 && row < rows) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("indices(", i, ", 0) is invalid: ", row, " is not in [0, ", rows, ")"));
    }
    return absl::OkStatus();
  }

  // The indices of the elements that empty rows get: column 0.
  static void FillIndices(const SparseView& view, const bool* empty, const int64_t* next,
                          int64_t* indices) {
    for (int64_t row = 0; row < view.sizes[0]; ++row) {
      if (!empty[row]) continue;
      int64_t* const index = indices + next[row] * view.rank;
      std::fill_n(index, view.rank, 0);
      index[0] = row;
    }
  }

  absl::Status SetElements(OpKernelContext* context, const SparseView& view, int64_t total,
                           const bool* empty, int64_t* next) const {
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    Tensor* map = nullptr;
    TensorShape shape({total});
    if (!is_ragged_) OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(view.rank));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({total}), &values));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(3, TensorShape({view.count}), &map));
    int64_t* const to_indices = static_cast<int64_t*>(indices->data());
    int64_t* const to_map = static_cast<int64_t*>(map->data());
    FillIndices(view, empty, next, to_indices);
    WithElements(values->dtype(), [&](auto elements) {
      using E = decltype(elements);
      const char* const from = static_cast<const char*>(view.values->data());
      const char* const filler = static_cast<const char*>(context->input(3).data());
      char* const to = static_cast<char*>(values->data());
      for (int64_t row = 0; row < view.sizes[0]; ++row) {
        if (empty[row]) E::CopyOne(filler, to + next[row] * E::kSize);
      }
      for (int64_t i = 0; i < view.count; ++i) {
        const int64_t place = next[view.At(i)[0]]++;
        to_map[i] = place;
        std::copy_n(view.At(i), view.rank, to_indices + place * view.rank);
        E::CopyOne(from + i * E::kSize, to + place * E::kSize);
      }
    });
    return absl::OkStatus();
  }

  const bool is_ragged_;
};

class RaggedFillEmptyRowsOp : public FillEmptyRowsOp {
 public:
  explicit RaggedFillEmptyRowsOp(OpKernelConstruction* context)
      : FillEmptyRowsOp(context, /*is_ragged=*/true) {}
};

REGISTER_KERNEL_BUILDER(Name("SparseFillEmptyRows").Device(DEVICE_CPU).HostMemory("dense_shape"),
                        FillEmptyRowsOp);
REGISTER_KERNEL_BUILDER(Name("RaggedFillEmptyRows").Device(DEVICE_CPU).HostMemory("nrows"),
                        RaggedFillEmptyRowsOp);

// The gradients of the values, and the sum of the others, which are those of the default value.
template <typename T>
class FillEmptyRowsGradOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& map = context->input(0);
    const Tensor& grads = context->input(1);
    OP_REQUIRES(context, map.dims() == 1 && grads.dims() == 1,
                absl::InvalidArgumentError(
                    absl::StrCat("reverse_index_map and grad_values must be vectors, got shapes ",
                                 map.shape().DebugString(), " and ", grads.shape().DebugString())));
    Tensor* of_values = nullptr;
    Tensor* of_default = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, map.shape(), &of_values));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape(), &of_default));
    const int64_t* const places = static_cast<const int64_t*>(map.data());
    const T* const grad = static_cast<const T*>(grads.data());
    std::vector<bool> taken(static_cast<size_t>(grads.NumElements()));
    for (int64_t i = 0; i < map.NumElements(); ++i) {
      OP_REQUIRES(
          context, places[i] >= 0 && places[i] < grads.NumElements(),
          absl::InvalidArgumentError(absl::StrCat("Elements in reverse index must be in [0, ",
                                                  grads.NumElements(), ") but got ", places[i])));
      static_cast<T*>(of_values->data())[i] = grad[places[i]];
      taken[static_cast<size_t>(places[i])] = true;
    }
    T sum = T(0);
    for (size_t i = 0; i < taken.size(); ++i) {
      if (!taken[i]) sum = static_cast<T>(sum + grad[i]);
    }
    *static_cast<T*>(of_default->data()) = sum;
  }
};

#define REGISTER_AS(op, T)                                                    \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          FillEmptyRowsGradOp<T>);
#define REGISTER(T)                         \
  REGISTER_AS("SparseFillEmptyRowsGrad", T) \
  REGISTER_AS("RaggedFillEmptyRowsGrad", T)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_AS

}  // namespace
}  // namespace opgraft_internal

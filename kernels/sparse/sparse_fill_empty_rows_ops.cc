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

// Gives each row that has no element one at column 0. Elements are put in the order of rows; within
// a row they stay in theirs.
class SparseFillEmptyRowsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, ReadInputs(context, &view));
    const int64_t rows = view.sizes[0];
    // Where the elements of each row begin in the output, counted by rows first.
    std::vector<int64_t> next(static_cast<size_t>(rows));
    for (int64_t i = 0; i < view.count; ++i) ++next[static_cast<size_t>(view.At(i)[0])];
    Tensor* is_empty = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(2, TensorShape({rows}), &is_empty));
    bool* const empty = static_cast<bool*>(is_empty->data());
    int64_t total = 0;
    for (size_t row = 0; row < next.size(); ++row) {
      const int64_t size = next[row];
      empty[row] = size == 0;
      next[row] = total;
      total += std::max<int64_t>(size, 1);
    }
    OP_REQUIRES_OK(context, SetElements(context, view, total, empty, std::move(next)));
  }

 private:
  static absl::Status ReadInputs(OpKernelContext* context, SparseView* view) {
    OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, 0, "input", view));
    if (context->input(3).dims() != 0)
      return absl::InvalidArgumentError("default_value must be a scalar");
    if (view->rank == 0)
      return absl::InvalidArgumentError("Dense shape cannot be empty: there are no rows to fill");
    const int64_t rows = view->sizes[0];
    for (int64_t i = 0; i < view->count; ++i) {
      const int64_t row = view->At(i)[0];
      if (row >= 0 && row < rows) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("indices(", i, ", 0) is invalid: ", row, " is not in [0, ", rows, ")"));
    }
    return absl::OkStatus();
  }

  static absl::Status SetElements(OpKernelContext* context, const SparseView& view, int64_t total,
                                  const bool* empty, std::vector<int64_t> next) {
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    Tensor* map = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape({total, view.rank}), &indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({total}), &values));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(3, TensorShape({view.count}), &map));
    int64_t* const to_indices = static_cast<int64_t*>(indices->data());
    int64_t* const to_map = static_cast<int64_t*>(map->data());
    WithElements(values->dtype(), [&](auto elements) {
      using E = decltype(elements);
      const char* const from = static_cast<const char*>(view.values->data());
      char* const to = static_cast<char*>(values->data());
      for (size_t row = 0; row < next.size(); ++row) {
        if (!empty[row]) continue;
        int64_t* const index = to_indices + next[row] * view.rank;
        std::fill_n(index, view.rank, 0);
        index[0] = static_cast<int64_t>(row);
        E::CopyOne(static_cast<const char*>(context->input(3).data()), to + next[row] * E::kSize);
      }
      for (int64_t i = 0; i < view.count; ++i) {
        const int64_t place = next[static_cast<size_t>(view.At(i)[0])]++;
        to_map[i] = place;
        std::copy_n(view.At(i), view.rank, to_indices + place * view.rank);
        E::CopyOne(from + i * E::kSize, to + place * E::kSize);
      }
    });
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("SparseFillEmptyRows").Device(DEVICE_CPU).HostMemory("dense_shape"),
                        SparseFillEmptyRowsOp);

// The gradients of the values, and the sum of the others, which are those of the default value.
template <typename T>
class SparseFillEmptyRowsGradOp : public OpKernel {
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

#define REGISTER(T)                                                              \
  REGISTER_KERNEL_BUILDER(                                                       \
      Name("SparseFillEmptyRowsGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      SparseFillEmptyRowsGradOp<T>)
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

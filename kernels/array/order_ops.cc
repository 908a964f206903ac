// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The largest elements, and the n-th one: TopK and NthElement.
#include <algorithm>
#include <functional>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/array/order_entries.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// Brings the k largest of n entries to the front, in the order in which TensorFlow leaves them:
// that of a heap whose least element is replaced by each larger one that follows.
template <typename Entry>
void HeapTop(Entry* entries, int64_t n, int64_t k) {
  if (k == 0 || k == n) return SortTop(entries, n, k);
  const auto better = std::greater<>();
  std::make_heap(entries, entries + k + 1, better);
  std::pop_heap(entries, entries + k + 1, better);
  for (int64_t i = k + 1; i < n; ++i) {
    if (!better(entries[i], entries[0])) continue;
    std::pop_heap(entries, entries + k, better);
    entries[k - 1] = entries[i];
    std::push_heap(entries, entries + k, better);
  }
}

// The rows along the last dimension.
OrderedRows LastRows(const Tensor& input) {
  OrderedRows rows;
  rows.length = input.dim_size(input.dims() - 1);
  return rows;
}

// TopK, whose k is an attr, and TopKV2, whose k is an input. ApproxTopK, which may be wrong to be
// quicker on other devices, is right on a CPU.
class TopKOp : public OpKernel {
 public:
  explicit TopKOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    if (ctx->HasAttr("sorted")) OP_REQUIRES_OK(ctx, ctx->GetAttr("sorted", &sorted_));
    if (num_inputs() == 1) OP_REQUIRES_OK(ctx, ctx->GetAttr("k", &k_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    int64_t k = k_;
    OP_REQUIRES_OK(ctx, ReadK(ctx, &k));
    TensorShape shape = input.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(shape.dims() - 1, k));
    Tensor* values = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &indices));
    if (k == 0) return;
    OP_REQUIRES_OK(ctx, HasLongEntries(input.dtype())
                            ? FindTop<LongEntry>(ctx, input, k, values, indices)
                            : FindTop<ShortEntry>(ctx, input, k, values, indices));
  }

 private:
  template <typename Entry>
  absl::Status FindTop(OpKernelContext* ctx, const Tensor& input, int64_t k, Tensor* values,
                       Tensor* indices) const {
    const int64_t n = input.dim_size(input.dims() - 1);
    return ForEachRow<Entry>(ctx, input, LastRows(input), [&](int64_t row, Entry* entries) {
      sorted_ ? SortTop(entries, n, k) : HeapTop(entries, n, k);
      CopyValues(input.dtype(), ElementAt(input, row * n), 1, entries, k,
                 ElementAt(values, row * k));
      for (int64_t i = 0; i < k; ++i) WriteIndex(entries[i].place(), row * k + i, indices);
    });
  }

  absl::Status ReadK(OpKernelContext* ctx, int64_t* k) const {
    if (ctx->num_inputs() > 1) {
      if (ctx->input(1).dims() != 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("k must be scalar, got shape ", ctx->input(1).shape().DebugString()));
      }
      *k = IndexAt(ctx->input(1), 0);
    }
    const TensorShape& input = ctx->input(0).shape();
    if (*k < 0) return absl::InvalidArgumentError(absl::StrCat("Need k >= 0, got ", *k));
    if (input.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must be >= 1-D, got shape ", input.DebugString()));
    }
    const int64_t n = input.dim_size(input.dims() - 1);
    const int64_t most = output_type(1) == DT_INT16 ? std::numeric_limits<int16_t>::max()
                                                    : std::numeric_limits<int32_t>::max();
    if (n > most) {
      return absl::InvalidArgumentError(
          absl::StrCat("The last dimension of the input must be <= ", most, ", got ", n));
    }
    if (*k <= n) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("input must have at least k columns. Had ", n, ", needed ", *k));
  }

  static void WriteIndex(int64_t place, int64_t i, Tensor* indices) {
    void* const to = indices->data();
    if (indices->dtype() == DT_INT32) {
      static_cast<int32_t*>(to)[i] = static_cast<int32_t>(place);
    } else if (indices->dtype() == DT_INT64) {
      static_cast<int64_t*>(to)[i] = place;
    } else {
      static_cast<int16_t*>(to)[i] = static_cast<int16_t>(place);
    }
  }

  bool sorted_ = true;
  int64_t k_ = 0;
};

class ApproxTopKOp : public TopKOp {
 public:
  explicit ApproxTopKOp(OpKernelConstruction* ctx) : TopKOp(ctx) {
    int64_t dimension = 0;
    bool is_max = false;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reduction_dimension", &dimension));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("is_max_k", &is_max));
    OP_REQUIRES(ctx, dimension == -1 && is_max,
                absl::NotFoundError("a CPU finds the largest elements along the last dimension "
                                    "only: reduction_dimension must be -1, is_max_k true"));
  }
};

class NthElementOp : public OpKernel {
 public:
  explicit NthElementOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reverse", &reverse_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    int64_t n = 0;
    OP_REQUIRES_OK(ctx, ReadN(input.shape(), ctx->input(1), &n));
    const int64_t from_largest = reverse_ ? n : input.dim_size(input.dims() - 1) - 1 - n;
    TensorShape shape = input.shape();
    shape.RemoveLastDims(1);
    Tensor* values = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, HasLongEntries(input.dtype())
                            ? FindNth<LongEntry>(ctx, input, from_largest, values)
                            : FindNth<ShortEntry>(ctx, input, from_largest, values));
  }

 private:
  template <typename Entry>
  static absl::Status FindNth(OpKernelContext* ctx, const Tensor& input, int64_t from_largest,
                              Tensor* values) {
    const int64_t size = input.dim_size(input.dims() - 1);
    return ForEachRow<Entry>(ctx, input, LastRows(input), [&](int64_t row, Entry* entries) {
      std::nth_element(entries, entries + from_largest, entries + size, std::greater<>());
      CopyValues(input.dtype(), ElementAt(input, row * size), 1, entries + from_largest, 1,
                 ElementAt(values, row));
    });
  }

  static absl::Status ReadN(const TensorShape& input, const Tensor& tensor, int64_t* n) {
    if (tensor.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("N must be scalar but has rank ", tensor.dims()));
    }
    *n = IndexAt(tensor, 0);
    if (*n < 0) {
      return absl::InvalidArgumentError(absl::StrCat("n must be non-negative but is ", *n));
    }
    if (input.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input must be >= 1-D, got shape ", input.DebugString()));
    }
    const int64_t size = input.dim_size(input.dims() - 1);
    if (size > std::numeric_limits<int32_t>::max()) {
      return absl::InvalidArgumentError(absl::StrCat("Input has rows of ", size, " elements"));
    }
    if (size > *n) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Input must have last dimension > n = ", *n));
  }

  bool reverse_ = false;
};

#define REGISTER_ORDER(op, T, Class) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Class)
#define REGISTER_ALL(T)                \
  REGISTER_ORDER("TopK", T, TopKOp);   \
  REGISTER_ORDER("TopKV2", T, TopKOp); \
  REGISTER_ORDER("NthElement", T, NthElementOp);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_ALL);
#undef REGISTER_ALL
REGISTER_ORDER("ApproxTopK", half, ApproxTopKOp);
REGISTER_ORDER("ApproxTopK", bfloat16, ApproxTopKOp);
REGISTER_ORDER("ApproxTopK", float, ApproxTopKOp);
#undef REGISTER_ORDER

}  // namespace
}  // namespace opgraft_internal

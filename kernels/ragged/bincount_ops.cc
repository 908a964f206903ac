// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RaggedBincount and SparseBincount: how often each number occurs in a row, or the sum of its
// weights.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "kernels/ragged/row_splits.h"
#include "kernels/ragged/sparse_inputs.h"

namespace opgraft_internal {
namespace {

template <typename T>
class BincountOpBase : public OpKernel {
 public:
  explicit BincountOpBase(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("binary_output", &is_binary_));
  }

 protected:
  // Counts values[i] in row rows[i] of the output; without rows the output is a vector.
  absl::Status Count(OpKernelContext* context, const Tensor& values, const Tensor& size,
                     const Tensor& weights, const std::vector<int64_t>& rows,
                     const TensorShape& leading) const {
    if (size.NumElements() != 1 || size.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat("Shape must be rank 0 but is rank ",
                                                     size.dims(), ": size must be a scalar"));
    }
    const int64_t bins = IndexAt(size, 0);
    if (bins < 0)
      return absl::InvalidArgumentError(absl::StrCat("size (", bins, ") must be non-negative"));
    OPGRAFT_RETURN_IF_ERROR(CheckWeights(values.shape(), weights.shape()));
    TensorShape shape = leading;
    OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(bins));
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, shape, &output));
    T* const counts = static_cast<T*>(output->data());
    std::fill_n(counts, output->NumElements(), T(0));
    const T* const weight =
        weights.NumElements() == 0 ? nullptr : static_cast<const T*>(weights.data());
    for (int64_t i = 0; i < values.NumElements(); ++i) {
      const int64_t value = IndexAt(values, i);
      if (value < 0) return absl::InvalidArgumentError("Input must be non-negative");
      if (value >= bins) continue;
      T* const count = counts + (rows.empty() ? 0 : rows[static_cast<size_t>(i)]) * bins + value;
      const T addend = weight == nullptr ? T(1) : weight[i];
      *count = is_binary_ ? T(1) : static_cast<T>(*count + addend);
    }
    return absl::OkStatus();
  }

 private:
  static absl::Status CheckWeights(const TensorShape& values, const TensorShape& weights) {
    if (weights.num_elements() == 0 || weights == values) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("weights must have the shape of values, ",
                                                   values.DebugString(), ", or no element; got ",
                                                   weights.DebugString()));
  }

  bool is_binary_ = false;
};

template <typename T>
class RaggedBincountOp : public BincountOpBase<T> {
 public:
  using BincountOpBase<T>::BincountOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(1);
    RowSplits splits;
    OP_REQUIRES_OK(context, ReadRowSplits(context->input(0), values.NumElements(), &splits));
    std::vector<int64_t> rows(static_cast<size_t>(values.NumElements()));
    for (size_t row = 0; row + 1 < splits.size(); ++row)
      std::fill(rows.begin() + splits[row], rows.begin() + splits[row + 1],
                static_cast<int64_t>(row));
    OP_REQUIRES_OK(context, this->Count(context, values, context->input(2), context->input(3), rows,
                                        TensorShape({RowCount(splits)})));
  }
};

template <typename T>
class SparseBincountOp : public BincountOpBase<T> {
 public:
  using BincountOpBase<T>::BincountOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& indices = context->input(0);
    const Tensor& values = context->input(1);
    const Tensor& sizes = context->input(2);
    OP_REQUIRES_OK(context, CheckSparseShapes(indices, values, sizes));
    std::vector<int64_t> rows;
    TensorShape leading;
    OP_REQUIRES_OK(context, ReadRows(indices, sizes, &rows, &leading));
    OP_REQUIRES_OK(
        context, this->Count(context, values, context->input(3), context->input(4), rows, leading));
  }

 private:
  // Of a vector there are no rows, of others the first dimension has them.
  static absl::Status ReadRows(const Tensor& indices, const Tensor& sizes,
                               std::vector<int64_t>* rows, TensorShape* leading) {
    const int64_t rank = sizes.NumElements();
    if (rank > 1) OPGRAFT_RETURN_IF_ERROR(leading->AddDimWithStatus(IndexAt(sizes, 0)));
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int64_t index = IndexAt(indices, i);
      const int64_t size = IndexAt(sizes, i % rank);
      if (index < 0 || index >= size) {
        return absl::InvalidArgumentError(absl::StrCat("Sparse index indices[", i / rank, ", ",
                                                       i % rank, "] = ", index,
                                                       " is out of bounds: the size is ", size));
      }
      if (rank > 1 && i % rank == 0) rows->push_back(index);
    }
    return absl::OkStatus();
  }
};

#define REGISTER(T)                                                                         \
  REGISTER_KERNEL_BUILDER(Name("RaggedBincount").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          RaggedBincountOp<T>);                                             \
  REGISTER_KERNEL_BUILDER(Name("SparseBincount").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          SparseBincountOp<T>)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

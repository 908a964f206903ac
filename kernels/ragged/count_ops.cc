// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// DenseCountSparseOutput, SparseCountSparseOutput and RaggedCountSparseOutput: how often each
// number occurs in each row, as a sparse tensor.
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

// A number in a row, and where its weight is.
struct Occurrence {
  int64_t row;
  int64_t value;
  int64_t place;

  bool operator<(const Occurrence& other) const {
    if (row != other.row) return row < other.row;
    return value != other.value ? value < other.value : place < other.place;
  }
};

// What of a vector or of rows was found.
struct Occurrences {
  std::vector<Occurrence> found;
  int64_t rows = 0;
  bool has_rows = false;  // else the result is a vector
};

template <typename W>
class CountOpBase : public OpKernel {
 public:
  explicit CountOpBase(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("minlength", &min_length_));
    OP_REQUIRES_OK(context, context->GetAttr("maxlength", &max_length_));
    OP_REQUIRES_OK(context, context->GetAttr("binary_output", &is_binary_));
  }

 protected:
  static absl::Status CheckWeights(const Tensor& weights, const Tensor& values) {
    if (weights.NumElements() == 0 || weights.shape() == values.shape()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Weights and values must have the same shape. Weight shape: ",
        weights.shape().DebugString(), "; values shape: ", values.shape().DebugString()));
  }

  // Sets the outputs from numbers in any order. Those that are not counted are left out.
  absl::Status SetCounts(OpKernelContext* context, const Tensor& weights,
                         Occurrences* occurrences) const {
    std::vector<Occurrence>& found = occurrences->found;
    if (max_length_ >= 0) {
      found.erase(
          std::remove_if(found.begin(), found.end(),
                         [this](const Occurrence& one) { return one.value >= max_length_; }),
          found.end());
    }
    std::sort(found.begin(), found.end());
    int64_t different = 0, longest = 1;
    for (size_t i = 0; i < found.size(); ++i) {
      different += i == 0 || IsOther(found[i - 1], found[i]) ? 1 : 0;
      longest = std::max(longest, found[i].value + 1);
    }
    const int64_t size = max_length_ >= 0 ? max_length_ : std::max(longest, min_length_);
    OPGRAFT_RETURN_IF_ERROR(SetElements(context, weights, *occurrences, different));
    Tensor* shape = nullptr;
    const int rank = occurrences->has_rows ? 2 : 1;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(2, TensorShape({rank}), &shape));
    int64_t* const sizes = static_cast<int64_t*>(shape->data());
    sizes[0] = occurrences->rows;
    sizes[rank - 1] = size;
    return absl::OkStatus();
  }

 private:
  static bool IsOther(const Occurrence& a, const Occurrence& b) {
    return a.row != b.row || a.value != b.value;
  }

  absl::Status SetElements(OpKernelContext* context, const Tensor& weights,
                           const Occurrences& occurrences, int64_t different) const {
    const std::vector<Occurrence>& found = occurrences.found;
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    const int rank = occurrences.has_rows ? 2 : 1;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape({different, rank}), &indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({different}), &values));
    int64_t* index = static_cast<int64_t*>(indices->data());
    W* count = static_cast<W*>(values->data()) - 1;
    const W* const weight =
        weights.NumElements() == 0 ? nullptr : static_cast<const W*>(weights.data());
    for (size_t i = 0; i < found.size(); ++i) {
      if (i == 0 || IsOther(found[i - 1], found[i])) {
        if (occurrences.has_rows) *index++ = found[i].row;
        *index++ = found[i].value;
        *++count = W(0);
      }
      const W more = weight == nullptr ? W(1) : weight[found[i].place];
      *count = is_binary_ ? W(1) : static_cast<W>(*count + more);
    }
    return absl::OkStatus();
  }

  int64_t min_length_ = -1;
  int64_t max_length_ = -1;
  bool is_binary_ = false;
};

absl::Status ReadValue(const Tensor& values, int64_t place, int64_t row, Occurrences* to) {
  const int64_t value = IndexAt(values, place);
  if (value < 0)
    return absl::InvalidArgumentError(
        absl::StrCat("Input values must all be non-negative, got ", value));
  to->found.push_back({row, value, place});
  return absl::OkStatus();
}

template <typename W>
class DenseCountOp : public CountOpBase<W> {
 public:
  using CountOpBase<W>::CountOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(0);
    OP_REQUIRES_OK(context, this->CheckWeights(context->input(1), values));
    OP_REQUIRES(
        context, values.dims() == 1 || values.dims() == 2,
        absl::InvalidArgumentError(absl::StrCat("Input must be a 1 or 2-dimensional tensor. Got: ",
                                                values.shape().DebugString())));
    Occurrences counts;
    counts.has_rows = values.dims() == 2;
    counts.rows = counts.has_rows ? values.dim_size(0) : 1;
    const int64_t columns = values.dim_size(values.dims() - 1);
    for (int64_t i = 0; i < values.NumElements(); ++i)
      OP_REQUIRES_OK(context, ReadValue(values, i, i / columns, &counts));
    if (!counts.has_rows) {
      for (Occurrence& one : counts.found) one.row = 0;
    }
    OP_REQUIRES_OK(context, this->SetCounts(context, context->input(1), &counts));
  }
};

template <typename W>
class SparseCountOp : public CountOpBase<W> {
 public:
  using CountOpBase<W>::CountOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& indices = context->input(0);
    const Tensor& values = context->input(1);
    const Tensor& sizes = context->input(2);
    OP_REQUIRES_OK(context, this->CheckWeights(context->input(3), values));
    OP_REQUIRES_OK(context, CheckSparseShapes(indices, values, sizes));
    const int64_t* const size = static_cast<const int64_t*>(sizes.data());
    const int64_t rank = sizes.NumElements();
    Occurrences counts;
    counts.has_rows = rank > 1;
    counts.rows = counts.has_rows ? size[0] : 1;
    const int64_t* index = static_cast<const int64_t*>(indices.data());
    for (int64_t i = 0; i < values.NumElements(); ++i, index += rank) {
      OP_REQUIRES_OK(context, CheckIndex(index, size, rank, i));
      OP_REQUIRES_OK(context, ReadValue(values, i, counts.has_rows ? index[0] : 0, &counts));
    }
    OP_REQUIRES_OK(context, this->SetCounts(context, context->input(3), &counts));
  }

 private:
  static absl::Status CheckIndex(const int64_t* index, const int64_t* size, int64_t rank,
                                 int64_t i) {
    for (int64_t d = 0; d < rank; ++d) {
      if (index[d] >= 0 && index[d] < size[d]) continue;
      return absl::InvalidArgumentError(absl::StrCat("Index value at ", i, ", ", d,
                                                     " is out of bounds: ", index[d],
                                                     " is not in [0, ", size[d], ")"));
    }
    return absl::OkStatus();
  }
};

template <typename W>
class RaggedCountOp : public CountOpBase<W> {
 public:
  using CountOpBase<W>::CountOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(1);
    OP_REQUIRES_OK(context, this->CheckWeights(context->input(2), values));
    RowSplits splits;
    OP_REQUIRES_OK(context, ReadRowSplits(context->input(0), values.NumElements(), &splits));
    Occurrences counts;
    counts.has_rows = true;
    counts.rows = RowCount(splits);
    for (size_t row = 0; row + 1 < splits.size(); ++row) {
      for (int64_t i = splits[row]; i < splits[row + 1]; ++i)
        OP_REQUIRES_OK(context, ReadValue(values, i, static_cast<int64_t>(row), &counts));
    }
    OP_REQUIRES_OK(context, this->SetCounts(context, context->input(2), &counts));
  }
};

#define REGISTER_OP_KERNEL(op, Kernel, W) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<W>("output_type"), Kernel<W>)
#define REGISTER(W)                                                \
  REGISTER_OP_KERNEL("DenseCountSparseOutput", DenseCountOp, W);   \
  REGISTER_OP_KERNEL("SparseCountSparseOutput", SparseCountOp, W); \
  REGISTER_OP_KERNEL("RaggedCountSparseOutput", RaggedCountOp, W)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER
#undef REGISTER_OP_KERNEL

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RaggedTensorToVariant and RaggedTensorFromVariant: ragged tensors as elements of a tensor of
// variants, so that loops over rows (tf.map_fn) can hand them on.
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/variant.h"
#include "kernels/list/nesting.h"
#include "kernels/list/ragged_value.h"
#include "kernels/list/tensor_list.h"
#include "kernels/ragged/row_splits.h"

namespace opgraft_internal {
namespace {

// A vector of int32 or int64. INVALID_ARGUMENT if a number does not fit.
absl::Status MakeSplits(OpKernelContext* context, DataType type, const RowSplits& splits,
                        Tensor* tensor) {
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type, TensorShape({static_cast<int64_t>(splits.size())}), tensor));
  for (size_t i = 0; i < splits.size(); ++i) {
    if (type == DT_INT64) {
      static_cast<int64_t*>(tensor->data())[i] = splits[i];
    } else if (splits[i] <= INT32_MAX) {
      static_cast<int32_t*>(tensor->data())[i] = static_cast<int32_t>(splits[i]);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("Row split ", splits[i], " does not fit into int32: use int64 splits"));
    }
  }
  return absl::OkStatus();
}

class RaggedTensorToVariantOp : public OpKernel {
 public:
  explicit RaggedTensorToVariantOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("batched_input", &batched_input_));
    OP_REQUIRES_OK(context, context->GetAttr("RAGGED_RANK", &rank_));
    OP_REQUIRES_OK(context, context->GetAttr("Tsplits", &split_type_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& values = context->input(rank_);
    Tensor* output = nullptr;
    std::vector<RowSplits> nested;
    int nesting = 0;
    OP_REQUIRES_OK(context, Nest(values, &nesting));
    if (rank_ > 0 || batched_input_)
      OP_REQUIRES_OK(context, ReadNestedSplits(context, rank_, values, &nested));
    if (!batched_input_) {
      RaggedValue whole;
      for (int i = 0; i < rank_; ++i) whole.splits.push_back(context->input(i));
      whole.values = values;
      whole.nesting = nesting;
      OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &output));
      output->scalar<Variant>()() = std::move(whole);
      return;
    }
    const int64_t rows = rank_ > 0 ? RowCount(nested[0]) : values.dim_size(0);
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({rows}), &output));
    for (int64_t row = 0; row < rows; ++row) {
      RaggedValue one;
      OP_REQUIRES_OK(context, TakeRow(context, values, nested, row, &one));
      one.nesting = nesting;
      output->vec<Variant>()(row) = std::move(one);
    }
  }

 private:
  // Row `row` of the outermost dimension; without any splits a row of the values.
  absl::Status TakeRow(OpKernelContext* context, const Tensor& values,
                       const std::vector<RowSplits>& nested, int64_t row, RaggedValue* one) const {
    TensorShape shape = values.shape();
    if (rank_ == 0) {
      shape.RemoveDim(0);
      return CopyRows(context, values, row, 1, shape, &one->values);
    }
    int64_t begin = nested[0][static_cast<size_t>(row)];
    int64_t end = nested[0][static_cast<size_t>(row) + 1];
    for (size_t i = 1; i < nested.size(); ++i) {
      RowSplits own;
      for (int64_t k = begin; k <= end; ++k)
        own.push_back(nested[i][static_cast<size_t>(k)] - nested[i][static_cast<size_t>(begin)]);
      OPGRAFT_RETURN_IF_ERROR(MakeSplits(context, split_type_, own, &one->splits.emplace_back()));
      begin = nested[i][static_cast<size_t>(begin)];
      end = begin + own.back();
    }
    shape.set_dim(0, end - begin);
    return CopyRows(context, values, begin, end - begin, shape, &one->values);
  }

  bool batched_input_ = false;
  int rank_ = 0;
  DataType split_type_ = DT_INT64;
};

class RaggedTensorFromVariantOp : public OpKernel {
 public:
  explicit RaggedTensorFromVariantOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("input_ragged_rank", &input_rank_));
    OP_REQUIRES_OK(context, context->GetAttr("output_ragged_rank", &output_rank_));
    OP_REQUIRES_OK(context, context->GetAttr("Tvalues", &value_type_));
    OP_REQUIRES_OK(context, context->GetAttr("Tsplits", &split_type_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& encoded = context->input(0);
    const int rank = input_rank_ < 0 ? output_rank_ - encoded.dims() : input_rank_;
    OP_REQUIRES(context, rank >= 0 && output_rank_ == encoded.dims() + rank,
                absl::InvalidArgumentError(
                    absl::StrCat("output_ragged_rank must be equal to input_ragged_rank + "
                                 "encoded_ragged.dims(); output_ragged_rank: ",
                                 output_rank_, ", input_ragged_rank: ", rank,
                                 ", encoded_ragged.dims(): ", encoded.dims())));
    std::vector<const RaggedValue*> parts;
    for (int64_t i = 0; i < encoded.NumElements(); ++i) {
      parts.push_back(encoded.flat<Variant>()(i).get<RaggedValue>());
      OP_REQUIRES_OK(context, CheckPart(parts.back(), i, rank));
    }
    if (encoded.dims() == 0) return PutWhole(context, *parts[0]);
    OP_REQUIRES_OK(context, PutOuterSplits(context, encoded.shape(), parts));
    for (int i = 0; i < rank; ++i)
      OP_REQUIRES_OK(context, PutInnerSplits(context, i, encoded.dims() + i, parts));
    OP_REQUIRES_OK(context, PutValues(context, parts));
  }

 private:
  absl::Status CheckPart(const RaggedValue* part, int64_t i, int rank) const {
    if (part == nullptr) {
      return absl::InvalidArgumentError(absl::StrCat("Input Variant element at index ", i,
                                                     " doesn't hold a RaggedTensorVariant"));
    }
    if (static_cast<int>(part->splits.size()) != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("Encoded input RaggedTensorVariant has ragged_rank=", part->splits.size(),
                       ".  Expected ragged_rank=", rank, "."));
    }
    if (part->values.dtype() != value_type_) {
      return absl::InvalidArgumentError(
          absl::StrCat("Expected values Tensor dtype: ", DataTypeString(value_type_),
                       ", found: ", DataTypeString(part->values.dtype())));
    }
    if (part->values.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Ragged values must have rank >= 1; encoded scalar element at index ", i,
                       " is a scalar"));
    }
    for (const Tensor& splits : part->splits) {
      if (splits.dtype() == split_type_ && splits.dims() == 1 && splits.NumElements() > 0) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected row_splits of dtype ", DataTypeString(split_type_),
          " and of rank 1, found: ", DataTypeString(splits.dtype()), splits.shape().DebugString()));
    }
    return absl::OkStatus();
  }

  void PutWhole(OpKernelContext* context, const RaggedValue& whole) const {
    for (int i = 0; i < output_rank_; ++i)
      context->set_output(i, whole.splits[static_cast<size_t>(i)]);
    context->set_output(output_rank_, whole.values);
  }

  // How many rows a part has.
  static int64_t RowsOf(const RaggedValue& part) {
    return part.splits.empty() ? part.values.dim_size(0) : part.splits[0].NumElements() - 1;
  }

  absl::Status PutSplits(OpKernelContext* context, int index, const RowSplits& splits) const {
    Tensor tensor;
    OPGRAFT_RETURN_IF_ERROR(MakeSplits(context, split_type_, splits, &tensor));
    context->set_output(index, std::move(tensor));
    return absl::OkStatus();
  }

  // Those of the dimensions of the tensor of variants, of which only the last may be uneven.
  absl::Status PutOuterSplits(OpKernelContext* context, const TensorShape& shape,
                              const std::vector<const RaggedValue*>& parts) const {
    int64_t rows = 1;
    for (int d = 0; d + 1 < shape.dims(); ++d) {
      rows *= shape.dim_size(d);
      Tensor as_large;
      OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_INT64, TensorShape({rows + 1}), &as_large));
      RowSplits splits;
      for (int64_t row = 0; row <= rows; ++row) splits.push_back(row * shape.dim_size(d + 1));
      OPGRAFT_RETURN_IF_ERROR(PutSplits(context, d, splits));
    }
    RowSplits splits = {0};
    for (const RaggedValue* part : parts) splits.push_back(splits.back() + RowsOf(*part));
    return PutSplits(context, shape.dims() - 1, splits);
  }

  // Split `i` of all parts, one behind another.
  absl::Status PutInnerSplits(OpKernelContext* context, int i, int index,
                              const std::vector<const RaggedValue*>& parts) const {
    RowSplits joined = {0};
    for (const RaggedValue* part : parts) {
      const Tensor& own = part->splits[static_cast<size_t>(i)];
      const bool is_last = i + 1 == static_cast<int>(part->splits.size());
      const int64_t size = is_last ? part->values.dim_size(0)
                                   : part->splits[static_cast<size_t>(i) + 1].NumElements() - 1;
      RowSplits splits;
      OPGRAFT_RETURN_IF_ERROR(ReadRowSplits(own, size, &splits));
      const int64_t before = joined.back();
      for (size_t k = 1; k < splits.size(); ++k) joined.push_back(before + splits[k]);
    }
    return PutSplits(context, index, joined);
  }

  absl::Status PutValues(OpKernelContext* context,
                         const std::vector<const RaggedValue*>& parts) const {
    TensorShape shape({0});
    if (!parts.empty()) shape = parts[0]->values.shape();
    int64_t rows = 0;
    for (const RaggedValue* part : parts) {
      TensorShape own = part->values.shape();
      rows += own.dims() > 0 ? own.dim_size(0) : 0;
      if (own.dims() == shape.dims()) own.set_dim(0, shape.dim_size(0));
      if (own == shape) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "Shapes of values must match for all components but for their first dimension, not ",
          shape.DebugString(), " and ", part->values.shape().DebugString()));
    }
    OPGRAFT_RETURN_IF_ERROR(shape.SetDimWithStatus(0, rows));
    Tensor* values = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(output_rank_, shape, &values));
    int64_t offset = 0;
    for (const RaggedValue* part : parts) {
      CopyInto(part->values, offset, values);
      offset += part->values.NumElements();
    }
    return absl::OkStatus();
  }

  int input_rank_ = -1;
  int output_rank_ = 0;
  DataType value_type_ = DT_INVALID;
  DataType split_type_ = DT_INT64;
};

// The gradients of the rows, joined: those of the values. Of one they are as they come.
class RaggedTensorToVariantGradientOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& encoded = context->input(0);
    TensorShape shape;
    OP_REQUIRES_OK(context, MakeShape(context->input(2), &shape));
    std::vector<Tensor> rows(static_cast<size_t>(encoded.NumElements()));
    int64_t elements = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      OP_REQUIRES_OK(context, ReadRow(context, static_cast<int64_t>(i), shape, &rows[i]));
      elements += rows[i].NumElements();
    }
    if (rows.size() == 1) return context->set_output(0, rows[0]);
    OP_REQUIRES(context, elements == shape.num_elements(),
                absl::InvalidArgumentError(absl::StrCat("the gradients have ", elements,
                                                        " elements, dense_values_shape is ",
                                                        shape.DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    int64_t offset = 0;
    for (const Tensor& row : rows) {
      CopyInto(row, offset, output);
      offset += row.NumElements();
    }
  }

 private:
  static absl::Status MakeShape(const Tensor& sizes, TensorShape* shape) {
    if (sizes.dims() != 1) return absl::InvalidArgumentError("dense_values_shape must be a vector");
    return TensorShapeUtils::MakeShape(static_cast<const int32_t*>(sizes.data()),
                                       sizes.NumElements(), shape);
  }

  // Zeros for a row that nothing depended on.
  absl::Status ReadRow(OpKernelContext* context, int64_t i, const TensorShape& whole,
                       Tensor* row) const {
    const Variant& variant = context->input(0).flat<Variant>()(i);
    if (variant.is_empty()) return MissingRow(context, i, whole, row);
    const auto* const value = variant.get<RaggedValue>();
    if (value == nullptr || value->values.dtype() != output_type(0)) {
      return absl::InvalidArgumentError(absl::StrCat("encoded_ragged_grad element ", i,
                                                     " is not a ragged tensor of ",
                                                     DataTypeString(output_type(0))));
    }
    *row = value->values;
    return absl::OkStatus();
  }

  absl::Status MissingRow(OpKernelContext* context, int64_t i, const TensorShape& whole,
                          Tensor* row) const {
    RowSplits splits;
    OPGRAFT_RETURN_IF_ERROR(ReadRowSplits(context->input(1), -1, &splits));
    if (RowCount(splits) != context->input(0).NumElements() || whole.dims() == 0)
      return absl::InvalidArgumentError("row_splits must have a row for each gradient");
    const auto at = static_cast<size_t>(i);
    TensorShape shape = whole;
    OPGRAFT_RETURN_IF_ERROR(shape.SetDimWithStatus(0, splits[at + 1] - splits[at]));
    return MakeZeros(context, output_type(0), shape, row);
  }
};

REGISTER_KERNEL_BUILDER(Name("RaggedTensorToVariantGradient").Device(DEVICE_CPU),
                        RaggedTensorToVariantGradientOp);
REGISTER_KERNEL_BUILDER(Name("RaggedTensorToVariant").Device(DEVICE_CPU), RaggedTensorToVariantOp);
REGISTER_KERNEL_BUILDER(Name("RaggedTensorFromVariant").Device(DEVICE_CPU),
                        RaggedTensorFromVariantOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorArrayGather and TensorArrayConcat, which make one tensor of elements, and
// TensorArrayScatter and TensorArraySplit, which make elements of one tensor.
//
//     elements        Gather of {0, 1}       elements        Concat
//     [1 2] [3 4]     [[1 2] [3 4]]          [1 2] [3]       [1 2 3], lengths [2 1]
#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/types/status_macros.h"
#include "kernels/list/on_array_op.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// TensorArrayGather: the elements at `indices`, or with `takes_all` all of them, in one tensor.
class GatherOp : public OnArrayOp {
 public:
  explicit GatherOp(OpKernelConstruction* ctx, bool takes_all = false)
      : OnArrayOp(ctx), takes_all_(takes_all) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape", &element_shape_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    const Tensor& indices = ctx->input(1);
    if (!takes_all_ && indices.dims() != 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Expected indices to be a vector, but received ",
                       "shape: ", indices.shape().DebugString()));
    const int64_t count = takes_all_ ? array->size() : indices.NumElements();
    std::vector<Tensor> elements(static_cast<size_t>(count));
    for (size_t i = 0; i < elements.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      OPGRAFT_RETURN_IF_ERROR(
          array->Read(ctx, takes_all_ ? at : indices.flat<int32_t>()(at), &elements[i]));
      if (elements[i].shape() == elements[0].shape()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray has inconsistent shapes.  Index 0 has shape: ",
                       elements[0].shape().DebugString(), " but index ", i,
                       " has shape: ", elements[i].shape().DebugString()));
    }
    TensorShape row;
    OPGRAFT_RETURN_IF_ERROR(RowOf(elements, *array, &row));
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(RowsShape(count, row, &shape));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
    for (size_t i = 0; i < elements.size(); ++i)
      CopyInto(elements[i], static_cast<int64_t>(i) * row.num_elements(), out);
    return absl::OkStatus();
  }

 private:
  absl::Status RowOf(const std::vector<Tensor>& elements, const TensorArray& array,
                     TensorShape* row) const {
    PartialTensorShape known;
    if (!element_shape_.MergeWith(array.element_shape(), &known).ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray was passed element_shape ", element_shape_.DebugString(),
                       " which does not match its own: ", array.element_shape().DebugString()));
    }
    if (!elements.empty()) {
      *row = elements[0].shape();
      return absl::OkStatus();
    }
    if (known.AsTensorShape(row)) return absl::OkStatus();
    return absl::UnimplementedError(absl::StrCat(
        "TensorArray has size zero, but element shape ", known.DebugString(),
        " is not fully defined. Currently only static shapes are supported when packing "
        "zero-size TensorArrays."));
  }

  const bool takes_all_;
  PartialTensorShape element_shape_;
};

class PackOp : public GatherOp {
 public:
  explicit PackOp(OpKernelConstruction* ctx) : GatherOp(ctx, /*takes_all=*/true) {}
};

class ConcatOp : public OnArrayOp {
 public:
  explicit ConcatOp(OpKernelConstruction* ctx) : OnArrayOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape_except0", &row_shape_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    const int64_t count = array->size();
    Tensor* lengths = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(1, TensorShape({count}), &lengths));
    std::vector<Tensor> elements(static_cast<size_t>(count));
    TensorShape row;
    if (count == 0 && !row_shape_.AsTensorShape(&row)) {
      return absl::UnimplementedError(absl::StrCat(
          "TensorArray has size zero, but element_shape_except0 ", row_shape_.DebugString(),
          " is not fully defined. Currently only static shapes are supported when concatenating "
          "zero-size TensorArrays."));
    }
    int64_t rows = 0;
    for (int64_t i = 0; i < count; ++i) {
      Tensor& element = elements[static_cast<size_t>(i)];
      OPGRAFT_RETURN_IF_ERROR(array->Read(ctx, i, &element));
      OPGRAFT_RETURN_IF_ERROR(CheckRow(i, element, &row));
      lengths->flat<int64_t>()(i) = element.dim_size(0);
      if (element.dim_size(0) > std::numeric_limits<int64_t>::max() - rows)
        return absl::InvalidArgumentError("the array's tensors have too many rows");
      rows += element.dim_size(0);
    }
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(RowsShape(rows, row, &shape));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
    int64_t offset = 0;
    for (const Tensor& element : elements) {
      CopyInto(element, offset, out);
      offset += element.NumElements();
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckRow(int64_t i, const Tensor& element, TensorShape* row) const {
    if (element.dims() < 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Concat saw a scalar shape at index ", i,
                       " but requires at least vectors.  Did you mean "
                       "to call pack?"));
    TensorShape rest = element.shape();
    rest.RemoveDim(0);
    if (i == 0) *row = rest;
    if (rest == *row && row_shape_.Admits(rest)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: ",
        row->DebugString(), " but index ", i,
        " has (excepting dimension 0) shape: ", rest.DebugString()));
  }

  PartialTensorShape row_shape_;
};

// TensorArrayScatter: writes row i to element indices[i], or with `puts_all`, which has no input
// `indices`, to element i.
class ScatterOp : public OnArrayOp {
 public:
  explicit ScatterOp(OpKernelConstruction* ctx, bool puts_all = false)
      : OnArrayOp(ctx), puts_all_(puts_all) {}

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    const Tensor& indices = ctx->input(1);
    const Tensor& value = ctx->input(puts_all_ ? 1 : 2);
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(value.dtype()));
    const bool has_rows =
        value.dims() > 0 &&
        (puts_all_ || (indices.dims() == 1 && indices.NumElements() == value.dim_size(0)));
    if (!has_rows) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected len(indices) == values.shape[0], but saw: ", indices.shape().DebugString(),
          " vs. ", value.shape().DebugString()));
    }
    const int64_t count = value.dim_size(0);
    const auto place = [&](int64_t i) {
      return puts_all_ ? i : int64_t{indices.flat<int32_t>()(i)};
    };
    int64_t size = 0;
    for (int64_t i = 0; i < count; ++i) size = std::max(size, place(i) + 1);
    OPGRAFT_RETURN_IF_ERROR(array->GrowTo(size));
    TensorShape shape = value.shape();
    shape.RemoveDim(0);
    for (int64_t i = 0; i < count; ++i) {
      Tensor row;
      OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, value, i, 1, shape, &row));
      OPGRAFT_RETURN_IF_ERROR(array->Write(ctx, place(i), row));
    }
    return PassFlow(ctx, puts_all_ ? 2 : 3);
  }

 private:
  const bool puts_all_;
};

class UnpackOp : public ScatterOp {
 public:
  explicit UnpackOp(OpKernelConstruction* ctx) : ScatterOp(ctx, /*puts_all=*/true) {}
};

class SplitOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    const Tensor& value = ctx->input(1);
    const Tensor& lengths = ctx->input(2);
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(value.dtype()));
    if (lengths.dims() != 1)
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected lengths to be a vector, received shape: ", lengths.shape().DebugString()));
    if (value.dims() < 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Expected value to be at least a vector, but received shape: ",
                       value.shape().DebugString()));
    OPGRAFT_RETURN_IF_ERROR(array->GrowTo(lengths.NumElements()));
    if (array->size() != lengths.NumElements()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray's size is not equal to the size of lengths (", array->size(),
                       " vs. ", lengths.NumElements(), ")"));
    }
    int64_t begin = 0;
    for (int64_t i = 0; i < lengths.NumElements(); ++i) {
      const int64_t length = lengths.flat<int64_t>()(i);
      if (length < 0 || length > value.dim_size(0) - begin) return WrongSum(value);
      TensorShape shape = value.shape();
      shape.set_dim(0, length);
      Tensor rows;
      OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, value, begin, length, shape, &rows));
      OPGRAFT_RETURN_IF_ERROR(array->Write(ctx, i, rows));
      begin += length;
    }
    return begin == value.dim_size(0) ? PassFlow(ctx, 3) : WrongSum(value);
  }

 private:
  static absl::Status WrongSum(const Tensor& value) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expected sum of lengths to be equal to values.shape[0], and none negative, "
                     "but values' shape is ",
                     value.shape().DebugString()));
  }
};

#define REGISTER(NAME, CLASS) REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU), CLASS)
#define REGISTER_ALL(NAME, CLASS) \
  REGISTER(NAME, CLASS);          \
  REGISTER(NAME "V2", CLASS);     \
  REGISTER(NAME "V3", CLASS)
REGISTER_ALL("TensorArrayGather", GatherOp);
REGISTER_ALL("TensorArrayConcat", ConcatOp);
REGISTER_ALL("TensorArrayScatter", ScatterOp);
REGISTER_ALL("TensorArraySplit", SplitOp);
REGISTER("TensorArrayPack", PackOp);
REGISTER("TensorArrayUnpack", UnpackOp);
#undef REGISTER_ALL
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

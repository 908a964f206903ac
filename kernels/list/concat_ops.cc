// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lists of tensors of any number of rows, joined and cut.
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/list/nesting.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

class TensorListConcatOp : public ElementTypeOp {
 public:
  explicit TensorListConcatOp(OpKernelConstruction* ctx) : ElementTypeOp(ctx) {
    if (ctx->HasAttr("element_shape"))
      OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape", &element_shape_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OPGRAFT_RETURN_IF_ERROR(GetList(ctx, 0, &list));
    OPGRAFT_RETURN_IF_ERROR(CheckElementType(*list, element_dtype_));
    PartialTensorShape shape = element_shape_;
    if (ctx->num_inputs() > 1) OPGRAFT_RETURN_IF_ERROR(ShapeOf(ctx->input(1), &shape));
    PartialTensorShape row;
    OPGRAFT_RETURN_IF_ERROR(RowShape(*list, shape, &row));
    std::vector<Tensor> elements = list->tensors();
    int64_t first = -1;  // of elements that are not set
    for (const PartialTensorShape& known : {shape, list->element_shape}) {
      if (!known.unknown_rank() && known.dim_size(0) >= 0) first = known.dim_size(0);
    }
    OPGRAFT_RETURN_IF_ERROR(FillIn(ctx, row, first, &elements));
    return Concat(ctx, elements, row);
  }

 private:
  // The shape of an element without its first dimension.
  absl::Status RowShape(const TensorList& list, const PartialTensorShape& asked,
                        PartialTensorShape* row) const {
    for (const PartialTensorShape& shape : {asked, list.element_shape}) {
      if (!shape.unknown_rank() && shape.dims() < 1) {
        return absl::InvalidArgumentError(
            absl::StrCat("Concat requires elements to be at least vectors, found scalars instead. ",
                         "element_shape: ", shape.DebugString()));
      }
      OPGRAFT_RETURN_IF_ERROR(AddRow(shape, row));
    }
    for (const Tensor& tensor : list.tensors()) {
      if (tensor.dtype() == DT_INVALID) continue;
      if (tensor.dims() < 1)
        return absl::InvalidArgumentError(
            "Concat saw a scalar shape at index where it requires elements to be at least vectors");
      OPGRAFT_RETURN_IF_ERROR(AddRow(PartialTensorShape(tensor.shape()), row));
    }
    if (row->IsFullyDefined()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "All except the first dimension must be fully defined when concating an empty tensor "
        "list. element_shape: ",
        asked.DebugString()));
  }

  static absl::Status AddRow(const PartialTensorShape& element, PartialTensorShape* row) {
    if (element.unknown_rank()) return absl::OkStatus();
    const absl::Span<const DimRange> dims = element.ranges();
    const PartialTensorShape rest = PartialTensorShape::OfRanges(dims.subspan(1));
    const PartialTensorShape before = *row;
    if (before.MergeWith(rest, row).ok()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Tried to concat tensors with unequal shapes: ", before.DebugString(), " vs ",
                     rest.DebugString()));
  }

  // Makes elements that are not set zeros, of as many rows as are known.
  absl::Status FillIn(OpKernelContext* ctx, const PartialTensorShape& row, int64_t first,
                      std::vector<Tensor>* elements) const {
    int64_t unset = 0;
    for (size_t i = 0; i < elements->size(); ++i) {
      Tensor& tensor = (*elements)[i];
      if (tensor.dtype() != DT_INVALID) continue;
      int64_t rows = first;
      if (rows < 0 && ctx->num_inputs() > 2) {
        const Tensor& leading = ctx->input(2);
        if (leading.dims() != 1 || unset >= leading.NumElements()) {
          return absl::InvalidArgumentError(
              absl::StrCat("List contains uninitialized tensor at index ", i,
                           " but leading_dims has only ", leading.NumElements(), " elements."));
        }
        rows = leading.flat<int64_t>()(unset++);
      }
      if (rows < 0)
        return absl::InvalidArgumentError(
            absl::StrCat("List contains uninitialized tensor at index ", i,
                         " and its first dimension is not known"));
      TensorShape rest, shape;
      if (!row.AsTensorShape(&rest)) return absl::InternalError("a row's shape is not known");
      OPGRAFT_RETURN_IF_ERROR(RowsShape(rows, rest, &shape));
      OPGRAFT_RETURN_IF_ERROR(MakeZeros(ctx, element_dtype_, shape, &tensor));
    }
    return absl::OkStatus();
  }

  static absl::Status Concat(OpKernelContext* ctx, const std::vector<Tensor>& elements,
                             const PartialTensorShape& row) {
    const auto count = static_cast<int64_t>(elements.size());
    Tensor* lengths = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(1, TensorShape({count}), &lengths));
    int64_t rows = 0;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t length = elements[static_cast<size_t>(i)].dim_size(0);
      lengths->flat<int64_t>()(i) = length;
      if (length > std::numeric_limits<int64_t>::max() - rows)
        return absl::InvalidArgumentError("the lists' tensors have too many rows");
      rows += length;
    }
    TensorShape rest, shape;
    if (!row.AsTensorShape(&rest)) return absl::InternalError("a row's shape is not known");
    OPGRAFT_RETURN_IF_ERROR(RowsShape(rows, rest, &shape));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
    int64_t offset = 0;
    for (const Tensor& tensor : elements) {
      CopyInto(tensor, offset, out);
      offset += tensor.NumElements();
    }
    return absl::OkStatus();
  }

  PartialTensorShape element_shape_;
};

class TensorListSplitOp : public ElementTypeOp {
 public:
  using ElementTypeOp::ElementTypeOp;

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    TensorList list;
    list.element_dtype = element_dtype_;
    const Tensor& tensor = ctx->input(0);
    const Tensor& lengths = ctx->input(2);
    OPGRAFT_RETURN_IF_ERROR(ShapeOf(ctx->input(1), &list.element_shape));
    OPGRAFT_RETURN_IF_ERROR(CheckInputs(list.element_shape, tensor, lengths));
    OPGRAFT_RETURN_IF_ERROR(Nest(tensor, &list.nesting));
    int64_t begin = 0;
    for (int64_t i = 0; i < lengths.NumElements(); ++i) {
      const int64_t length = lengths.flat<int64_t>()(i);
      if (length < 0)
        return absl::InvalidArgumentError(absl::StrCat("Invalid value in lengths: ", length));
      if (length > tensor.dim_size(0) - begin) {
        return absl::InvalidArgumentError(absl::StrCat("Attempting to slice [", begin, ", ",
                                                       begin + length, "] from tensor with length ",
                                                       tensor.dim_size(0)));
      }
      TensorShape shape = tensor.shape();
      shape.set_dim(0, length);
      if (!list.element_shape.Admits(shape))
        return absl::InvalidArgumentError(absl::StrCat("tensor shape ", shape.DebugString(),
                                                       " is not compatible with element_shape ",
                                                       list.element_shape.DebugString()));
      Tensor part;
      OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, tensor, begin, length, shape, &part));
      list.own_tensors().push_back(std::move(part));
      begin += length;
    }
    if (begin != tensor.dim_size(0)) {
      return absl::InvalidArgumentError(absl::StrCat("Unused values in tensor. Length of tensor: ",
                                                     tensor.dim_size(0), " Values used: ", begin));
    }
    return PutList(ctx, std::move(list));
  }

 private:
  static absl::Status CheckInputs(const PartialTensorShape& element_shape, const Tensor& tensor,
                                  const Tensor& lengths) {
    if (!element_shape.unknown_rank() && element_shape.dims() < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorListSplit requires element_shape to be at least of rank 1, but saw: ",
                       element_shape.DebugString()));
    }
    if (lengths.dims() != 1)
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected lengths to be a vector, received shape: ", lengths.shape().DebugString()));
    if (tensor.dims() > 0) return absl::OkStatus();
    return absl::InvalidArgumentError("Expected tensor to be at least a vector, but saw shape: []");
  }
};

REGISTER_KERNEL_BUILDER(Name("TensorListConcat").Device(DEVICE_CPU), TensorListConcatOp);
REGISTER_KERNEL_BUILDER(Name("TensorListConcatV2").Device(DEVICE_CPU), TensorListConcatOp);
REGISTER_KERNEL_BUILDER(Name("TensorListSplit").Device(DEVICE_CPU), TensorListSplitOp);

}  // namespace
}  // namespace opgraft_internal

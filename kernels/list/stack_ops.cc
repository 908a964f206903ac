// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Between lists and tensors: a list's elements as one tensor, a tensor's rows as a list.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/list/nesting.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// Puts elements of one shape side by side into output 0; those that are not set are zeros.
absl::Status Stack(OpKernelContext* ctx, const std::vector<const Tensor*>& elements,
                   const PartialTensorShape& element_shape) {
  TensorShape element;
  if (!element_shape.AsTensorShape(&element)) {
    return absl::InvalidArgumentError(absl::StrCat(
        elements.empty() ? "Tried to stack elements of an empty list with non-fully-defined "
                           "element_shape: "
                         : "Tried to stack list which only contains uninitialized tensors and has "
                           "a non-fully-defined element_shape: ",
        element_shape.DebugString()));
  }
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(RowsShape(static_cast<int64_t>(elements.size()), element, &shape));
  Tensor* out = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
  Tensor zeros;
  int64_t offset = 0;
  for (const Tensor* from : elements) {
    if (from->dtype() == DT_INVALID) {
      if (zeros.dtype() != out->dtype() || zeros.shape() != element)
        OPGRAFT_RETURN_IF_ERROR(MakeZeros(ctx, out->dtype(), element, &zeros));
      from = &zeros;
    }
    CopyInto(*from, offset, out);
    offset += element.num_elements();
  }
  return absl::OkStatus();
}

class TensorListStackOp : public ElementTypeOp {
 public:
  explicit TensorListStackOp(OpKernelConstruction* ctx) : ElementTypeOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("num_elements", &num_elements_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OPGRAFT_RETURN_IF_ERROR(GetList(ctx, 0, &list));
    OPGRAFT_RETURN_IF_ERROR(CheckElementType(*list, element_dtype_));
    if (num_elements_ != -1 && list->size() != num_elements_) {
      return absl::InvalidArgumentError(
          absl::StrCat("Operation expected a list with ", num_elements_,
                       " elements but got a list with ", list->size(), " elements."));
    }
    PartialTensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(ElementShape(*list, ctx->input(1), &shape));
    if (shape.unknown_rank() && list->size() == 0) return Stack(ctx, {}, shape);
    // All must agree, whatever the shape asked for.
    PartialTensorShape of_elements;
    OPGRAFT_RETURN_IF_ERROR(InferFromElements(list->tensors(), &of_elements));
    PartialTensorShape merged;
    if (!shape.MergeWith(of_elements, &merged).ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("Incompatible shapes during merge: ", shape.DebugString(), " vs. ",
                       of_elements.DebugString()));
    }
    std::vector<const Tensor*> elements;
    for (const Tensor& tensor : list->tensors()) elements.push_back(&tensor);
    return Stack(ctx, elements, merged);
  }

 private:
  int64_t num_elements_ = -1;
};

class TensorListGatherOp : public ElementTypeOp {
 public:
  using ElementTypeOp::ElementTypeOp;

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OPGRAFT_RETURN_IF_ERROR(GetList(ctx, 0, &list));
    OPGRAFT_RETURN_IF_ERROR(CheckElementType(*list, element_dtype_));
    const Tensor& indices = ctx->input(1);
    if (indices.dims() != 1)
      return absl::InvalidArgumentError(
          absl::StrCat("indices must be a vector, got shape ", indices.shape().DebugString()));
    PartialTensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(ElementShape(*list, ctx->input(2), &shape));
    std::vector<const Tensor*> elements;
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      const int32_t index = indices.flat<int32_t>()(i);
      if (index < 0 || index >= list->size()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "Index ", index, " out of range; list only has ", list->size(), " elements."));
      }
      const Tensor& tensor = list->tensors()[static_cast<size_t>(index)];
      elements.push_back(&tensor);
      if (tensor.dtype() == DT_INVALID) continue;
      const PartialTensorShape before = shape;
      if (!before.MergeWith(PartialTensorShape(tensor.shape()), &shape).ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("Incompatible shapes during merge: ", before.DebugString(), " vs. ",
                         tensor.shape().DebugString()));
      }
    }
    if (!shape.IsFullyDefined())
      OPGRAFT_RETURN_IF_ERROR(InferFromElements(list->tensors(), &shape));
    return Stack(ctx, elements, shape);
  }
};

// --- Rows of a tensor as elements ---

// Row `i` of `tensor`.
absl::Status RowAt(OpKernelContext* ctx, const Tensor& tensor, int64_t i, Tensor* row) {
  TensorShape shape = tensor.shape();
  shape.RemoveDim(0);
  return CopyRows(ctx, tensor, i, 1, shape, row);
}

absl::Status CheckRows(const Tensor& tensor, const PartialTensorShape& element_shape) {
  if (tensor.dims() < 1)
    return absl::InvalidArgumentError(absl::StrCat(
        "Tensor must be at least a vector, but saw shape: ", tensor.shape().DebugString()));
  TensorShape shape = tensor.shape();
  shape.RemoveDim(0);
  if (element_shape.Admits(shape)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Specified a list with shape ", element_shape.DebugString(),
                   " from a tensor with shape ", shape.DebugString()));
}

class TensorListFromTensorOp : public ElementTypeOp {
 public:
  using ElementTypeOp::ElementTypeOp;

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    TensorList list;
    list.element_dtype = element_dtype_;
    const Tensor& tensor = ctx->input(0);
    OPGRAFT_RETURN_IF_ERROR(ShapeOf(ctx->input(1), &list.element_shape));
    OPGRAFT_RETURN_IF_ERROR(CheckRows(tensor, list.element_shape));
    OPGRAFT_RETURN_IF_ERROR(Nest(tensor, &list.nesting));
    std::vector<Tensor>& elements = list.own_tensors();
    elements.resize(static_cast<size_t>(tensor.dim_size(0)));
    for (size_t i = 0; i < elements.size(); ++i)
      OPGRAFT_RETURN_IF_ERROR(RowAt(ctx, tensor, static_cast<int64_t>(i), &elements[i]));
    return PutList(ctx, std::move(list));
  }
};

// Puts row i of the tensor in input `from` at element indices(i), which has to be there.
absl::Status Scatter(OpKernelContext* ctx, int from, const Tensor& indices,
                     std::vector<Tensor>* elements) {
  const Tensor& tensor = ctx->input(from);
  for (int64_t i = 0; i < indices.NumElements(); ++i) {
    const int32_t index = indices.flat<int32_t>()(i);
    if (index < 0 || static_cast<size_t>(index) >= elements->size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorListScatter: Trying to scatter at index ", index,
                       " in list with size ", elements->size()));
    }
    OPGRAFT_RETURN_IF_ERROR(RowAt(ctx, tensor, i, &(*elements)[static_cast<size_t>(index)]));
  }
  return absl::OkStatus();
}

absl::Status CheckIndices(const Tensor& indices, const Tensor& tensor, int64_t* highest) {
  if (indices.dims() != 1)
    return absl::InvalidArgumentError(
        absl::StrCat("indices must be a vector, got shape ", indices.shape().DebugString()));
  if (indices.NumElements() != tensor.dim_size(0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid number of rows in input tensor. Expected: ", indices.NumElements(),
                     " Actual: ", tensor.dim_size(0)));
  }
  *highest = -1;
  for (int64_t i = 0; i < indices.NumElements(); ++i) {
    const int64_t index = indices.flat<int32_t>()(i);
    if (index < 0)
      return absl::InvalidArgumentError("Indices in TensorListScatter must all be non-negative.");
    *highest = std::max(*highest, index);
  }
  return absl::OkStatus();
}

class TensorListScatterOp : public ElementTypeOp {
 public:
  using ElementTypeOp::ElementTypeOp;

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    TensorList list;
    list.element_dtype = element_dtype_;
    const Tensor& tensor = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    OPGRAFT_RETURN_IF_ERROR(ShapeOf(ctx->input(2), &list.element_shape));
    OPGRAFT_RETURN_IF_ERROR(CheckRows(tensor, list.element_shape));
    int64_t highest = -1;
    OPGRAFT_RETURN_IF_ERROR(CheckIndices(indices, tensor, &highest));
    OPGRAFT_RETURN_IF_ERROR(Nest(tensor, &list.nesting));
    int64_t size = -1;
    if (ctx->num_inputs() > 3) {
      OPGRAFT_RETURN_IF_ERROR(GetScalar(ctx, 3, "num_elements", &size));
      if (size < -1)
        return absl::InvalidArgumentError(
            absl::StrCat("TensorListScatter expects num_elements >= -1, found: ", size));
    }
    if (size < 0) size = highest + 1;
    Tensor as_large;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(
        DT_UINT8, TensorShape({size * static_cast<int64_t>(sizeof(Tensor))}), &as_large));
    list.own_tensors().resize(static_cast<size_t>(size), Tensor(DT_INVALID));
    OPGRAFT_RETURN_IF_ERROR(Scatter(ctx, 0, indices, &list.own_tensors()));
    return PutList(ctx, std::move(list));
  }
};

class TensorListScatterIntoExistingListOp : public ElementTypeOp {
 public:
  using ElementTypeOp::ElementTypeOp;

 protected:
  absl::Status Run(OpKernelContext* ctx) override {
    const TensorList* given = nullptr;
    OPGRAFT_RETURN_IF_ERROR(GetList(ctx, 0, &given));
    OPGRAFT_RETURN_IF_ERROR(CheckElementType(*given, element_dtype_));
    OPGRAFT_RETURN_IF_ERROR(CheckRows(ctx->input(1), given->element_shape));
    const Tensor& indices = ctx->input(2);
    int64_t highest = -1;
    OPGRAFT_RETURN_IF_ERROR(CheckIndices(indices, ctx->input(1), &highest));
    TensorList* list = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ChangeList(ctx, 0, &list));
    OPGRAFT_RETURN_IF_ERROR(Nest(ctx->input(1), &list->nesting));
    std::vector<Tensor>& elements = list->own_tensors();
    if (highest >= list->size())
      elements.resize(static_cast<size_t>(highest) + 1, Tensor(DT_INVALID));
    return Scatter(ctx, 1, indices, &elements);
  }
};

#define REGISTER(NAME, CLASS) REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU), CLASS)
REGISTER("TensorListStack", TensorListStackOp);
REGISTER("TensorListGather", TensorListGatherOp);
REGISTER("TensorListFromTensor", TensorListFromTensorOp);
REGISTER("TensorListScatter", TensorListScatterOp);
REGISTER("TensorListScatterV2", TensorListScatterOp);
#undef REGISTER
REGISTER_KERNEL_BUILDER(Name("TensorListScatterIntoExistingList").Device(DEVICE_CPU).Forwards(0),
                        TensorListScatterIntoExistingListOp);

}  // namespace
}  // namespace opgraft_internal

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Making lists, and reading and changing single elements.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/list/nesting.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

absl::Status CheckFits(const TensorList& list, const Tensor& item, absl::string_view text) {
  if (list.element_shape.Admits(item.shape())) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      text, item.shape().DebugString(), " list shape: ", list.element_shape.DebugString()));
}

// An op with attr `element_dtype`.
class ListOp : public OpKernel {
 public:
  explicit ListOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_dtype", &element_dtype_));
  }

 protected:
  DataType element_dtype_ = DT_INVALID;
};

class EmptyTensorListOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    TensorList list;
    int64_t most = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 1, "max_num_elements", &most));
    OP_REQUIRES_OK(ctx, ShapeOf(ctx->input(0), &list.element_shape));
    list.max_num_elements = static_cast<int>(most);
    list.element_dtype = element_dtype_;
    OP_REQUIRES_OK(ctx, PutList(ctx, std::move(list)));
  }
};

class TensorListReserveOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    TensorList list;
    int64_t count = 0;
    OP_REQUIRES_OK(ctx, ShapeOf(ctx->input(0), &list.element_shape));
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 1, "num_elements", &count));
    OP_REQUIRES(ctx, count >= 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "The num_elements to reserve must be a non negative number, but got ", count)));
    list.element_dtype = element_dtype_;
    OP_REQUIRES_OK(ctx, ResizeList(ctx, count, &list));
    OP_REQUIRES_OK(ctx, PutList(ctx, std::move(list)));
  }
};

class TensorListLengthOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &list));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &out));
    out->scalar<int32_t>()() = static_cast<int32_t>(list->size());
  }
};

class TensorListElementShapeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &list));
    const PartialTensorShape shape = list->element_shape;
    Tensor* out = nullptr;
    OP_REQUIRES_OK(
        ctx, ctx->allocate_output(
                 0, shape.unknown_rank() ? TensorShape() : TensorShape({shape.dims()}), &out));
    const auto set = [out](int i, int64_t size) {
      if (out->dtype() == DT_INT32) {
        out->flat<int32_t>()(i) = static_cast<int32_t>(size);
      } else {
        out->flat<int64_t>()(i) = size;
      }
    };
    if (shape.unknown_rank()) set(0, -1);
    for (int d = 0; d < shape.dims(); ++d) set(d, shape.dim_size(d));
  }
};

class TensorListResizeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    int64_t size = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 1, "size", &size));
    OP_REQUIRES(ctx, size >= 0,
                absl::InvalidArgumentError(
                    absl::StrCat("TensorListSlice expects size to be non-negative. Got: ", size)));
    TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, ChangeList(ctx, 0, &list));
    OP_REQUIRES_OK(ctx, ResizeList(ctx, size, list));
  }
};

class TensorListSetItemOp : public ListOp {
 public:
  explicit TensorListSetItemOp(OpKernelConstruction* ctx) : ListOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("resize_if_index_out_of_bounds", &resizes_));
  }
  void Compute(OpKernelContext* ctx) override {
    const TensorList* given = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &given));
    OP_REQUIRES_OK(ctx, CheckElementType(*given, element_dtype_));
    int64_t index = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 1, "index", &index));
    OP_REQUIRES(
        ctx, index >= 0 && (resizes_ || index < given->size()),
        absl::InvalidArgumentError(absl::StrCat("Trying to modify element ", index,
                                                " in a list with ", given->size(), " elements.")));
    OP_REQUIRES_OK(ctx, CheckFits(*given, ctx->input(2),
                                  "Tried to set a tensor with incompatible shape at a list index. "
                                  "Item element shape: "));
    Tensor item;
    OP_REQUIRES_OK(ctx, Keep(ctx, ctx->input(2), &item));
    TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, ChangeList(ctx, 0, &list));
    OP_REQUIRES_OK(ctx, Nest(item, &list->nesting));
    if (index >= list->size()) OP_REQUIRES_OK(ctx, ResizeList(ctx, index + 1, list));
    list->own_tensors()[static_cast<size_t>(index)] = std::move(item);
  }

 private:
  bool resizes_ = false;
};

// Element `index`, which may be one that is not set: zeros then.
absl::Status ReadElement(OpKernelContext* ctx, const TensorList& list, int64_t index,
                         const Tensor& asked_shape, Tensor* item) {
  *item = list.tensors()[static_cast<size_t>(index)];
  if (item->dtype() != DT_INVALID) return absl::OkStatus();
  PartialTensorShape shape;
  absl::Status status = ElementShape(list, asked_shape, &shape);
  if (status.ok()) status = InferFromElements(list.tensors(), &shape);
  if (!status.ok()) return status;
  TensorShape full;
  if (!shape.AsTensorShape(&full)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Trying to read an uninitialized tensor but element_shape is not fully defined: ",
        shape.DebugString(), " and no list element is set."));
  }
  return MakeZeros(ctx, list.element_dtype, full, item);
}

class TensorListGetItemOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    const TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &list));
    OP_REQUIRES_OK(ctx, CheckElementType(*list, element_dtype_));
    int64_t index = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 1, "index", &index));
    OP_REQUIRES(
        ctx, index >= 0 && index < list->size(),
        absl::InvalidArgumentError(absl::StrCat("Trying to access element ", index,
                                                " in a list with ", list->size(), " elements.")));
    Tensor item;
    OP_REQUIRES_OK(ctx, ReadElement(ctx, *list, index, ctx->input(2), &item));
    ctx->set_output(0, std::move(item));
  }
};

absl::Status CheckPush(const TensorList& list, const Tensor& item, DataType dtype) {
  const absl::Status status = CheckElementType(list, dtype);
  if (!status.ok()) return status;
  if (list.max_num_elements >= 0 && list.size() >= list.max_num_elements) {
    return absl::InvalidArgumentError(
        absl::StrCat("Tried to push item into a full list list size: ", list.size(),
                     " max_num_elements: ", list.max_num_elements));
  }
  return CheckFits(
      list, item, "Tried to append a tensor with incompatible shape to a list. Op element shape: ");
}

class TensorListPushBackOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    const TensorList* given = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &given));
    OP_REQUIRES_OK(ctx, CheckPush(*given, ctx->input(1), element_dtype_));
    Tensor item;
    OP_REQUIRES_OK(ctx, Keep(ctx, ctx->input(1), &item));
    TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, ChangeList(ctx, 0, &list));
    OP_REQUIRES_OK(ctx, Nest(item, &list->nesting));
    list->own_tensors().push_back(std::move(item));
  }
};

class TensorListPopBackOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    const TensorList* given = nullptr;
    OP_REQUIRES_OK(ctx, GetList(ctx, 0, &given));
    OP_REQUIRES_OK(ctx, CheckElementType(*given, element_dtype_));
    OP_REQUIRES(ctx, given->size() > 0,
                absl::InvalidArgumentError("Trying to pop from an empty list."));
    Tensor item;
    OP_REQUIRES_OK(ctx, ReadElement(ctx, *given, given->size() - 1, ctx->input(1), &item));
    TensorList* list = nullptr;
    OP_REQUIRES_OK(ctx, ChangeList(ctx, 0, &list));
    list->own_tensors().pop_back();
    ctx->set_output(1, std::move(item));
  }
};

absl::StatusOr<const TensorList*> ListAt(const Tensor& lists, int64_t i, absl::string_view input) {
  const TensorList* list = lists.flat<Variant>()(i).get<TensorList>();
  if (list != nullptr) return list;
  return absl::InvalidArgumentError(
      absl::StrCat(input, "[", i, "] is not a list: ", lists.flat<Variant>()(i).DebugString()));
}

class TensorListConcatListsOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& a = ctx->input(0);
    const Tensor& b = ctx->input(1);
    OP_REQUIRES(ctx, a.shape() == b.shape(),
                absl::InvalidArgumentError(
                    absl::StrCat("input_a.shape != input_b.shape: ", a.shape().DebugString(),
                                 " vs. ", b.shape().DebugString())));
    Tensor joined;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_VARIANT, a.shape(), &joined));
    for (int64_t i = 0; i < a.NumElements(); ++i) OP_REQUIRES_OK(ctx, Join(a, b, i, &joined));
    ctx->set_output(0, std::move(joined));
  }

 private:
  absl::Status Join(const Tensor& a, const Tensor& b, int64_t i, Tensor* joined) const {
    const auto first = ListAt(a, i, "input_a");
    if (!first.ok()) return first.status();
    const auto second = ListAt(b, i, "input_b");
    if (!second.ok()) return second.status();
    for (const TensorList* list : {*first, *second}) {
      const absl::Status status = CheckElementType(*list, element_dtype_);
      if (!status.ok()) return status;
    }
    if (!(*first)->element_shape.IsIdenticalTo((*second)->element_shape)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "input_a and input_b TensorList element shapes are not identical at index ", i, ": ",
          (*first)->element_shape.DebugString(), " vs. ", (*second)->element_shape.DebugString()));
    }
    TensorList list = **first;
    std::vector<Tensor>& elements = list.own_tensors();
    list.nesting = std::max(list.nesting, (*second)->nesting);
    elements.insert(elements.end(), (*second)->tensors().begin(), (*second)->tensors().end());
    joined->flat<Variant>()(i) = std::move(list);
    return absl::OkStatus();
  }
};

class TensorListPushBackBatchOp : public ListOp {
 public:
  using ListOp::ListOp;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& lists = ctx->input(0);
    const Tensor& items = ctx->input(1);
    OP_REQUIRES(ctx, items.dims() > 0,
                absl::InvalidArgumentError(
                    absl::StrCat("Expected tensor to be at least a vector, but saw shape: ",
                                 items.shape().DebugString())));
    OP_REQUIRES(ctx, lists.dims() == 1 && lists.NumElements() == items.dim_size(0),
                absl::InvalidArgumentError(absl::StrCat(
                    "Expected tensor.shape[0] == input_handles.size, but saw: ",
                    items.shape().DebugString(), " vs. ", lists.shape().DebugString())));
    TensorShape shape = items.shape();
    shape.RemoveDim(0);
    Tensor pushed;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DT_VARIANT, lists.shape(), &pushed));
    for (int64_t i = 0; i < lists.NumElements(); ++i)
      OP_REQUIRES_OK(ctx, Push(ctx, lists, i, shape, &pushed));
    ctx->set_output(0, std::move(pushed));
  }

 private:
  absl::Status Push(OpKernelContext* ctx, const Tensor& lists, int64_t i, const TensorShape& shape,
                    Tensor* pushed) const {
    const auto given = ListAt(lists, i, "input_handles");
    if (!given.ok()) return given.status();
    Tensor item;
    absl::Status status = CopyRows(ctx, ctx->input(1), i, 1, shape, &item);
    if (status.ok()) status = CheckPush(**given, item, element_dtype_);
    if (!status.ok()) return status;
    TensorList list = **given;
    OPGRAFT_RETURN_IF_ERROR(Nest(item, &list.nesting));
    list.own_tensors().push_back(std::move(item));
    pushed->flat<Variant>()(i) = std::move(list);
    return absl::OkStatus();
  }
};

#define REGISTER(NAME) REGISTER_KERNEL_BUILDER(Name(#NAME).Device(DEVICE_CPU), NAME##Op)
REGISTER(EmptyTensorList);
REGISTER(TensorListReserve);
REGISTER(TensorListLength);
REGISTER(TensorListElementShape);
REGISTER(TensorListGetItem);
REGISTER(TensorListConcatLists);
REGISTER(TensorListPushBackBatch);
#undef REGISTER
// Those that change their list.
#define REGISTER(NAME) REGISTER_KERNEL_BUILDER(Name(#NAME).Device(DEVICE_CPU).Forwards(0), NAME##Op)
REGISTER(TensorListResize);
REGISTER(TensorListSetItem);
REGISTER(TensorListPushBack);
REGISTER(TensorListPopBack);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal

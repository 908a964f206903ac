// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/list/tensor_list.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// A tensor is kept as it is if its buffer is at most so much larger.
constexpr int64_t kSlack = 256;

absl::StatusOr<Variant> DecodeTensorList(const VariantTensorData& data) {
  TensorList list;
  if (list.Decode(data)) return Variant(std::move(list));
  return absl::InvalidArgumentError("the variant does not hold a TensorList");
}

const bool is_registered = [] {
  RegisterVariantDecoder("tensorflow::TensorList", DecodeTensorList);
  return true;
}();

absl::Status DoNotAgree(const PartialTensorShape& a, const PartialTensorShape& b) {
  return absl::InvalidArgumentError(absl::StrCat(
      "Incompatible shapes during merge: ", a.DebugString(), " vs. ", b.DebugString()));
}

}  // namespace

// Type, most elements, shape and the places of elements that are not set, as text; then those that
// are.
void TensorList::Encode(VariantTensorData* data) const {
  std::string text = absl::StrCat(static_cast<int>(element_dtype), ";", max_num_elements, ";",
                                  element_shape.dims());
  for (int d = 0; d < element_shape.dims(); ++d)
    absl::StrAppend(&text, ",", element_shape.dim_size(d));
  text += ";";
  for (const Tensor& tensor : tensors()) {
    text += tensor.dtype() == DT_INVALID ? '0' : '1';
    if (tensor.dtype() != DT_INVALID) *data->add_tensors() = tensor;
  }
  data->set_metadata(std::move(text));
}

bool TensorList::Decode(const VariantTensorData& data) {
  std::string text;
  data.get_metadata(&text);
  const std::vector<absl::string_view> parts = absl::StrSplit(text, ';');
  int dtype = 0;
  if (parts.size() != 4 || !absl::SimpleAtoi(parts[0], &dtype) ||
      !absl::SimpleAtoi(parts[1], &max_num_elements)) {
    return false;
  }
  element_dtype = static_cast<DataType>(dtype);
  const std::vector<absl::string_view> sizes = absl::StrSplit(parts[2], ',');
  std::vector<int64_t> dims;
  for (size_t i = 1; i < sizes.size(); ++i) {
    if (!absl::SimpleAtoi(sizes[i], &dims.emplace_back())) return false;
  }
  if (sizes[0] != "-1" && !PartialTensorShape::MakePartialShape(
                               dims.data(), static_cast<int>(dims.size()), &element_shape)
                               .ok()) {
    return false;
  }
  std::vector<Tensor>& elements = own_tensors();
  int next = 0;
  for (char is_set : parts[3])
    elements.push_back(is_set == '1' && next < data.tensors_size() ? data.tensors(next++)
                                                                   : Tensor(DT_INVALID));
  // Of what variants may hold only lists can be read.
  for (const Tensor& element : elements) {
    if (element.dtype() != DT_VARIANT) continue;
    for (int64_t i = 0; i < element.NumElements(); ++i) {
      const auto* inner = element.flat<Variant>()(i).get<TensorList>();
      nesting = std::max(nesting, 1 + (inner == nullptr ? 0 : inner->nesting));
    }
  }
  return next == data.tensors_size();
}

absl::Status GetList(OpKernelContext* context, int input, const TensorList** list) {
  const Tensor& handle = context->input(input);
  if (!TensorShapeUtils::IsScalar(handle.shape())) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input list must be a scalar saw: ", handle.shape().DebugString()));
  }
  const Variant& variant = handle.scalar<Variant>()();
  *list = variant.get<TensorList>();
  if (*list != nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Input handle is not a list. Saw: '",
                                                 variant.DebugString().substr(0, 1000), "'"));
}

absl::Status ChangeList(OpKernelContext* context, int input, TensorList** list) {
  const TensorList* given = nullptr;
  OPGRAFT_RETURN_IF_ERROR(GetList(context, input, &given));
  const TensorList shared = *given;
  given = nullptr;
  Tensor* out = nullptr;
  int forwarded = -1;
  OPGRAFT_RETURN_IF_ERROR(
      context->forward_input_or_allocate_output({input}, 0, TensorShape(), &out, &forwarded));
  Variant& variant = out->scalar<Variant>()();
  if (forwarded < 0) variant = shared;
  *list = variant.get<TensorList>();
  return absl::OkStatus();
}

absl::Status ResizeList(OpKernelContext* context, int64_t count, TensorList* list) {
  Tensor as_large;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(
      DT_UINT8, TensorShape({count * static_cast<int64_t>(sizeof(Tensor))}), &as_large));
  list->own_tensors().resize(static_cast<size_t>(count), Tensor(DT_INVALID));
  return absl::OkStatus();
}

absl::Status PutList(OpKernelContext* context, TensorList list) {
  Tensor* out = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape(), &out));
  out->scalar<Variant>()() = std::move(list);
  return absl::OkStatus();
}

absl::Status GetScalar(OpKernelContext* context, int input, absl::string_view what,
                       int64_t* value) {
  const Tensor& tensor = context->input(input);
  if (!TensorShapeUtils::IsScalar(tensor.shape())) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, " must be a scalar, got shape ", tensor.shape().DebugString()));
  }
  *value = IndexAt(tensor, 0);
  return absl::OkStatus();
}

absl::Status ShapeOf(const Tensor& tensor, PartialTensorShape* shape) {
  if (TensorShapeUtils::IsScalar(tensor.shape())) {
    if (IndexAt(tensor, 0) == -1) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("The only valid scalar shape tensor is the fully unknown shape specified as "
                     "-1, not ",
                     IndexAt(tensor, 0)));
  }
  if (!TensorShapeUtils::IsVector(tensor.shape())) {
    return absl::InvalidArgumentError(
        absl::StrCat("Shape must be at most rank 1 but is rank ", tensor.dims()));
  }
  if (tensor.NumElements() > TensorShape::kMaxDims)
    return absl::InvalidArgumentError(
        absl::StrCat("a shape of ", tensor.NumElements(), " dimensions has too many"));
  const IndexValues dims = ReadIndices(tensor);
  return PartialTensorShape::MakePartialShape(dims.data(), static_cast<int>(dims.size()), shape);
}

absl::Status CheckElementType(const TensorList& list, DataType dtype) {
  if (list.element_dtype == dtype) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Invalid data types; op elements ",
                                                 DataTypeString(dtype), " but list elements ",
                                                 DataTypeString(list.element_dtype)));
}

absl::Status InferFromElements(const std::vector<Tensor>& elements, PartialTensorShape* shape) {
  if (shape->IsFullyDefined()) return absl::OkStatus();
  PartialTensorShape merged = *shape;
  for (const Tensor& tensor : elements) {
    if (tensor.dtype() == DT_INVALID) continue;
    const PartialTensorShape before = merged;
    if (!before.MergeWith(PartialTensorShape(tensor.shape()), &merged).ok())
      return DoNotAgree(before, PartialTensorShape(tensor.shape()));
  }
  *shape = merged;
  return absl::OkStatus();
}

absl::Status ElementShape(const TensorList& list, const Tensor& asked, PartialTensorShape* shape) {
  PartialTensorShape of_input;
  OPGRAFT_RETURN_IF_ERROR(ShapeOf(asked, &of_input));
  if (!of_input.MergeWith(list.element_shape, shape).ok())
    return DoNotAgree(of_input, list.element_shape);
  return absl::OkStatus();
}

absl::Status Keep(OpKernelContext* context, const Tensor& tensor, Tensor* kept) {
  const bool is_object = DataTypeSize(tensor.dtype()) == 0;
  const auto bytes = static_cast<int64_t>(tensor.TotalBytes());
  const auto held = tensor.buffer() == nullptr ? 0 : static_cast<int64_t>(tensor.buffer()->bytes());
  if (!is_object && held <= 2 * bytes + kSlack) {
    *kept = tensor;
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(tensor.dtype(), tensor.shape(), kept));
  CopyInto(tensor, 0, kept);
  return absl::OkStatus();
}

absl::Status MakeZeros(OpKernelContext* context, DataType dtype, const TensorShape& shape,
                       Tensor* zeros) {
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(dtype, shape, zeros));
  ClearElements(dtype, zeros->data(), zeros->NumElements());
  return absl::OkStatus();
}

absl::Status RowsShape(int64_t count, const TensorShape& row, TensorShape* shape) {
  *shape = TensorShape();
  OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(count));
  for (int d = 0; d < row.dims(); ++d)
    OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(row.dim_size(d)));
  return absl::OkStatus();
}

ElementTypeOp::ElementTypeOp(OpKernelConstruction* context) : OpKernel(context) {
  OP_REQUIRES_OK(context, context->GetAttr("element_dtype", &element_dtype_));
}

void ElementTypeOp::Compute(OpKernelContext* context) { OP_REQUIRES_OK(context, Run(context)); }

void CopyInto(const Tensor& from, int64_t offset, Tensor* to) {
  if (from.NumElements() == 0) return;
  WithElements(from.dtype(), [&](auto elements) {
    using Elements = decltype(elements);
    Elements::CopyRun(static_cast<const char*>(from.data()),
                      static_cast<char*>(to->data()) + offset * Elements::kSize,
                      from.NumElements());
  });
}

absl::Status CopyRows(OpKernelContext* context, const Tensor& from, int64_t begin, int64_t count,
                      const TensorShape& shape, Tensor* rows) {
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(from.dtype(), shape, rows));
  const int64_t n = rows->NumElements();
  if (n == 0 || count == 0) return absl::OkStatus();
  WithElements(from.dtype(), [&](auto elements) {
    using Elements = decltype(elements);
    const int64_t row = n / count;
    Elements::CopyRun(static_cast<const char*>(from.data()) + begin * row * Elements::kSize,
                      static_cast<char*>(rows->data()), n);
  });
  return absl::OkStatus();
}

}  // namespace opgraft_internal

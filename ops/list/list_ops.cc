// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Making lists, and reading and changing single elements.
#include "framework/op/op_def_builder.h"
#include "ops/list/list_shape_fns.h"

namespace opgraft {
namespace {

using opgraft_internal::MergeElementShape;
using opgraft_internal::NewList;
using opgraft_internal::RowsOf;
using opgraft_internal::SameList;
using opgraft_internal::SetList;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status LengthShape(InferenceContext* c) { return shape_inference::ScalarShape(c); }

absl::Status ElementShapeShape(InferenceContext* c) {
  const auto* known = c->input_handle_shapes_and_types(0);
  const bool has_rank = known != nullptr && known->size() == 1 && c->RankKnown((*known)[0].shape);
  c->set_output(0, has_rank ? c->Vector(c->Rank((*known)[0].shape)) : c->UnknownShape());
  return absl::OkStatus();
}

// The list in input 0 takes the tensor in input `item`.
absl::Status TakeItem(InferenceContext* c, int item) {
  ShapeHandle element = c->UnknownShape();
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  ShapeHandle merged;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(element, c->input(item), &merged));
  return SetList(c, element);
}

absl::Status PushBackShape(InferenceContext* c) { return TakeItem(c, 1); }

absl::Status SetItemShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  return TakeItem(c, 2);
}

// Output `output` is an element of the list in input 0, of the shape that input `asked` spells.
absl::Status ElementOut(InferenceContext* c, int asked, int output) {
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(asked, &shape));
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &shape));
  c->set_output(output, shape);
  return absl::OkStatus();
}

absl::Status GetItemShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  return ElementOut(c, 2, 0);
}

absl::Status PopBackShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(ElementOut(c, 1, 1));
  return SameList(c);
}

absl::Status ResizeShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  return SameList(c);
}

absl::Status ConcatListsShape(InferenceContext* c) {
  ShapeHandle lists;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &lists));
  ShapeHandle element = c->UnknownShape();
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 1, &element));
  OPGRAFT_RETURN_IF_ERROR(SetList(c, element));
  c->set_output(0, lists);
  return absl::OkStatus();
}

absl::Status PushBackBatchShape(InferenceContext* c) {
  ShapeHandle lists, tensor, rows, merged;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &lists));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &tensor));
  OPGRAFT_RETURN_IF_ERROR(c->MergePrefix(tensor, lists, &tensor, &lists));
  OPGRAFT_RETURN_IF_ERROR(RowsOf(c, 1, &rows));
  ShapeHandle element = c->UnknownShape();
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(element, rows, &merged));
  OPGRAFT_RETURN_IF_ERROR(SetList(c, merged));
  c->set_output(0, lists);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("EmptyTensorList")
    .Input("element_shape: shape_type")
    .Input("max_num_elements: int32")
    .Output("handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(NewList)
    .Doc(R"doc(
A list without elements.

element_shape: What elements may look like: a vector with -1 for any size, or a scalar -1 for any shape.
max_num_elements: The most that it may have; -1: any number.
handle: The list.
element_dtype: Of its elements.
)doc");

REGISTER_OP("TensorListReserve")
    .Input("element_shape: shape_type")
    .Input("num_elements: int32")
    .Output("handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(NewList)
    .Doc(R"doc(
A list of elements that are not set yet, and are read as zeros.

element_shape: What elements may look like: a vector with -1 for any size, or a scalar -1 for any shape.
num_elements: How many.
handle: The list.
element_dtype: Of its elements.
)doc");

REGISTER_OP("TensorListSetItem")
    .Input("input_handle: variant")
    .Input("index: int32")
    .Input("item: element_dtype")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .Attr("resize_if_index_out_of_bounds: bool = false")
    .SetShapeFn(SetItemShape)
    .Doc(R"doc(
The list with another element at a place.

input_handle: A list.
index: The place, from 0.
item: The element.
output_handle: The list with it.
resize_if_index_out_of_bounds: Does the list grow to have the place?
)doc");

REGISTER_OP("TensorListGetItem")
    .Input("input_handle: variant")
    .Input("index: int32")
    .Input("element_shape: Tshape")
    .Output("item: element_dtype")
    .Attr("element_dtype: type")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(GetItemShape)
    .Doc(R"doc(
An element of a list.

input_handle: A list.
index: Its place, from 0.
element_shape: The shape that zeros have where the element is not set.
item: The element.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListPushBack")
    .Input("input_handle: variant")
    .Input("tensor: element_dtype")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .SetShapeFn(PushBackShape)
    .Doc(R"doc(
The list with one more element at its end.

input_handle: A list.
tensor: The element.
output_handle: The list with it.
)doc");

REGISTER_OP("TensorListPopBack")
    .Input("input_handle: variant")
    .Input("element_shape: int32")
    .Output("output_handle: variant")
    .Output("tensor: element_dtype")
    .Attr("element_dtype: type")
    .SetShapeFn(PopBackShape)
    .Doc(R"doc(
The list without its last element, and that element.

input_handle: A list.
element_shape: The shape that zeros have where the element is not set.
output_handle: The list without it.
tensor: The element.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListPushBackBatch")
    .Input("input_handles: variant")
    .Input("tensor: element_dtype")
    .Output("output_handles: variant")
    .Attr("element_dtype: type")
    .SetShapeFn(PushBackBatchShape)
    .Doc(R"doc(
Lists of which each has one more element.

input_handles: A vector of lists.
tensor: As many rows: row i goes to list i.
output_handles: The lists with them.
)doc");

REGISTER_OP("TensorListConcatLists")
    .Input("input_a: variant")
    .Input("input_b: variant")
    .Output("output: variant")
    .Attr("element_dtype: type")
    .SetShapeFn(ConcatListsShape)
    .Doc(R"doc(
Lists with the elements of others behind their own.

input_a: Lists.
input_b: As many, of elements of the same shape.
output: The lists of both's elements.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListLength")
    .Input("input_handle: variant")
    .Output("length: int32")
    .SetShapeFn(LengthShape)
    .Doc(R"doc(
The number of a list's elements.

input_handle: A list.
length: How many, those that are not set too.
)doc");

REGISTER_OP("TensorListResize")
    .Input("input_handle: variant")
    .Input("size: int32")
    .Output("output_handle: variant")
    .SetShapeFn(ResizeShape)
    .Doc(R"doc(
The list with more elements, which are not set, or with fewer.

input_handle: A list.
size: How many.
output_handle: A list of so many.
)doc");

REGISTER_OP("TensorListElementShape")
    .Input("input_handle: variant")
    .Output("element_shape: shape_type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(ElementShapeShape)
    .Doc(R"doc(
What the elements of a list may look like.

input_handle: A list.
element_shape: A vector with -1 for any size; a scalar -1 for any shape.
shape_type: The type of the shape.
)doc");

}  // namespace opgraft

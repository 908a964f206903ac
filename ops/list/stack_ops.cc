// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Between lists and tensors: a list's elements as one tensor, a tensor's rows as a list.
#include "framework/op/op_def_builder.h"
#include "ops/list/list_shape_fns.h"

namespace opgraft {
namespace {

using opgraft_internal::MergeElementShape;
using opgraft_internal::RowsOf;
using opgraft_internal::SetList;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// So many elements of the list in input 0, which look as input `asked` spells.
absl::Status Stacked(InferenceContext* c, int asked, DimensionHandle count) {
  ShapeHandle element, out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(asked, &element));
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(count), element, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status StackShape(InferenceContext* c) {
  int64_t count = -1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("num_elements", &count));
  return Stacked(c, 1, count < 0 ? c->UnknownDim() : c->MakeDim(count));
}

absl::Status GatherShape(InferenceContext* c) {
  ShapeHandle indices;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &indices));
  return Stacked(c, 2, c->Dim(indices, 0));
}

absl::Status Concatenated(InferenceContext* c, ShapeHandle element) {
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  c->set_output(1, c->Vector(InferenceContext::kUnknownDim));
  if (!c->RankKnown(element)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  ShapeHandle rows, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(element, 1, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(element, 1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(InferenceContext::kUnknownDim), rows, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ConcatShape(InferenceContext* c) {
  PartialTensorShape given;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("element_shape", &given));
  ShapeHandle element;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(given, &element));
  return Concatenated(c, element);
}

absl::Status ConcatV2Shape(InferenceContext* c) {
  ShapeHandle element;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(1, &element));
  return Concatenated(c, element);
}

// A list of the rows of input 0, of the shape that input `asked` spells.
absl::Status ListOfRows(InferenceContext* c, int asked) {
  ShapeHandle rows, element, merged;
  OPGRAFT_RETURN_IF_ERROR(RowsOf(c, 0, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(asked, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rows, element, &merged));
  return SetList(c, element);
}

absl::Status FromTensorShape(InferenceContext* c) { return ListOfRows(c, 1); }
absl::Status ScatterShape(InferenceContext* c) { return ListOfRows(c, 2); }

absl::Status SplitShape(InferenceContext* c) {
  ShapeHandle unused, rows, element, element_rows, merged;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(RowsOf(c, 0, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensorTreatScalarAsUnknownShape(1, &element));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(element, 1, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(element, 1, &element_rows));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rows, element_rows, &merged));
  return SetList(c, element);
}

absl::Status ScatterIntoShape(InferenceContext* c) {
  ShapeHandle rows, merged;
  OPGRAFT_RETURN_IF_ERROR(RowsOf(c, 1, &rows));
  ShapeHandle element = c->UnknownShape();
  OPGRAFT_RETURN_IF_ERROR(MergeElementShape(c, 0, &element));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(element, rows, &merged));
  return SetList(c, element);
}

}  // namespace

REGISTER_OP("TensorListStack")
    .Input("input_handle: variant")
    .Input("element_shape: int32")
    .Output("tensor: element_dtype")
    .Attr("element_dtype: type")
    .Attr("num_elements: int = -1")
    .SetShapeFn(StackShape)
    .Doc(R"doc(
The elements of a list as the rows of one tensor.

input_handle: A list of elements of one shape.
element_shape: The shape that zeros have where no element is set.
tensor: As many rows as the list has elements.
num_elements: How many it must have; -1: any number.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListGather")
    .Input("input_handle: variant")
    .Input("indices: int32")
    .Input("element_shape: int32")
    .Output("values: element_dtype")
    .Attr("element_dtype: type")
    .SetShapeFn(GatherShape)
    .Doc(R"doc(
Some elements of a list as the rows of one tensor.

input_handle: A list.
indices: Places in it, from 0.
element_shape: The shape that zeros have where no element is set.
values: Row i is the element at indices[i].
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListConcat")
    .Input("input_handle: variant")
    .Output("tensor: element_dtype")
    .Output("lengths: int64")
    .Attr("element_dtype: type")
    .Attr("element_shape: shape = {unknown_rank: true}")
    .SetShapeFn(ConcatShape)
    .Doc(R"doc(
The elements of a list joined along their first dimension.

input_handle: A list of elements that differ in their first dimension only.
tensor: The rows of all.
lengths: How many rows each has.
element_shape: What elements look like.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListConcatV2")
    .Input("input_handle: variant")
    .Input("element_shape: shape_type")
    .Input("leading_dims: int64")
    .Output("tensor: element_dtype")
    .Output("lengths: int64")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(ConcatV2Shape)
    .Doc(R"doc(
The elements of a list joined along their first dimension.

input_handle: A list of elements that differ in their first dimension only.
element_shape: What elements look like.
leading_dims: How many rows of zeros the elements have that are not set, where element_shape does not say.
tensor: The rows of all.
lengths: How many rows each has.
element_dtype: The type of the elements.
)doc");

REGISTER_OP("TensorListFromTensor")
    .Input("tensor: element_dtype")
    .Input("element_shape: shape_type")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(FromTensorShape)
    .Doc(R"doc(
A list of the rows of a tensor.

tensor: Of one dimension at least.
element_shape: What elements may look like.
output_handle: The list.
)doc");

REGISTER_OP("TensorListScatter")
    .Input("tensor: element_dtype")
    .Input("indices: int32")
    .Input("element_shape: shape_type")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(ScatterShape)
    .Doc(R"doc(
A list of the rows of a tensor at given places.

tensor: Of one dimension at least.
indices: Row i becomes the element at indices[i]. The list is as long as the largest of them asks for.
element_shape: What elements may look like.
output_handle: The list; what has no row is not set.
)doc");

REGISTER_OP("TensorListScatterV2")
    .Input("tensor: element_dtype")
    .Input("indices: int32")
    .Input("element_shape: shape_type")
    .Input("num_elements: int32")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(ScatterShape)
    .Doc(R"doc(
A list of the rows of a tensor at given places.

tensor: Of one dimension at least.
indices: Row i becomes the element at indices[i].
element_shape: What elements may look like.
num_elements: The length of the list; -1: as long as the largest index asks for.
output_handle: The list; what has no row is not set.
)doc");

REGISTER_OP("TensorListScatterIntoExistingList")
    .Input("input_handle: variant")
    .Input("tensor: element_dtype")
    .Input("indices: int32")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .SetShapeFn(ScatterIntoShape)
    .Doc(R"doc(
A list with the rows of a tensor at given places.

input_handle: A list.
tensor: Of one dimension at least.
indices: Row i becomes the element at indices[i]; the list grows where it has to.
output_handle: The list with them.
)doc");

REGISTER_OP("TensorListSplit")
    .Input("tensor: element_dtype")
    .Input("element_shape: shape_type")
    .Input("lengths: int64")
    .Output("output_handle: variant")
    .Attr("element_dtype: type")
    .Attr("shape_type: {int32, int64}")
    .SetShapeFn(SplitShape)
    .Doc(R"doc(
A list of runs of a tensor's rows.

tensor: Of one dimension at least.
element_shape: What elements may look like.
lengths: How many rows each element has; together all of them.
output_handle: The list.
)doc");

}  // namespace opgraft

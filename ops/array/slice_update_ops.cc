// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A part of a tensor that is replaced, or stands alone among zeros.
#include <cstdint>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status StridedSliceGradShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status TensorStridedSliceUpdateShape(InferenceContext* c) {
  ShapeHandle unused;
  for (int i : {1, 2, 3}) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &unused));
  return shape_inference::UnchangedShape(c);
}

// Inputs 1 and on that are vectors have a number for each dimension of input 0.
absl::Status CheckVectorOfRank(InferenceContext* c, int input) {
  ShapeHandle vector;
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input), 1, &vector));
  if (!c->RankKnown(c->input(0))) return absl::OkStatus();
  return c->WithValue(c->Dim(vector, 0), c->Rank(c->input(0)), &unused);
}

absl::Status XlaDynamicUpdateSliceShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckVectorOfRank(c, 2));
  ShapeHandle unused;
  if (c->RankKnown(c->input(0)))
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), c->Rank(c->input(0)), &unused));
  return shape_inference::UnchangedShape(c);
}

absl::Status XlaDynamicSliceShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckVectorOfRank(c, 1));
  OPGRAFT_RETURN_IF_ERROR(CheckVectorOfRank(c, 2));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("StridedSliceGrad")
    .Input("shape: Index")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Input("dy: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(StridedSliceGradShape)
    .Doc(R"doc(
The gradient of StridedSlice: zeros except for the part that was taken.

shape: That of StridedSlice's input, a vector.
begin: Where each item begins, a vector.
end: Where it ends.
strides: The steps.
dy: The gradient of StridedSlice's output.
output: Of shape `shape`.
begin_mask: Bit i: item i has no begin.
end_mask: Bit i: item i has no end.
ellipsis_mask: Bit i: item i is `...`.
new_axis_mask: Bit i: item i is a new dimension of size 1.
shrink_axis_mask: Bit i: item i is one index.
)doc");

REGISTER_OP("TensorStridedSliceUpdate")
    .Input("input: T")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Input("value: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(TensorStridedSliceUpdateShape)
    .Doc(R"doc(
input[begin:end:strides, ...] = value, as in NumPy.

input: Any tensor.
begin: Where each item begins, a vector.
end: Where it ends.
strides: The steps.
value: What is put there; it is repeated as far as the part goes.
output: `input` with this part.
begin_mask: Bit i: item i has no begin.
end_mask: Bit i: item i has no end.
ellipsis_mask: Bit i: item i is `...`.
new_axis_mask: Bit i: item i is a new dimension of size 1.
shrink_axis_mask: Bit i: item i is one index.
)doc");

REGISTER_OP("XlaDynamicUpdateSlice")
    .Input("input: T")
    .Input("update: T")
    .Input("indices: Tindices")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(XlaDynamicUpdateSliceShape)
    .Doc(R"doc(
Replaces a block of a tensor.

input: Any tensor.
update: The block, no larger than `input` in any dimension.
indices: Where it begins, a vector; moved so that the block lies inside.
output: `input` with this block.
)doc");

REGISTER_OP("XlaDynamicSlice")
    .Input("input: T")
    .Input("start_indices: Tindices")
    .Input("size_indices: Tindices")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(XlaDynamicSliceShape)
    .Doc(R"doc(
A block of a tensor.

input: Any tensor.
start_indices: Where it begins, a vector; moved so that the block lies inside.
size_indices: Its size in each dimension, a vector.
output: The block.
)doc");

}  // namespace opgraft

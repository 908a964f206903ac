// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops whose output is as large as their input: passed on, checked, or filled anew.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status EnsureShapeShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  ShapeHandle wanted, out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &wanted));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), wanted, &out));
  OPGRAFT_RETURN_IF_ERROR(shape_inference::UnchangedShape(c));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status EmptyShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Where the output's elements are smaller it has a dimension more, where they are larger one less.
absl::Status BitcastShape(InferenceContext* c) {
  DataType from = DT_INVALID, to = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("T", &from));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("type", &to));
  const int from_size = DataTypeSize(from), to_size = DataTypeSize(to);
  if (from_size == 0 || to_size == 0)
    return absl::InvalidArgumentError("Cannot bitcast types that are not numbers");
  ShapeHandle shape = c->input(0);
  if (!c->RankKnown(shape)) return shape_inference::UnknownShape(c);
  if (from_size < to_size) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(shape, 1, &shape));
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(shape, -1), to_size / from_size, &unused));
    OPGRAFT_RETURN_IF_ERROR(c->Subshape(shape, 0, -1, &shape));
  } else if (from_size > to_size) {
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(shape, c->Vector(from_size / to_size), &shape));
  }
  c->set_output(0, shape);
  return absl::OkStatus();
}

void FillElements(ValueContext* c, int64_t value) {
  const auto like = c->input_elements(0);
  if (like) c->set_output(0, ValueContext::Elements(like->size(), DimRange(value)));
}

void ZerosLikeValue(ValueContext* c) { FillElements(c, 0); }
void OnesLikeValue(ValueContext* c) { FillElements(c, 1); }

}  // namespace

REGISTER_OP("StopGradient")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Its input. No gradient flows back through it when a model is trained.

input: Any tensor.
output: The same tensor.
)doc");

REGISTER_OP("PreventGradient")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("message: string = ''")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Its input. To ask for a gradient through it is an error when a model is trained.

input: Any tensor.
output: The same tensor.
message: Why there is no gradient.
)doc");

REGISTER_OP("Snapshot")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
A copy of its input.

input: Any tensor.
output: The same tensor.
)doc");

REGISTER_OP("GuaranteeConst")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .SetIsStateful()
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Its input, which the caller promises to be the same in every run.

input: Any tensor.
output: The same tensor.
)doc");

REGISTER_OP("EnsureShape")
    .Input("input: T")
    .Output("output: T")
    .Attr("shape: shape")
    .Attr("T: type")
    .SetShapeFn(EnsureShapeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Its input; the run fails unless it has the given shape.

input: Any tensor.
output: The same tensor.
shape: What it must fit.
)doc");

REGISTER_OP("CheckNumerics")
    .Input("tensor: T")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("message: string")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Its input; the run fails if a number in it is infinite or NaN.

tensor: What is checked.
output: The same tensor.
message: Stands before the error.
)doc");

REGISTER_OP("CheckNumericsV2")
    .Input("tensor: T")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("message: string")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Its input, if every number is finite; else the run fails and says whether infinities are
negative or positive.

tensor: What is checked.
output: The same tensor.
message: Stands before the error.
)doc");

REGISTER_OP("DeepCopy")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: type")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
A copy of its input in memory of its own.

x: Any tensor.
y: The same elements.
)doc");

REGISTER_OP("ZerosLike")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(ZerosLikeValue)
    .Doc(R"doc(
Zeros (false, empty strings) of the shape and type of the input.

x: Only its shape and type matter.
y: The zeros.
)doc");

REGISTER_OP("OnesLike")
    .Input("x: T")
    .Output("y: T")
    .Attr(
        "T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, "
        "uint64, complex64, complex128, bool}")
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(OnesLikeValue)
    .Doc(R"doc(
Ones (true) of the shape and type of the input.

x: Only its shape and type matter.
y: The ones.
)doc");

REGISTER_OP("Empty")
    .Input("shape: int32")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("init: bool = false")
    .SetIsStateful()
    .SetShapeFn(EmptyShape)
    .Doc(R"doc(
A tensor of the given shape. Its elements are zeros.

shape: A vector with the sizes of the dimensions.
output: Of that shape.
dtype: Of the output.
init: Whether the elements have to be zeros.
)doc");

REGISTER_OP("Bitcast")
    .Input("input: T")
    .Output("output: type")
    .Attr(
        "T: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, "
        "int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}")
    .Attr(
        "type: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, "
        "int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}")
    .SetShapeFn(BitcastShape)
    .Doc(R"doc(
Reinterprets the bytes of a tensor as another type.

input: Any numbers.
output: Where its elements are smaller it has one dimension more, the last, for the parts of each
  element of `input`; where they are larger the last dimension of `input` makes up one element.
type: Of the output.
)doc");

REGISTER_OP("InplaceUpdate")
    .Input("x: T")
    .Input("i: int32")
    .Input("v: T")
    .Output("y: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The rows of `x` that `i` names are replaced by those of `v`.

x: At least a vector; its first dimension counts rows.
i: Which rows, a vector. An index counts round: -1 is the last.
v: The rows that are put there.
y: `x` with these rows.
)doc");

REGISTER_OP("InplaceAdd")
    .Input("x: T")
    .Input("i: int32")
    .Input("v: T")
    .Output("y: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The rows of `x` that `i` names are increased by those of `v`.

x: At least a vector; its first dimension counts rows.
i: Which rows, a vector. An index counts round: -1 is the last.
v: The rows that are added.
y: `x` with these rows.
)doc");

REGISTER_OP("InplaceSub")
    .Input("x: T")
    .Input("i: int32")
    .Input("v: T")
    .Output("y: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The rows of `x` that `i` names are decreased by those of `v`.

x: At least a vector; its first dimension counts rows.
i: Which rows, a vector. An index counts round: -1 is the last.
v: The rows that are subtracted.
y: `x` with these rows.
)doc");

}  // namespace opgraft

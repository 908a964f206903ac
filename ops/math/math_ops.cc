// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic, comparison and products.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpShapeFn;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;
using shape_inference::UnchangedShape;

// Equal and NotEqual may be told to answer one scalar where shapes do not match.
absl::Status EqualityShape(InferenceContext* c) {
  bool incompatible_shape_error = true;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("incompatible_shape_error", &incompatible_shape_error));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
      c, c->input(0), c->input(1), incompatible_shape_error, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status AddNShape(InferenceContext* c) {
  ShapeHandle out = c->input(c->num_inputs() - 1);
  for (int i = c->num_inputs() - 2; i >= 0; --i) {
    const absl::Status status = c->Merge(c->input(i), out, &out);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(), "\n\tFrom merging shape ", i, " with other shapes."));
    }
  }
  c->set_output(0, out);
  if (const auto* handles = c->input_handle_shapes_and_types(0))
    c->set_output_handle_shapes_and_types(0, *handles);
  return absl::OkStatus();
}

// `cond` is a scalar, a vector over the rows of t and e, or of their shape; these have one shape.
absl::Status SelectShape(InferenceContext* c) {
  ShapeHandle out, unused;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(1), c->input(2), &out));
  const ShapeHandle cond = c->input(0);
  if (c->RankKnown(cond) && c->RankKnown(out) && c->Rank(cond) != 0) {
    if (c->Rank(cond) == 1 && c->Rank(out) > 0) {
      OPGRAFT_RETURN_IF_ERROR(c->Merge(cond, c->Vector(c->Dim(out, 0)), &unused));
    } else {
      OPGRAFT_RETURN_IF_ERROR(c->Merge(out, cond, &out));
    }
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status SelectV2Shape(InferenceContext* c) {
  ShapeHandle values, out;
  OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
      c, c->input(1), c->input(2), true, &values));
  OPGRAFT_RETURN_IF_ERROR(
      shape_inference::BroadcastBinaryOpOutputShapeFnHelper(c, c->input(0), values, true, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

// --- Of one argument ---

#define UNARY(types) Input("x: T").Output("y: T").Attr("T: " types).SetShapeFn(UnchangedShape)
#define FLOATING_OR_COMPLEX "{bfloat16, half, float, double, complex64, complex128}"

REGISTER_OP("Abs").UNARY("{bfloat16, half, float, double, int8, int16, int32, int64}").Doc(R"doc(
|x|.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Neg")
    .UNARY("{bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}")
    .Doc(R"doc(
-x.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Square")
    .UNARY(
        "{bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, "
        "complex64, "
        "complex128}")
    .Doc(R"doc(
x * x.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Sqrt").UNARY(FLOATING_OR_COMPLEX).Doc(R"doc(
The square root.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Exp").UNARY(FLOATING_OR_COMPLEX).Doc(R"doc(
e to the power of x.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Tanh").UNARY(FLOATING_OR_COMPLEX).Doc(R"doc(
The hyperbolic tangent.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("Sigmoid").UNARY(FLOATING_OR_COMPLEX).Doc(R"doc(
1 / (1 + exp(-x)).

x: The values, of any shape.
y: Of the shape of `x`.
)doc");
REGISTER_OP("LogicalNot").Input("x: bool").Output("y: bool").SetShapeFn(UnchangedShape).Doc(R"doc(
not x.

x: The values, of any shape.
y: Of the shape of `x`.
)doc");

REGISTER_OP("Cast")
    .Input("x: SrcT")
    .Output("y: DstT")
    .Attr("SrcT: type")
    .Attr("DstT: type")
    .Attr("Truncate: bool = false")
    .SetShapeFn(UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Converts the elements to another type.

x: The values, of any shape.
y: Of the same shape.
DstT: The other type.
Truncate: Cuts bits off instead of rounding, from floating point to a shorter one.
)doc");

// --- Of two, which are broadcast ---

#define BINARY(types) \
  Input("x: T").Input("y: T").Output("z: T").Attr("T: " types).SetShapeFn(BroadcastBinaryOpShapeFn)
#define ALL_NUMBERS                                                                            \
  "{bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, " \
  "complex64, complex128}"

REGISTER_OP("Add")
    .BINARY(
        "{bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, "
        "string}")
    .Doc(R"doc(
x + y; strings are joined.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("AddV2")
    .BINARY(
        "{bfloat16, half, float, double, uint8, uint16, uint32, uint64, int8, int16, int32, int64, "
        "complex64, "
        "complex128}")
    .SetIsAggregate()
    .SetIsCommutative()
    .Doc(R"doc(
x + y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Sub")
    .BINARY(
        "{bfloat16, half, float, double, uint8, int8, uint16, int16, int32, int64, complex64, "
        "complex128, uint32, "
        "uint64}")
    .Doc(R"doc(
x - y.

x: What is subtracted from.
y: What is subtracted; both shapes are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Mul").BINARY(ALL_NUMBERS).SetIsCommutative().Doc(R"doc(
x * y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Div").BINARY(ALL_NUMBERS).Doc(R"doc(
x / y. Integers are divided towards zero; by zero is an error.

x: The dividend.
y: The divisor; both shapes are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("RealDiv").BINARY(ALL_NUMBERS).Doc(R"doc(
x / y of floating-point or complex numbers.

x: The dividend.
y: The divisor; both shapes are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Maximum")
    .BINARY(
        "{bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}")
    .Doc(R"doc(
The greater one.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Minimum")
    .BINARY(
        "{bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}")
    .Doc(R"doc(
The lesser one.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");

#define COMPARISON()             \
  Input("x: T")                  \
      .Input("y: T")             \
      .Output("z: bool")         \
      .Attr("T: realnumbertype") \
      .SetShapeFn(BroadcastBinaryOpShapeFn)

REGISTER_OP("Less").COMPARISON().Doc(R"doc(
x < y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Greater").COMPARISON().Doc(R"doc(
x > y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");

REGISTER_OP("Equal")
    .Input("x: T")
    .Input("y: T")
    .Output("z: bool")
    .SetIsCommutative()
    .Attr("T: type")
    .Attr("incompatible_shape_error: bool = true")
    .SetShapeFn(EqualityShape)
    .Doc(R"doc(
x == y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
incompatible_shape_error: If false, shapes that do not broadcast give the scalar false.
)doc");

REGISTER_OP("NotEqual")
    .Input("x: T")
    .Input("y: T")
    .Output("z: bool")
    .SetIsCommutative()
    .Attr("T: type")
    .Attr("incompatible_shape_error: bool = true")
    .SetShapeFn(EqualityShape)
    .Doc(R"doc(
x != y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
incompatible_shape_error: If false, shapes that do not broadcast give the scalar true.
)doc");

#define BINARY_LOGICAL()                                                             \
  Input("x: bool").Input("y: bool").Output("z: bool").SetIsCommutative().SetShapeFn( \
      BroadcastBinaryOpShapeFn)

REGISTER_OP("LogicalAnd").BINARY_LOGICAL().Doc(R"doc(
x and y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("LogicalOr").BINARY_LOGICAL().Doc(R"doc(
x or y.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");

// --- Of many ---

REGISTER_OP("AddN")
    .Input("inputs: N * T")
    .Output("sum: T")
    .Attr("N: int >= 1")
    .Attr("T: {numbertype, variant}")
    .SetIsCommutative()
    .SetIsAggregate()
    .SetShapeFn(AddNShape)
    .Doc(R"doc(
The sum of tensors of one shape.

inputs: The tensors, all of one shape.
sum: Of that shape.
)doc");

REGISTER_OP("Select")
    .Input("condition: bool")
    .Input("t: T")
    .Input("e: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(SelectShape)
    .Doc(R"doc(
t where condition is true, else e.

t: What is taken where `condition` is true.
e: What is taken elsewhere; of the shape of `t`.
output: Of the shape of `t`.
condition: A scalar, of the shape of t and e, or a vector that chooses whole rows.
)doc");

REGISTER_OP("SelectV2")
    .Input("condition: bool")
    .Input("t: T")
    .Input("e: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(SelectV2Shape)
    .Doc(R"doc(
t where condition is true, else e. All three are broadcast.

condition: Chooses element by element.
t: What is taken where it is true.
e: What is taken elsewhere.
output: Of the broadcast shape of all three.
)doc");

REGISTER_OP("MatMul")
    .Input("a: T")
    .Input("b: T")
    .Output("product: T")
    .Attr("transpose_a: bool = false")
    .Attr("transpose_b: bool = false")
    .Attr(
        "T: {bfloat16, half, float, double, int32, int64, uint8, uint16, uint32, uint64, "
        "complex64, complex128}")
    .Attr("grad_a: bool = false")
    .Attr("grad_b: bool = false")
    .SetShapeFn(shape_inference::MatMulShape)
    .Doc(R"doc(
The product of two matrices, each transposed first where asked for.

a: A matrix [rows, inner].
b: A matrix [inner, columns].
product: A matrix [rows, columns].
transpose_a: Whether `a` is transposed first.
transpose_b: Whether `b` is transposed first.
grad_a: For gradients; without effect here.
grad_b: For gradients; without effect here.
)doc");

REGISTER_OP("SparseMatMul")
    .Input("a: Ta")
    .Input("b: Tb")
    .Output("product: float")
    .Attr("transpose_a: bool = false")
    .Attr("transpose_b: bool = false")
    .Attr("a_is_sparse: bool = false")
    .Attr("b_is_sparse: bool = false")
    .Attr("Ta: {float, bfloat16} = DT_FLOAT")
    .Attr("Tb: {float, bfloat16} = DT_FLOAT")
    .SetShapeFn(shape_inference::MatMulShape)
    .Doc(R"doc(
The product of two matrices of which one may have many zeros; it is computed as that of any others.

a: A matrix [rows, inner].
b: A matrix [inner, columns].
product: A matrix [rows, columns].
transpose_a: Whether `a` is transposed first.
transpose_b: Whether `b` is transposed first.
a_is_sparse: Without effect.
b_is_sparse: Without effect.
)doc");

}  // namespace opgraft

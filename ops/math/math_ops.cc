// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic, sums, choices and products.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpShapeFn;
using shape_inference::InferenceContext;
using shape_inference::ShapeAndType;
using shape_inference::ShapeHandle;
using shape_inference::UnchangedShape;

// Output 0 holds what the inputs hold that tell: lists whose elements are of one type and shape.
absl::Status MergeHandles(InferenceContext* c) {
  std::vector<ShapeAndType> merged;
  for (int i = 0; i < c->num_inputs(); ++i) {
    const std::vector<ShapeAndType>* const held = c->input_handle_shapes_and_types(i);
    if (held == nullptr) continue;
    if (merged.empty()) merged = *held;
    if (held->size() != merged.size()) {
      return absl::InvalidArgumentError(absl::StrCat("input ", i, " holds ", held->size(),
                                                     " shapes and types, others ", merged.size()));
    }
    for (size_t j = 0; j < merged.size(); ++j) {
      if ((*held)[j].dtype != merged[j].dtype) {
        return absl::InvalidArgumentError(
            absl::StrCat("input ", i, " holds elements of ", DataTypeString((*held)[j].dtype),
                         ", others of ", DataTypeString(merged[j].dtype)));
      }
      OPGRAFT_RETURN_IF_ERROR(c->Merge((*held)[j].shape, merged[j].shape, &merged[j].shape));
    }
  }
  if (!merged.empty()) c->set_output_handle_shapes_and_types(0, merged);
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
  return MergeHandles(c);
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
The exponential: e to the power of x.

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
Element-wise logical not.

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
Casts the elements to another type.

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
Adds element-wise: x + y; strings are concatenated.

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
Adds element-wise: x + y.

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
Subtracts element-wise: x - y.

x: What is subtracted from.
y: What is subtracted; both shapes are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Mul").BINARY(ALL_NUMBERS).SetIsCommutative().Doc(R"doc(
Multiplies element-wise: x * y.

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
Element-wise maximum.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("Minimum")
    .BINARY(
        "{bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}")
    .Doc(R"doc(
Element-wise minimum.

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

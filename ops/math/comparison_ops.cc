// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons and logic of two arguments.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpShapeFn;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

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

}  // namespace

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
Element-wise logical and.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");
REGISTER_OP("LogicalOr").BINARY_LOGICAL().Doc(R"doc(
Element-wise logical or.

x: One side.
y: The other side; the shapes of both are broadcast.
z: Of the broadcast shape.
)doc");

}  // namespace opgraft

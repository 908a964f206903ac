// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// If, NoOp, and the arguments and results of function bodies.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The attr output_shapes, where it is given. What the branches say is for who knows the function
// library.
absl::Status OutputShapesOrUnknown(InferenceContext* c) {
  std::vector<PartialTensorShape> shapes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("output_shapes", &shapes));
  if (shapes.empty()) return shape_inference::UnknownShape(c);
  if (shapes.size() != static_cast<size_t>(c->num_outputs())) {
    return absl::InvalidArgumentError(
        absl::StrCat("`output_shapes` must be the same length as num outputs (", shapes.size(),
                     " vs. ", c->num_outputs(), ")"));
  }
  for (int i = 0; i < c->num_outputs(); ++i) {
    ShapeHandle out;
    OPGRAFT_RETURN_IF_ERROR(
        c->MakeShapeFromPartialTensorShape(shapes[static_cast<size_t>(i)], &out));
    c->set_output(i, out);
  }
  return absl::OkStatus();
}

// The first shape of the attr _output_shapes, where there is one.
absl::Status ArgShape(InferenceContext* c) {
  std::vector<PartialTensorShape> shapes;
  if (!HasNodeAttr(c->attrs(), "_output_shapes")) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("_output_shapes", &shapes));
  if (shapes.empty())
    return absl::InvalidArgumentError("Attr '_output_shapes' of an _Arg must hold its shape");
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shapes[0], &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("If")
    .Input("cond: Tcond")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tcond: type")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("then_branch: func")
    .Attr("else_branch: func")
    .Attr("output_shapes: list(shape) = []")
    .SetIsStateful()
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
output = cond ? then_branch(input) : else_branch(input). The other branch does nothing.

cond: A scalar: a bool, a number other than zero, a string that is not empty. Of any other shape: true if it has
  elements.
Tout: What the branches give.
then_branch: A function of the types Tin that gives the types Tout.
else_branch: Another one.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

REGISTER_OP("StatelessIf")
    .Input("cond: Tcond")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tcond: type")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("then_branch: func")
    .Attr("else_branch: func")
    .Attr("output_shapes: list(shape) = []")
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
An If whose branches hold no stateful op.

Tout: What the branches give.
then_branch: A function of the types Tin that gives the types Tout.
else_branch: Another one.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

REGISTER_OP("NoOp")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc("Does nothing; carries control edges.");

REGISTER_OP("_Arg")
    .Output("output: T")
    .Attr("T: type")
    .Attr("index: int >= 0")
    .SetIsStateful()
    .SetShapeFn(ArgShape)
    .Doc(R"doc(
Argument `index` of the function whose body this stands in.

T: Its type.
index: Counted from 0.
)doc");

REGISTER_OP("_Retval")
    .Input("input: T")
    .Attr("T: type")
    .Attr("index: int >= 0")
    .SetIsStateful()
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Result `index` of the function whose body this stands in.

index: Counted from 0.
)doc");

}  // namespace opgraft

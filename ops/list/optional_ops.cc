// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Some tensors or nothing, as a variant.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status GetValueShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  std::vector<PartialTensorShape> shapes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("output_shapes", &shapes));
  if (static_cast<int>(shapes.size()) != c->num_outputs()) {
    return absl::InvalidArgumentError(
        absl::StrCat("`output_shapes` must be the same length as `output_types` (", shapes.size(),
                     " vs. ", c->num_outputs(), ")"));
  }
  for (int i = 0; i < c->num_outputs(); ++i) {
    ShapeHandle shape;
    OPGRAFT_RETURN_IF_ERROR(
        c->MakeShapeFromPartialTensorShape(shapes[static_cast<size_t>(i)], &shape));
    c->set_output(i, shape);
  }
  return absl::OkStatus();
}

absl::Status HasValueShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  return shape_inference::ScalarShape(c);
}

}  // namespace

REGISTER_OP("OptionalFromValue")
    .Input("components: Toutput_types")
    .Output("optional: variant")
    .Attr("Toutput_types: list(type) >= 1")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Makes an optional that holds tensors.

components: The tensors.
optional: A scalar with the optional.
Toutput_types: Of the tensors.
)doc");

REGISTER_OP("OptionalNone")
    .Output("optional: variant")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Makes an optional that holds nothing.

optional: A scalar with the optional.
)doc");

REGISTER_OP("OptionalHasValue")
    .Input("optional: variant")
    .Output("has_value: bool")
    .SetShapeFn(HasValueShape)
    .Doc(R"doc(
Tells whether an optional holds anything.

optional: A scalar with the optional.
has_value: Whether it holds tensors.
)doc");

REGISTER_OP("OptionalGetValue")
    .Input("optional: variant")
    .Output("components: output_types")
    .Attr("output_types: list(type) >= 1")
    .Attr("output_shapes: list(shape) >= 1")
    .SetShapeFn(GetValueShape)
    .Doc(R"doc(
Gives the tensors that an optional holds. It is an error if it holds none.

optional: A scalar with the optional.
components: The tensors.
output_types: Of the tensors.
output_shapes: What their shapes have to fit.
)doc");

}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that pass their inputs on.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;

absl::Status IdentityNShape(InferenceContext* c) {
  for (int i = 0; i < c->num_inputs(); ++i) {
    c->set_output(i, c->input(i));
    if (const auto* handles = c->input_handle_shapes_and_types(i))
      c->set_output_handle_shapes_and_types(i, *handles);
  }
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Identity")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Its input.

input: Any tensor.
output: The same tensor.
)doc");

REGISTER_OP("IdentityN")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: list(type)")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(IdentityNShape)
    .Doc(R"doc(
Its inputs.

input: Any tensors.
output: The same tensors.
)doc");

}  // namespace opgraft

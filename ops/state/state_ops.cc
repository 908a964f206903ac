// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Variables that belong to the request: see docs/design.md, State.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;

// A value of the variable may be anything that variable_shape allows, whatever the init is.
absl::Status ReadValueShape(InferenceContext* c) {
  if (c->num_inputs() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("ReadValue has one init_value or none, not ", c->num_inputs()));
  }
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("variable_shape", &shape));
  shape_inference::ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ReadValue")
    .Input("init_value: N * variable_type")
    .Output("value: variable_type")
    .Attr("N: int >= 0 = 0")
    .Attr("variable_id: string")
    .Attr("variable_type: type")
    .Attr("variable_shape: shape = { unknown_rank: true }")
    .SetIsStateful()
    .SetRole(OpRole::kRead)
    .SetShapeFn(ReadValueShape)
    .Doc(R"doc(
The value that a variable had before this run.

init_value: None, or one: the value of a variable that was never set or was reset. Runs only when it is needed.
  Without it such a variable is zero.
value: The whole run reads one value; what Assign writes is seen by the next run, in a loop by the next iteration.
variable_id: Names the variable. Not empty.
variable_shape: What shapes the variable may have; init_value must be sure to fit it.
)doc");

REGISTER_OP("Assign")
    .Input("new_value: T")
    .Output("value: T")
    .Attr("T: type")
    .Attr("variable_id: string")
    .SetIsStateful()
    .SetRole(OpRole::kAssign)
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Stores a value in a variable when the run succeeds.

Runs whatever is fetched. A run that fails leaves every variable as it was.

new_value: Must fit the variable_type and variable_shape of the variable's ReadValue.
value: The new value.
variable_id: Names a variable that some ReadValue reads.
)doc");

}  // namespace opgraft

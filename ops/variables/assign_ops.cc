// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that read or change a whole variable.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/variables/variable_shapes.h"

namespace opgraft {

REGISTER_OP("ReadVariableOp")
    .Input("resource: resource")
    .Output("value: dtype")
    .Attr("dtype: type")
    .SetShapeFn(ReadVariableShape)
    .Doc(R"doc(
The value of a variable.

A variable without one is FAILED_PRECONDITION.

resource: A handle of the variable.
value: Later writes do not change it.
dtype: What the variable holds; INVALID_ARGUMENT if it holds something else.
)doc");

REGISTER_OP("ResourceGather")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Output("output: dtype")
    .Attr("batch_dims: int = 0")
    .Attr("validate_indices: bool = true")
    .Attr("dtype: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceGatherShape)
    .Doc(R"doc(
Picks rows of a variable: GatherV2 of its value along the first dimension behind batch_dims.

resource: A handle of the variable.
indices: Which rows.
output: The rows, in the shape of the indices.
batch_dims: How many leading dimensions variable and indices have in common.
validate_indices: Means nothing: indices are always looked at.
dtype: What the variable holds.
)doc");

REGISTER_OP("ResourceGatherNd")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceGatherNdShape)
    .Doc(R"doc(
Picks slices of a variable: GatherNd of its value.

resource: A handle of the variable.
indices: Each row along the last dimension is an index into the first dimensions of the variable.
output: The slices, in the shape of the rows of the indices.
dtype: What the variable holds.
)doc");

REGISTER_OP("AssignVariableOp")
    .Input("resource: resource")
    .Input("value: dtype")
    .Attr("dtype: type")
    .Attr("validate_shape: bool = false")
    .SetShapeFn(AssignVariableShape)
    .Doc(R"doc(
Assigns a value to a variable.

Reads that follow see it. A run that fails leaves the variable as it was.

resource: A handle of the variable.
value: Its memory is shared.
validate_shape: True: a value of another shape than the one before is refused.
)doc");

REGISTER_OP("AssignAddVariableOp")
    .Input("resource: resource")
    .Input("value: dtype")
    .Attr("dtype: type")
    .SetShapeFn(UpdateVariableShape)
    .Doc(R"doc(
variable = variable + value.

resource: A handle of the variable.
value: Of the variable's shape.
)doc");

REGISTER_OP("AssignSubVariableOp")
    .Input("resource: resource")
    .Input("value: dtype")
    .Attr("dtype: type")
    .SetShapeFn(UpdateVariableShape)
    .Doc(R"doc(
variable = variable - value.

resource: A handle of the variable.
value: Of the variable's shape.
)doc");

REGISTER_OP("ResourceCountUpTo")
    .Input("resource: resource")
    .Output("output: T")
    .Attr("limit: int")
    .Attr("T: {int32, int64}")
    .SetShapeFn(CountShape)
    .Doc(R"doc(
Returns the counter's value, then increments it.

resource: A handle of the variable.
output: The value before.
limit: The count ends here: then OUT_OF_RANGE.
T: What the variable holds.
)doc");

REGISTER_OP("RefAssign")
    .Input("ref: Ref(T)")
    .Input("value: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: type")
    .Attr("validate_shape: bool = true")
    .Attr("use_locking: bool = true")
    .SetAllowsUninitializedInput()
    .SetShapeFn(RefAssignShape)
    .Doc(R"doc(
TensorFlow's Assign: gives a reference variable a value.

In files it is named Assign, as the op of states is; a node with a ref and a value is this one.

ref: The variable; it needs no value before.
value: Its memory is shared.
output_ref: The variable, for who wants its new value.
validate_shape: True: the value must have the variable's shape.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("RefIdentity")
    .Input("input: Ref(T)")
    .Output("output: Ref(T)")
    .Attr("T: type")
    .SetAllowsUninitializedInput()
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The variable itself, for callers that add control inputs.

input: The variable; it needs no value.
output: The same variable.
T: What it holds.
)doc");

REGISTER_OP("AssignAdd")
    .Input("ref: Ref(T)")
    .Input("value: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn)
    .Doc(R"doc(
variable = variable + value.

ref: The variable.
value: Of the variable's shape.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("AssignSub")
    .Input("ref: Ref(T)")
    .Input("value: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn)
    .Doc(R"doc(
variable = variable - value.

ref: The variable.
value: Of the variable's shape.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("CountUpTo")
    .Input("ref: Ref(T)")
    .Output("output: T")
    .Attr("limit: int")
    .Attr("T: {int32, int64}")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Returns the counter's value, then increments it.

ref: The variable.
output: The value before.
limit: The count ends here: then OUT_OF_RANGE.
)doc");

}  // namespace opgraft

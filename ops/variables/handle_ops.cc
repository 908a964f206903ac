// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that declare a variable, and ops that ask about one.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/variables/variable_shapes.h"

namespace opgraft {

REGISTER_OP("VarHandleOp")
    .Output("resource: resource")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("debug_name: string = ''")
    .Attr("dtype: type")
    .Attr("shape: shape")
    .Attr("allowed_devices: list(string) = []")
    .SetIsStateful()
    .SetShapeFn(VarHandleShape)
    .Doc(R"doc(
A handle of a variable, by its name.

The variable is the request's. It has no value until AssignVariableOp gives it one.

resource: Handles of one container and name are of one variable.
container: With the name it tells variables apart.
shared_name: The name of the variable in a request.
debug_name: Means nothing here.
dtype: What the variable holds.
shape: What shapes it may have.
allowed_devices: Means nothing here.
)doc");

REGISTER_OP("VariableV2")
    .Output("ref: Ref(dtype)")
    .Attr("shape: shape")
    .Attr("dtype: type")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
A variable, by its name: a reference.

Whoever takes it as a value gets what it holds then; before the first Assign that is FAILED_PRECONDITION.

ref: The variable, for ops that change it and as a value.
shape: What shapes it may have.
dtype: What the variable holds.
container: With the name it tells variables apart.
shared_name: The name of the variable in a request; '': the node's.
)doc");

REGISTER_OP("Variable")
    .Output("ref: Ref(dtype)")
    .Attr("shape: shape")
    .Attr("dtype: type")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(OldVariableShape)
    .Doc(R"doc(
A variable, by its name: a reference. VariableV2 replaces it.

ref: The variable, for ops that change it and as a value.
shape: What shapes it may have; []: any.
dtype: What the variable holds.
container: With the name it tells variables apart.
shared_name: The name of the variable in a request; '': the node's.
)doc");

REGISTER_OP("TemporaryVariable")
    .Output("ref: Ref(dtype)")
    .Attr("shape: shape")
    .Attr("dtype: type")
    .Attr("var_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
A variable for one run: a reference. It has no value until Assign gives it one, and DestroyTemporaryVariable ends it.

ref: The variable, for ops that change it and as a value.
shape: What shapes it may have.
dtype: What the variable holds.
var_name: Its name among the temporary ones; '': the node's.
)doc");

REGISTER_OP("DestroyTemporaryVariable")
    .Input("ref: Ref(T)")
    .Output("value: T")
    .Attr("T: type")
    .Attr("var_name: string")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Ends a temporary variable.

ref: The variable.
value: What it held.
var_name: Its name; means nothing here, for the reference says which one it is.
)doc");

REGISTER_OP("VarIsInitializedOp")
    .Input("resource: resource")
    .Output("is_initialized: bool")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Whether a variable has a value.

resource: A handle of the variable.
is_initialized: True if it has a value.
)doc");

REGISTER_OP("IsVariableInitialized")
    .Input("ref: Ref(dtype)")
    .Output("is_initialized: bool")
    .Attr("dtype: type")
    .SetAllowsUninitializedInput()
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Whether a variable has a value.

ref: The variable.
is_initialized: True if it has a value.
)doc");

REGISTER_OP("VariableShape")
    .Input("input: resource")
    .Output("output: out_type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ShapeOfVariable)
    .Doc(R"doc(
The shape of the value of a variable.

input: A handle of the variable.
output: Its sizes.
out_type: Of the sizes.
)doc");

REGISTER_OP("DestroyResourceOp")
    .Input("resource: resource")
    .Attr("ignore_lookup_error: bool = true")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Removes a variable or another resource from the request.

resource: A handle of it.
ignore_lookup_error: False: a resource that is not there is NOT_FOUND.
)doc");

REGISTER_OP("DisableCopyOnRead")
    .Input("resource: resource")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Nothing here: reads of a variable share its memory, and a write that follows takes other memory.

resource: A handle of the variable.
)doc");

}  // namespace opgraft

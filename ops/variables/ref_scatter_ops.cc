// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that change parts of a variable, which is a reference.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/variables/variable_shapes.h"

namespace opgraft {

REGISTER_OP("ScatterUpdate")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
Replaces rows of a variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterAdd")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
Adds to rows of a variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterSub")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
Subtracts from rows of a variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterMul")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
Multiplies rows of a variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterDiv")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
Divides rows of a variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterMin")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: {half, bfloat16, float, double, int32, int64}")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
The element-wise minimum of rows of a variable and others, stored in the variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterMax")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: {half, bfloat16, float, double, int32, int64}")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(RefScatterShape)
    .Doc(R"doc(
The element-wise maximum of rows of a variable and others, stored in the variable.

ref: The variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ScatterNdUpdate")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(RefScatterNdShape)
    .Doc(R"doc(
Replaces slices of a variable.

ref: The variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ScatterNdAdd")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(RefScatterNdShape)
    .Doc(R"doc(
Adds to slices of a variable.

ref: The variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ScatterNdSub")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(RefScatterNdShape)
    .Doc(R"doc(
Subtracts from slices of a variable.

ref: The variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ScatterNdMin")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(RefScatterNdShape)
    .Doc(R"doc(
The element-wise minimum of slices of a variable and others, stored in the variable.

ref: The variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ScatterNdMax")
    .Input("ref: Ref(T)")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(RefScatterNdShape)
    .Doc(R"doc(
The element-wise maximum of slices of a variable and others, stored in the variable.

ref: The variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
output_ref: The variable, for who wants its new value.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("StridedSliceAssign")
    .Input("ref: Ref(T)")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Input("value: T")
    .Output("output_ref: Ref(T)")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Puts a value into what StridedSlice would take of a variable.

ref: The variable.
begin: As of StridedSlice.
end: As of StridedSlice.
strides: As of StridedSlice.
value: Broadcast to the shape of the slice.
output_ref: The variable, for who wants its new value.
begin_mask: As of StridedSlice.
end_mask: As of StridedSlice.
ellipsis_mask: As of StridedSlice.
new_axis_mask: As of StridedSlice.
shrink_axis_mask: As of StridedSlice.
)doc");

}  // namespace opgraft

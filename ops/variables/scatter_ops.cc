// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that change parts of a variable, which is a handle.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/variables/variable_shapes.h"

namespace opgraft {

REGISTER_OP("ResourceScatterUpdate")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
Replaces rows of a variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterAdd")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
Adds to rows of a variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterSub")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
Subtracts from rows of a variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterMul")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
Multiplies rows of a variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterDiv")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
Divides rows of a variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterMin")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
The element-wise minimum of rows of a variable and others, stored in the variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterMax")
    .Input("resource: resource")
    .Input("indices: Tindices")
    .Input("updates: dtype")
    .Attr("dtype: numbertype")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(ResourceScatterShape)
    .Doc(R"doc(
The element-wise maximum of rows of a variable and others, stored in the variable.

resource: A handle of the variable.
indices: Which rows. One that does not exist is INVALID_ARGUMENT. In order, so a row may stand there twice.
updates: A row for each index, or one number for all elements.
)doc");

REGISTER_OP("ResourceScatterNdUpdate")
    .Input("ref: resource")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ResourceScatterNdShape)
    .Doc(R"doc(
Replaces slices of a variable.

ref: A handle of the variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ResourceScatterNdAdd")
    .Input("ref: resource")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ResourceScatterNdShape)
    .Doc(R"doc(
Adds to slices of a variable.

ref: A handle of the variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ResourceScatterNdSub")
    .Input("ref: resource")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ResourceScatterNdShape)
    .Doc(R"doc(
Subtracts from slices of a variable.

ref: A handle of the variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ResourceScatterNdMin")
    .Input("ref: resource")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ResourceScatterNdShape)
    .Doc(R"doc(
The element-wise minimum of slices of a variable and others, stored in the variable.

ref: A handle of the variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ResourceScatterNdMax")
    .Input("ref: resource")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = true")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ResourceScatterNdShape)
    .Doc(R"doc(
The element-wise maximum of slices of a variable and others, stored in the variable.

ref: A handle of the variable.
indices: The last dimension holds positions in the first dimensions of the variable.
updates: A slice of the variable for each of them.
use_locking: Means nothing here: a run has its variables to itself.
bad_indices_policy: What becomes of an index that does not exist: '' or ERROR: an error; IGNORE: nothing.
)doc");

REGISTER_OP("ResourceStridedSliceAssign")
    .Input("ref: resource")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Input("value: T")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Puts a value into what StridedSlice would take of a variable.

ref: A handle of the variable.
begin: As of StridedSlice.
end: As of StridedSlice.
strides: As of StridedSlice.
value: Broadcast to the shape of the slice.
begin_mask: As of StridedSlice.
end_mask: As of StridedSlice.
ellipsis_mask: As of StridedSlice.
new_axis_mask: As of StridedSlice.
shrink_axis_mask: As of StridedSlice.
)doc");

}  // namespace opgraft

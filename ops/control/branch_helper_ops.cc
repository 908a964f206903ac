// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Helpers of functional branches: what picks one, and what a branch gives for the results of
// another.
#include <string>
#include <vector>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"

namespace opgraft {

using shape_inference::InferenceContext;

REGISTER_OP("ToBool")
    .Input("input: T")
    .Output("output: bool")
    .Attr("T: type")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Whether a tensor is true as a condition: a scalar that is not 0 and no empty string, else any elements.

input: Any tensor.
output: A scalar.
)doc");

REGISTER_OP("DeviceIndex")
    .Output("index: int32")
    .Attr("device_names: list(string)")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Which of some devices the node runs on: a branch for each can be picked by it.

index: The place of "CPU" among the names; how many there are if it is none of them.
device_names: The devices.
)doc");

REGISTER_OP("FakeParam")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      PartialTensorShape shape;
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
      shape_inference::ShapeHandle out;
      OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &out));
      c->set_output(0, out);
      return absl::OkStatus();
    })
    .Doc(R"doc(
A placeholder for an output of a branch that only another branch computes; nobody reads it.

output: Zeros.
dtype: Their type.
shape: Their shape; a size that is not known is 0.
)doc");

}  // namespace opgraft

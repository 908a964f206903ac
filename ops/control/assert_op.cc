// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that watch a run.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

REGISTER_OP("Assert")
    .Input("condition: bool")
    .Input("data: T")
    .SetIsStateful()
    .Attr("T: list(type)")
    .Attr("summarize: int = 3")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Fails the run unless `condition`, a scalar, is true.

condition: A scalar.
data: Printed when it fails.
summarize: How many elements of each are printed.
)doc");

}  // namespace opgraft

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

REGISTER_OP("Print")
    .Input("input: T")
    .Input("data: U")
    .Output("output: T")
    .SetIsStateful()
    .Attr("T: type")
    .Attr("U: list(type) >= 0")
    .Attr("message: string = ''")
    .Attr("first_n: int = -1")
    .Attr("summarize: int = 3")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Passes a tensor on and prints others, to standard error. PrintV2 has taken its place.

input: Of any shape.
data: What is printed.
output: The input.
message: Printed before the data.
first_n: How many times a request prints; -1: always.
summarize: How many elements of each tensor are printed; -1: all.
)doc");

REGISTER_OP("PrintV2")
    .Input("input: string")
    .SetIsStateful()
    .Attr("output_stream: string = 'stderr'")
    .Attr("end: string = '\n'")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      shape_inference::ShapeHandle unused;
      return c->WithRank(c->input(0), 0, &unused);
    })
    .Doc(R"doc(
Prints a string.

input: A scalar.
output_stream: stdout or stderr; log(info), log(warning) and log(error) are stderr.
end: Printed behind the text.
)doc");

REGISTER_OP("Timestamp")
    .Output("ts: double")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
The current time, in seconds since the epoch.

ts: A scalar: the seconds since 1970 began.
)doc");

}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops on strings of bytes.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Scalars are repeated; all else has one shape. An input of unknown rank may be either.
absl::Status StringJoinShape(InferenceContext* c) {
  ShapeHandle out = c->UnknownShape();
  bool all_scalars = true;
  for (int i = 0; i < c->num_inputs(); ++i) {
    const ShapeHandle input = c->input(i);
    if (c->Rank(input) == 0) continue;
    all_scalars = false;
    if (c->RankKnown(input)) OPGRAFT_RETURN_IF_ERROR(c->Merge(out, input, &out));
  }
  c->set_output(0, all_scalars ? c->Scalar() : out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("StringJoin")
    .Input("inputs: N * string")
    .Attr("N: int >= 0")
    .Attr("separator: string = ''")
    .Output("output: string")
    .SetShapeFn(StringJoinShape)
    .Doc(R"doc(
Joins strings element by element.

output: Of the shape of the inputs.
inputs: Of one shape; scalars are repeated.
separator: What stands between two of them.
)doc");

REGISTER_OP("StringToNumber")
    .Input("string_tensor: string")
    .Output("output: out_type")
    .Attr("out_type: {float, double, int32, int64, uint32, uint64} = DT_FLOAT")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Reads each string as a number. A string that is none, or is out of range, is an error.

string_tensor: The texts, of any shape.
output: Of the shape of `string_tensor`.
out_type: Of the numbers.
)doc");

}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Files as strings.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ScalarsShape(InferenceContext* c) {
  ShapeHandle unused;
  for (int i = 0; i < c->num_inputs(); ++i)
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  if (c->num_outputs() > 0) c->set_output(0, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("ReadFile")
    .Input("filename: string")
    .Output("contents: string")
    .SetShapeFn(ScalarsShape)
    .Doc(R"doc(
Reads a file.

The run must be allowed to read it: see RunOptions::allow_files.

filename: Its path.
contents: Its bytes, at most 1 GiB.
)doc");

REGISTER_OP("WriteFile")
    .Input("filename: string")
    .Input("contents: string")
    .SetIsStateful()
    .SetShapeFn(ScalarsShape)
    .Doc(R"doc(
Writes a file, or replaces it.

The run must be allowed to write it: see RunOptions::allow_files.

filename: Its path.
contents: Its bytes.
)doc");

}  // namespace opgraft

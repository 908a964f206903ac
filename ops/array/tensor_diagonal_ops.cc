// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The diagonal of a whole tensor; those of matrices are in diagonal_ops.cc.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status DiagShape(InferenceContext* c) {
  ShapeHandle in, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &in));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(in, in, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status DiagPartShape(InferenceContext* c) {
  const ShapeHandle in = c->input(0);
  if (!c->RankKnown(in)) return shape_inference::UnknownShape(c);
  const int32_t rank = c->Rank(in);
  if (rank % 2 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input must have even rank, input rank is ", rank));
  }
  ShapeHandle first, second, out;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, 0, rank / 2, &first));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(in, rank / 2, &second));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(first, second, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Diag")
    .Input("diagonal: T")
    .Output("output: T")
    .Attr("T: {bfloat16, half, float, double, int32, int64, complex64, complex128}")
    .SetShapeFn(DiagShape)
    .Doc(R"doc(
Builds a tensor with the given diagonal.

diagonal: At least a vector.
output: Of the shape of `diagonal` twice; where both indices are the same its element, else zero.
)doc");

REGISTER_OP("DiagPart")
    .Input("input: T")
    .Output("diagonal: T")
    .Attr("T: {bfloat16, half, float, double, int32, int64, complex64, complex128}")
    .SetShapeFn(DiagPartShape)
    .Doc(R"doc(
The diagonal of a tensor.

input: The first half of its dimensions is the same as the second.
diagonal: The elements whose indices are the same in both halves.
)doc");

}  // namespace opgraft

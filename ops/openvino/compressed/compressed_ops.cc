// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status CompressedMatMulShape(InferenceContext* c) {
  int64_t rows = 0, columns = 0, group = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("rows", &rows));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("columns", &columns));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("group_size", &group));
  if (columns % group != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("columns must be a multiple of group_size, ", group, ", not ", columns));
  }
  if (c->num_inputs() > 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are at most 4 inputs, not ", c->num_inputs()));
  }
  ShapeHandle x, weights;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &weights));
  for (int i = 2; i < c->num_inputs(); ++i) {
    ShapeHandle numbers;
    OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(i), c->Matrix(rows, columns / group), &numbers));
  }
  if (!c->RankKnown(x)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  DimensionHandle depth;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(x, -1), columns, &depth));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(x, -1, c->MakeDim(rows), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>CompressedMatMul")
    .Input("x: T")
    .Input("weights: uint8")
    .Input("rest: Trest")
    .Output("output: T")
    .Attr("weight_type: {'i4', 'u4', 'nf4', 'i8', 'u8', 'f16', 'bf16'}")
    .Attr("rows: int >= 1")
    .Attr("columns: int >= 1")
    .Attr("group_size: int >= 1")
    .Attr("T: {half, bfloat16, float}")
    .Attr("Trest: list({half, float, int8, uint8}) >= 0")
    .SetShapeFn(CompressedMatMulShape)
    .Doc(
        "x w', where weight k of row n is (q[n, k] - zero[n, g]) * scale[n, g] with g = k /\n"
        "group_size. What OpenVINO spells Convert, Subtract, Multiply, Reshape, MatMul; the "
        "weights\n"
        "are multiplied as they lie.\n\n"
        "x: [..., columns].\n"
        "weights: The bytes of q, [rows, columns]. Of 4 bits, two weights lie in a byte, the "
        "first\n"
        "  in its lower half, and rows follow each other without a gap.\n"
        "rest: scale and zero, each [rows, columns / group_size]; none: 1 and 0.\n"
        "output: [..., rows].\n"
        "weight_type: What q is, as OpenVINO calls it.\n"
        "rows: Of the weights.\n"
        "columns: Of the weights.\n"
        "group_size: How many weights of a row share a scale; divides columns.");

}  // namespace opgraft

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

struct WeightSizes {
  int64_t rows = 0;
  int64_t columns = 0;
};

// What the attrs say of the weights; inputs 2 and 3, scale and zero, are held against them.
absl::Status ReadWeights(InferenceContext* c, int weights_input, WeightSizes* sizes) {
  int64_t group = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("rows", &sizes->rows));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("columns", &sizes->columns));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("group_size", &group));
  if (sizes->columns % group != 0) {
    return absl::InvalidArgumentError(absl::StrCat("columns must be a multiple of group_size, ",
                                                   group, ", not ", sizes->columns));
  }
  if (c->num_inputs() > 4) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are at most 4 inputs, not ", c->num_inputs()));
  }
  ShapeHandle weights;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(weights_input), 1, &weights));
  for (int i = 2; i < c->num_inputs(); ++i) {
    ShapeHandle numbers;
    OPGRAFT_RETURN_IF_ERROR(
        c->Merge(c->input(i), c->Matrix(sizes->rows, sizes->columns / group), &numbers));
  }
  return absl::OkStatus();
}

absl::Status CompressedMatMulShape(InferenceContext* c) {
  WeightSizes sizes;
  OPGRAFT_RETURN_IF_ERROR(ReadWeights(c, 1, &sizes));
  ShapeHandle x;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &x));
  if (!c->RankKnown(x)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  DimensionHandle depth;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(x, -1), sizes.columns, &depth));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(x, -1, c->MakeDim(sizes.rows), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status CompressedGatherShape(InferenceContext* c) {
  WeightSizes sizes;
  OPGRAFT_RETURN_IF_ERROR(ReadWeights(c, 0, &sizes));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->input(1), c->Vector(sizes.columns), &out));
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
    .Doc(R"doc(
x w', where weight k of row n is (q[n, k] - zero[n, g]) * scale[n, g] with g = k / group_size.

What OpenVINO spells Convert, Subtract, Multiply, Reshape, MatMul; the weights are multiplied as
they lie.

x: [..., columns].
weights: The bytes of q, [rows, columns]. Of 4 bits, two weights lie in a byte, the first in its
  lower half, and rows follow each other without a gap.
rest: scale and zero, each [rows, columns / group_size]; none: 1 and 0.
output: [..., rows].
weight_type: What q is, as OpenVINO calls it.
rows: Of the weights.
columns: Of the weights.
group_size: How many weights of a row share a scale; divides columns.
)doc");

REGISTER_OP("OpenVINO>CompressedGather")
    .Input("weights: uint8")
    .Input("indices: Tindices")
    .Input("rest: Trest")
    .Output("output: T")
    .Attr("weight_type: {'i4', 'u4', 'nf4', 'i8', 'u8', 'f16', 'bf16'}")
    .Attr("rows: int >= 1")
    .Attr("columns: int >= 1")
    .Attr("group_size: int >= 1")
    .Attr("T: {half, bfloat16, float} = DT_FLOAT")
    .Attr("Tindices: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}")
    .Attr("Trest: list({half, float, int8, uint8}) >= 0")
    .SetShapeFn(CompressedGatherShape)
    .Doc(R"doc(
Rows of weights that stay compressed; weight k of row n is (q[n, k] - zero[n, g]) * scale[n, g]
with g = k / group_size.

What OpenVINO spells Convert, Subtract, Multiply, Reshape, Gather: a table of embeddings.

weights: The bytes of q, as OpenVINO>CompressedMatMul has them.
indices: Which rows; negative ones count from the end. Of what is not there, zeros.
rest: scale and zero, each [rows, columns / group_size]; none: 1 and 0.
output: [..., columns]: the shape of indices, and a row for each.
T: Of the output.
weight_type: What q is, as OpenVINO calls it.
rows: Of the weights.
columns: Of the weights.
group_size: How many weights of a row share a scale; divides columns.
)doc");

}  // namespace opgraft

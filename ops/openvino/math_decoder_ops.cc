// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that the reader of IRs makes of several layers of a language model (openvino/fusions).
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::BroadcastBinaryOpOutputShapeFnHelper;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Input `input` has rows as long as those of input 0.
absl::Status CheckRows(InferenceContext* c, int input) {
  ShapeHandle rows, others;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(input), 1, &others));
  if (!c->RankKnown(rows) || !c->RankKnown(others)) return absl::OkStatus();
  DimensionHandle length;
  return c->Merge(c->Dim(rows, -1), c->Dim(others, -1), &length);
}

absl::Status RmsNormShape(InferenceContext* c) {
  if (c->num_inputs() > 2) return absl::InvalidArgumentError("there is at most one weight");
  for (int i = 0; i < c->num_inputs(); ++i) OPGRAFT_RETURN_IF_ERROR(CheckRows(c, i));
  return shape_inference::UnchangedShape(c);
}

absl::Status RotaryShape(InferenceContext* c) {
  ShapeHandle out = c->input(0);
  for (int i = 1; i < 3; ++i) {
    OPGRAFT_RETURN_IF_ERROR(CheckRows(c, i));
    OPGRAFT_RETURN_IF_ERROR(BroadcastBinaryOpOutputShapeFnHelper(c, out, c->input(i), true, &out));
  }
  if (c->RankKnown(out) && c->ValueKnown(c->Dim(out, -1)) && c->Value(c->Dim(out, -1)) % 2 != 0)
    return absl::InvalidArgumentError("the last dimension must be even: it has two halves");
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status SwiGluShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>RMSNorm")
    .Input("x: T")
    .Input("weight: N * T")
    .Output("output: T")
    .Attr("epsilon: float")
    .Attr("N: int >= 0")
    .Attr("T: {float, double}")
    .SetShapeFn(RmsNormShape)
    .Doc(
        "Each row divided by the root of the mean of its squares: x / sqrt(mean(x^2) + epsilon),\n"
        "times the weight. Rows lie along the last dimension.\n\n"
        "x: [..., length].\n"
        "weight: None, or one of `length` numbers.\n"
        "output: Of the shape of x.\n"
        "epsilon: Is added to the mean.");

REGISTER_OP("OpenVINO>RotaryEmbedding")
    .Input("x: T")
    .Input("cos: T")
    .Input("sin: T")
    .Output("output: T")
    .Attr("T: {float, double}")
    .Attr("of_pairs: bool = false")
    .SetShapeFn(RotaryShape)
    .Doc(
        "Turns each row's halves a and b, which lie along the last dimension, as language models\n"
        "tell positions: [a, b] cos + [-b, a] sin. Dimensions in front of rows are broadcast.\n\n"
        "x: [..., length].\n"
        "cos: [..., length].\n"
        "sin: [..., length].\n"
        "output: Of the shape that the three have together.\n"
        "of_pairs: a and b are not halves but lie in turn: a1, b1, a2, b2, ...");

REGISTER_OP("OpenVINO>SwiGLU")
    .Input("gate: T")
    .Input("x: T")
    .Output("output: T")
    .Attr("T: {float, double}")
    .SetShapeFn(SwiGluShape)
    .Doc(
        "gate / (1 + exp(-gate)) x.\n\n"
        "gate: Of any shape.\n"
        "x: Of the shape of gate.\n"
        "output: Of the shape of gate.");

}  // namespace opgraft

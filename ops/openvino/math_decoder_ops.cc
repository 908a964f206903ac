// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that the reader of IRs makes of several layers of a language model (openvino/fusions).
#include "absl/strings/str_cat.h"
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

// A norm of rows along so many of the last dimensions. Its weights, the other inputs, may have
// dimensions in front of those.
absl::Status NormShape(InferenceContext* c, int64_t axes, int most_weights) {
  if (c->num_inputs() > 1 + most_weights) {
    return absl::InvalidArgumentError(
        absl::StrCat("of weights there can be ", most_weights, ", not ", c->num_inputs() - 1));
  }
  ShapeHandle x;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), axes, &x));
  for (int i = 1; i < c->num_inputs(); ++i) {
    ShapeHandle weight;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(i), axes, &weight));
    if (!c->RankKnown(x) || !c->RankKnown(weight)) continue;
    for (int64_t d = 1; d <= axes; ++d) {
      DimensionHandle size;
      OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(x, -d), c->Dim(weight, -d), &size));
    }
  }
  return shape_inference::UnchangedShape(c);
}

absl::Status RmsNormShape(InferenceContext* c) { return NormShape(c, 1, 1); }

absl::Status LayerNormShape(InferenceContext* c) {
  int64_t axes = 1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axes", &axes));
  return NormShape(c, axes, 2);
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

REGISTER_OP("OpenVINO>LayerNorm")
    .Input("x: T")
    .Input("weights: N * T")
    .Output("output: T")
    .Attr("epsilon: float")
    .Attr("eps_mode: {'inside_sqrt', 'outside_sqrt'} = 'inside_sqrt'")
    .Attr("axes: int >= 1 = 1")
    .Attr("N: int >= 0")
    .Attr("T: {float, double}")
    .SetShapeFn(LayerNormShape)
    .Doc(
        "(x - mean(x)) / sqrt(variance(x) + epsilon) gamma + beta: each row less its mean and\n"
        "divided by its deviation, times the first weight, plus the second.\n\n"
        "x: [..., length].\n"
        "weights: None, gamma, or gamma and beta: `length` numbers each.\n"
        "output: Of the shape of x.\n"
        "epsilon: Is added to the variance or to the deviation.\n"
        "eps_mode: Where it is added: to the variance, or to its root.\n"
        "axes: Rows lie along so many of the last dimensions.");

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

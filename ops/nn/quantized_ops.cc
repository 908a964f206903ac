// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Integers that stand for numbers.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/quantize_shapes.h"

namespace opgraft {

using opgraft_internal::CheckScalars;
using opgraft_internal::EndShape;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// The outputs behind the first are what numbers stand for: ends of a range, as they are given.
absl::Status QuantizeShape(InferenceContext* c) {
  ShapeHandle end;
  OPGRAFT_RETURN_IF_ERROR(EndShape(c, 0, 1, &end));
  c->set_output(0, c->input(0));
  for (int i = 1; i < c->num_outputs(); ++i) c->set_output(i, end);
  return absl::OkStatus();
}

// As the first input; all others are scalars, and so are the outputs behind the first.
absl::Status UnchangedWithRange(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 1, c->num_inputs() - 1));
  c->set_output(0, c->input(0));
  c->set_output(1, c->Scalar());
  c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_MODE_DOC                                                                        \
  "mode: How the range lies upon the integers: MIN_COMBINED, its ends on theirs; MIN_FIRST, \n" \
  "  moved so that 0 is an integer; SCALED, so that 0 is 0.\n"                                  \
  "narrow_range: In mode SCALED leave out the lowest integer.\n"                                \
  "axis: The dimension each of whose elements has a range of its own; -1: there is one.\n"

REGISTER_OP("QuantizeV2")
    .Input("input: float")
    .Input("min_range: float")
    .Input("max_range: float")
    .Output("output: T")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("T: quantizedtype")
    .Attr("mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'")
    .Attr("round_mode: {'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN'} = 'HALF_AWAY_FROM_ZERO'")
    .Attr("narrow_range: bool = false")
    .Attr("axis: int = -1")
    .Attr("ensure_minimum_range: float = 0.01")
    .SetShapeFn(QuantizeShape)
    .Doc(
        "Makes integers of numbers.\n\n"
        "input: The numbers; what is outside of the range is taken for its end.\n"
        "min_range: Where the range begins: a scalar, or a number for each element of dimension\n"
        "  `axis`.\n"
        "max_range: Where it ends.\n" OPGRAFT_MODE_DOC
        "round_mode: Where halves go in mode SCALED.\n"
        "ensure_minimum_range: The range is made so long, times its larger end if that is beyond "
        "1.\n"
        "output: The integers.\n"
        "T: Their type.\n"
        "output_min: What the lowest integer stands for.\n"
        "output_max: What the highest stands for.");

REGISTER_OP("Dequantize")
    .Input("input: T")
    .Input("min_range: float")
    .Input("max_range: float")
    .Output("output: dtype")
    .Attr("T: quantizedtype")
    .Attr("mode: {'MIN_COMBINED', 'MIN_FIRST', 'SCALED'} = 'MIN_COMBINED'")
    .Attr("narrow_range: bool = false")
    .Attr("axis: int = -1")
    .Attr("dtype: {bfloat16, float} = DT_FLOAT")
    .SetShapeFn(QuantizeShape)
    .Doc(
        "Makes numbers of the integers that stand for them.\n\n"
        "input: The integers.\n"
        "min_range: What the lowest integer stands for: a scalar, or a number for each element of\n"
        "  dimension `axis`.\n"
        "max_range: What the highest stands for.\n" OPGRAFT_MODE_DOC
        "output: The numbers.\n"
        "dtype: Of the numbers.");

#define OPGRAFT_FROM_RANGE_DOC                       \
  "input_min: What the lowest integer stands for.\n" \
  "input_max: What the highest stands for.\n"
#define OPGRAFT_TO_RANGE_DOC                                        \
  "output_min: What the lowest integer of the output stands for.\n" \
  "output_max: What the highest stands for."

REGISTER_OP("Requantize")
    .Input("input: Tinput")
    .Input("input_min: float")
    .Input("input_max: float")
    .Input("requested_output_min: float")
    .Input("requested_output_max: float")
    .Output("output: out_type")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("Tinput: quantizedtype")
    .Attr("out_type: quantizedtype")
    .SetShapeFn(UnchangedWithRange)
    .Doc(
        "Makes integers of a wanted range of integers that stand for numbers.\n\n"
        "input: The integers.\n" OPGRAFT_FROM_RANGE_DOC
        "requested_output_min: What the lowest integer of the output is to stand for, 0 or less.\n"
        "requested_output_max: What the highest is to stand for.\n"
        "output: The integers.\n"
        "out_type: Their type.\n" OPGRAFT_TO_RANGE_DOC);

REGISTER_OP("RequantizationRange")
    .Input("input: Tinput")
    .Input("input_min: float")
    .Input("input_max: float")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("Tinput: quantizedtype")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 1, 2));
      c->set_output(0, c->Scalar());
      c->set_output(1, c->Scalar());
      return absl::OkStatus();
    })
    .Doc(
        "The range in which the numbers lie that integers stand for, for Requantize.\n\n"
        "input: The integers.\n" OPGRAFT_FROM_RANGE_DOC
        "output_min: The least of the numbers, or 0 if it is above.\n"
        "output_max: The greatest.");

REGISTER_OP("QuantizeDownAndShrinkRange")
    .Input("input: Tinput")
    .Input("input_min: float")
    .Input("input_max: float")
    .Output("output: out_type")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("Tinput: quantizedtype")
    .Attr("out_type: quantizedtype")
    .SetShapeFn(UnchangedWithRange)
    .Doc(
        "Makes integers of fewer bits of integers that stand for numbers, for the range in which\n"
        "the numbers lie.\n\n"
        "input: The integers.\n" OPGRAFT_FROM_RANGE_DOC
        "output: The integers.\n"
        "out_type: Their type.\n" OPGRAFT_TO_RANGE_DOC);

REGISTER_OP("QuantizedMatMul")
    .Input("a: T1")
    .Input("b: T2")
    .Input("min_a: float")
    .Input("max_a: float")
    .Input("min_b: float")
    .Input("max_b: float")
    .Output("out: Toutput")
    .Output("min_out: float")
    .Output("max_out: float")
    .Attr("T1: quantizedtype")
    .Attr("T2: quantizedtype")
    .Attr("Toutput: quantizedtype = DT_QINT32")
    .Attr("transpose_a: bool = false")
    .Attr("transpose_b: bool = false")
    .Attr("Tactivation: quantizedtype = DT_QUINT8")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      OPGRAFT_RETURN_IF_ERROR(shape_inference::MatMulShape(c));
      OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 2, 5));
      c->set_output(1, c->Scalar());
      c->set_output(2, c->Scalar());
      return absl::OkStatus();
    })
    .Doc(
        "The product of two matrices of integers that stand for numbers.\n\n"
        "a: The left matrix.\n"
        "b: The right one.\n"
        "min_a: What the lowest integer of a stands for.\n"
        "max_a: What the highest stands for.\n"
        "min_b: What the lowest integer of b stands for.\n"
        "max_b: What the highest stands for.\n"
        "transpose_a: Take a transposed.\n"
        "transpose_b: Take b transposed.\n"
        "Tactivation: Of what will be computed with the product; not looked at.\n"
        "out: The product.\n"
        "Toutput: Of the product.\n"
        "min_out: What the lowest integer of the product stands for.\n"
        "max_out: What the highest stands for.");

#define OPGRAFT_QUANTIZED_RELU(name, summary)                    \
  REGISTER_OP(name)                                              \
      .Input("features: Tinput")                                 \
      .Input("min_features: float")                              \
      .Input("max_features: float")                              \
      .Output("activations: out_type")                           \
      .Output("min_activations: float")                          \
      .Output("max_activations: float")                          \
      .Attr("Tinput: quantizedtype")                             \
      .Attr("out_type: quantizedtype = DT_QUINT8")               \
      .SetShapeFn(UnchangedWithRange)                            \
      .Doc(summary                                               \
           "features: The integers.\n"                           \
           "min_features: What the lowest integer stands for.\n" \
           "max_features: What the highest stands for.\n"        \
           "activations: The integers of the same range.\n"      \
           "out_type: As Tinput.\n"                              \
           "min_activations: As min_features.\n"                 \
           "max_activations: As max_features.")

OPGRAFT_QUANTIZED_RELU("QuantizedRelu",
                       "Numbers that integers stand for, or 0 where they are below.\n\n");
OPGRAFT_QUANTIZED_RELU(
    "QuantizedRelu6",
    "Numbers that integers stand for, or 0 where they are below and 6 above.\n\n");

}  // namespace opgraft

// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Element-wise ops of OpenVINO that TensorFlow has not, or with another meaning.
#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

#define FLOATS "{half, bfloat16, float, double}"

// Inputs behind the first are numbers: scalars, or vectors of one.
absl::Status CurveShape(InferenceContext* c) {
  for (int i = 1; i < c->num_inputs(); ++i) {
    ShapeHandle number;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &number));
    DimensionHandle unused;
    if (c->Rank(number) == 1) OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(number, 0), 1, &unused));
  }
  return shape_inference::UnchangedShape(c);
}

absl::Status ClampShape(InferenceContext* c) {
  float min = 0, max = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("min", &min));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("max", &max));
  if (min > max)
    return absl::InvalidArgumentError(absl::StrCat("min ", min, " is above max ", max));
  return shape_inference::UnchangedShape(c);
}

// The slope broadcasts to the data; a vector of as many numbers as there are channels is one of
// them.
absl::Status PReluShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0);
  const ShapeHandle slope = c->input(1);
  c->set_output(0, data);
  if (!c->RankKnown(data) || !c->RankKnown(slope)) return absl::OkStatus();
  if (c->Rank(slope) == 1 && c->Rank(data) > 1) {
    const int64_t size = c->Value(c->Dim(slope, 0));
    const int64_t channels = c->Value(c->Dim(data, 1));
    if (size < 0 || channels < 0 || size == channels) return absl::OkStatus();
  }
  ShapeHandle both, unused;
  OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
      c, data, slope, /*incompatible_shape_error=*/true, &both));
  return c->Merge(data, both, &unused);
}

// The limits broadcast to the data.
absl::Status FakeQuantizeShape(InferenceContext* c) {
  int64_t levels = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("levels", &levels));
  if (levels < 2)
    return absl::InvalidArgumentError(absl::StrCat("levels ", levels, " is not above 1"));
  for (int i = 1; i < 5; ++i) {
    ShapeHandle both, unused;
    OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
        c, c->input(0), c->input(i), /*incompatible_shape_error=*/true, &both));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), both, &unused));
  }
  return shape_inference::UnchangedShape(c);
}

}  // namespace

#define CURVE_OP(op)          \
  REGISTER_OP("OpenVINO>" op) \
      .Attr("T: " FLOATS)     \
      .Input("data: T")       \
      .Output("output: T")    \
      .SetShapeFn(shape_inference::UnchangedShape)

#define CURVE_DOC(says) \
  says "\n\ndata: The values, of any shape.\noutput: Of the shape of `data`.\n"

CURVE_OP("Gelu")
    .Attr("approximation_mode: {'erf', 'tanh'} = 'erf'")
    .Doc(CURVE_DOC("Values times the probability that a normal number is below them.")
         "approximation_mode: 'erf' is exact, 'tanh' an approximation.\n");

CURVE_OP("Mish").Doc(CURVE_DOC("x * tanh(log(1 + exp(x)))."));
CURVE_OP("HSigmoid").Doc(CURVE_DOC("min(max(x + 3, 0), 6) / 6."));
CURVE_OP("HSwish").Doc(CURVE_DOC("x * min(max(x + 3, 0), 6) / 6."));

CURVE_OP("Elu")
    .Attr("alpha: float")
    .Doc(CURVE_DOC("Values from 0 on, and alpha * (exp(x) - 1) below.")
         "alpha: Minus what is approached far below 0.\n");

CURVE_OP("Round")
    .Attr("mode: {'half_to_even', 'half_away_from_zero'} = 'half_to_even'")
    .Doc(CURVE_DOC("The nearest whole numbers.")
         "mode: Which of two that are as near: the even one, or the one farther from 0.\n");

REGISTER_OP("OpenVINO>Clamp")
    .Attr("T: " FLOATS)
    .Attr("min: float")
    .Attr("max: float")
    .Input("data: T")
    .Output("output: T")
    .SetShapeFn(ClampShape)
    .Doc(CURVE_DOC("The nearest numbers between two limits.")
         "min: What nothing is below.\nmax: What nothing is above.\n");

REGISTER_OP("OpenVINO>Swish")
    .Attr("T: " FLOATS)
    .Attr("N: int >= 0")
    .Input("data: T")
    .Input("beta: N * T")
    .Output("output: T")
    .SetShapeFn(CurveShape)
    .Doc(CURVE_DOC("x / (1 + exp(-beta * x)).") "beta: One number; 1 if there is none.\n");

REGISTER_OP("OpenVINO>HardSigmoid")
    .Attr("T: " FLOATS)
    .Input("data: T")
    .Input("alpha: T")
    .Input("beta: T")
    .Output("output: T")
    .SetShapeFn(CurveShape)
    .Doc(CURVE_DOC("alpha * x + beta, between 0 and 1.") "alpha: One number.\nbeta: One number.\n");

REGISTER_OP("OpenVINO>Selu")
    .Attr("T: " FLOATS)
    .Input("data: T")
    .Input("alpha: T")
    .Input("lambda: T")
    .Output("output: T")
    .SetShapeFn(CurveShape)
    .Doc(CURVE_DOC("lambda * x from 0 on, and lambda * alpha * (exp(x) - 1) below.")
         "alpha: One number.\nlambda: One number.\n");

REGISTER_OP("OpenVINO>PRelu")
    .Attr("T: realnumbertype")
    .Input("data: T")
    .Input("slope: T")
    .Output("output: T")
    .SetShapeFn(PReluShape)
    .Doc(CURVE_DOC("Values from 0 on, and slope * x below.")
         "slope: Broadcasts to `data`; a vector of as many numbers as dimension 1 has is one for "
         "each channel.\n");

REGISTER_OP("OpenVINO>Mod")
    .Attr("T: realnumbertype")
    .Input("x: T")
    .Input("y: T")
    .Output("output: T")
    .SetShapeFn(shape_inference::BroadcastBinaryOpShapeFn)
    .Doc(R"doc(
What is left of x when it is divided by y and the quotient cut: of the sign of x.

x: The dividend.
y: The divisor; both shapes are broadcast. Integers divided by 0 are an error.
output: Of the broadcast shape.
)doc");

REGISTER_OP("OpenVINO>Power")
    .Attr("T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}")
    .Input("x: T")
    .Input("y: T")
    .Output("output: T")
    .SetShapeFn(shape_inference::BroadcastBinaryOpShapeFn)
    .Doc(R"doc(
x to the power of y, of integers. A negative power is cut to 0, 1 or -1.

x: The base.
y: The exponent; both shapes are broadcast.
output: Of the broadcast shape. What the type cannot hold becomes its least number.
)doc");

REGISTER_OP("OpenVINO>FakeQuantize")
    .Attr("T: " FLOATS)
    .Attr("levels: int")
    .Input("data: T")
    .Input("input_low: T")
    .Input("input_high: T")
    .Input("output_low: T")
    .Input("output_high: T")
    .Output("output: T")
    .SetShapeFn(FakeQuantizeShape)
    .Doc(CURVE_DOC("Numbers rounded to the steps of a range, and moved to another range.")
         "levels: How many numbers there are in either range.\n"
         "input_low: Where the first range begins; this and the others broadcast to `data`.\n"
         "input_high: Where the first range ends.\n"
         "output_low: Where the second range begins.\n"
         "output_high: Where the second range ends.\n");

REGISTER_OP("OpenVINO>RoundToFloat8")
    .Attr("T: {half, bfloat16, float}")
    .Attr("destination_type: {'f8e4m3', 'f8e5m2'}")
    .Input("data: T")
    .Output("output: T")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(CURVE_DOC("The nearest numbers that 8 bits can hold; beyond their range its ends.")
         "destination_type: Of the 8 bits, how many tell the exponent and how many the digits.\n");

REGISTER_OP("OpenVINO>RoundToPacked")
    .Attr("T: {half, bfloat16, float}")
    .Attr("destination_type: {'nf4', 'f4e2m1', 'f8e8m0'}")
    .Input("data: T")
    .Output("output: float")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(CURVE_DOC("The nearest of the few numbers that a type of OpenVINO's has.")
         "destination_type: nf4: 16 quantiles of a normal distribution. f4e2m1: 0, 0.5, 1, 1.5, 2,\n"
         "  3, 4, 6 and their negatives. f8e8m0: powers of 2.\n");

#undef CURVE_DOC
#undef CURVE_OP
#undef FLOATS

}  // namespace opgraft

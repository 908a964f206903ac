// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as they will be when quantised.
#include <string>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/quantize_shapes.h"

namespace opgraft {

using opgraft_internal::CheckScalars;
using opgraft_internal::EndShape;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// Inputs `first` and the next have a number for each channel, the last dimension of `images`.
absl::Status MergeChannels(InferenceContext* c, int first, ShapeHandle* images,
                           DimensionHandle* channels) {
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(*images, 1, images));
  *channels = c->RankKnown(*images) ? c->Dim(*images, -1) : c->UnknownDim();
  for (int i : {first, first + 1}) {
    ShapeHandle vector;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(*channels, c->Dim(vector, 0), channels));
  }
  if (!c->RankKnown(*images)) return absl::OkStatus();
  return c->ReplaceDim(*images, -1, *channels, images);
}

// The gradient by numbers, and by both ends of their range.
absl::Status GradientShapes(InferenceContext* c, bool by_channel) {
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &images));
  ShapeHandle end = c->Scalar();
  if (by_channel) {
    DimensionHandle channels;
    OPGRAFT_RETURN_IF_ERROR(MergeChannels(c, 2, &images, &channels));
    end = c->Vector(channels);
  } else {
    OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 2, 3));
  }
  c->set_output(0, images);
  c->set_output(1, end);
  c->set_output(2, end);
  return absl::OkStatus();
}

// Ranges that are not given have any shape.
absl::Status QuantizeAndDequantizeShape(InferenceContext* c) {
  bool given = false;
  int64_t axis = -1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("range_given", &given));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", &axis));
  if (axis < -1) {
    return absl::InvalidArgumentError("axis should be at least -1, not " + std::to_string(axis));
  }
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), axis + 1, &images));
  c->set_output(0, images);
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_BITS_DOC                            \
  "num_bits: So many bits a number has, 2 to 16.\n" \
  "narrow_range: Leave out the lowest of the steps."
#define OPGRAFT_INPUTS_DOC "inputs: The numbers.\n"
#define OPGRAFT_GRADIENTS_DOC     \
  "gradients: What comes back.\n" \
  "inputs: What was quantised.\n"
#define OPGRAFT_BITS_ATTRS Attr("num_bits: int = 8").Attr("narrow_range: bool = false")

REGISTER_OP("FakeQuantWithMinMaxArgs")
    .Attr("min: float = -6.0")
    .Attr("max: float = 6.0")
    .OPGRAFT_BITS_ATTRS.Input("inputs: float")
    .Output("outputs: float")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc("Rounds numbers to the steps of a range in which 0 is one.\n\n" OPGRAFT_INPUTS_DOC
         "min: Where the range begins.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
         "\noutputs: Of the shape of the inputs, on the steps of the range.");

REGISTER_OP("FakeQuantWithMinMaxArgsGradient")
    .Attr("min: float = -6.0")
    .Attr("max: float = 6.0")
    .OPGRAFT_BITS_ATTRS.Input("gradients: float")
    .Input("inputs: float")
    .Output("backprops: float")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn)
    .Doc(
        "The gradient of FakeQuantWithMinMaxArgs: it passes inside the "
        "range.\n\n" OPGRAFT_GRADIENTS_DOC
        "min: Where the range begins.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
        "\nbackprops: The gradient of the inputs.");

REGISTER_OP("FakeQuantWithMinMaxVars")
    .OPGRAFT_BITS_ATTRS.Input("inputs: float")
    .Input("min: float")
    .Input("max: float")
    .Output("outputs: float")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 1, 2));
      return shape_inference::UnchangedShape(c);
    })
    .Doc("Rounds numbers to the steps of a range in which 0 is one.\n\n" OPGRAFT_INPUTS_DOC
         "min: Where the range begins, a scalar.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
         "\noutputs: Of the shape of the inputs, on the steps of the range.");

REGISTER_OP("FakeQuantWithMinMaxVarsGradient")
    .OPGRAFT_BITS_ATTRS.Input("gradients: float")
    .Input("inputs: float")
    .Input("min: float")
    .Input("max: float")
    .Output("backprops_wrt_input: float")
    .Output("backprop_wrt_min: float")
    .Output("backprop_wrt_max: float")
    .SetShapeFn([](InferenceContext* c) { return GradientShapes(c, /*by_channel=*/false); })
    .Doc(
        "The gradient of FakeQuantWithMinMaxVars: it passes inside the range; what comes from\n"
        "below goes to its beginning, from above to its end.\n\n" OPGRAFT_GRADIENTS_DOC
        "min: Where the range begins, a scalar.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
        "\nbackprops_wrt_input: The gradient of the inputs."
        "\nbackprop_wrt_min: The gradient of min."
        "\nbackprop_wrt_max: The gradient of max.");

REGISTER_OP("FakeQuantWithMinMaxVarsPerChannel")
    .OPGRAFT_BITS_ATTRS.Input("inputs: float")
    .Input("min: float")
    .Input("max: float")
    .Output("outputs: float")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle images = c->input(0);
      DimensionHandle channels;
      OPGRAFT_RETURN_IF_ERROR(MergeChannels(c, 1, &images, &channels));
      c->set_output(0, images);
      return absl::OkStatus();
    })
    .Doc(
        "Rounds the numbers of each channel, the last dimension, to the steps of its "
        "range.\n\n" OPGRAFT_INPUTS_DOC
        "min: Where the range of each channel begins.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
        "\noutputs: Of the shape of the inputs, on the steps of the range.");

REGISTER_OP("FakeQuantWithMinMaxVarsPerChannelGradient")
    .OPGRAFT_BITS_ATTRS.Input("gradients: float")
    .Input("inputs: float")
    .Input("min: float")
    .Input("max: float")
    .Output("backprops_wrt_input: float")
    .Output("backprop_wrt_min: float")
    .Output("backprop_wrt_max: float")
    .SetShapeFn([](InferenceContext* c) { return GradientShapes(c, /*by_channel=*/true); })
    .Doc("The gradient of FakeQuantWithMinMaxVarsPerChannel.\n\n" OPGRAFT_GRADIENTS_DOC
         "min: Where the range of each channel begins.\nmax: Where it ends.\n" OPGRAFT_BITS_DOC
         "\nbackprops_wrt_input: The gradient of the inputs."
         "\nbackprop_wrt_min: The gradient of min."
         "\nbackprop_wrt_max: The gradient of max.");

// --- Quantised and back ---

#define OPGRAFT_RANGE_DOC                                                               \
  "input: The numbers.\n"                                                               \
  "input_min: Where the range begins, if it is given: a scalar, or a number for each\n" \
  "  element of dimension `axis`.\n"                                                    \
  "input_max: Where it ends.\n"                                                         \
  "signed_input: Whether the quantised numbers have a sign.\n"                          \
  "range_given: Else the range is that of the numbers.\n"                               \
  "narrow_range: Leave out the lowest of the steps.\n"                                  \
  "axis: The dimension each of whose elements has a range of its own; -1: there is one.\n"
#define OPGRAFT_QUANTIZED_DOC                                                               \
  "Quantises numbers and makes them numbers again: they are rounded to steps, of which 0\n" \
  "is one.\n\n"

#define OPGRAFT_QUANTIZE_OP(name)                                        \
  REGISTER_OP(name)                                                      \
      .Input("input: T")                                                 \
      .Input("input_min: T")                                             \
      .Input("input_max: T")                                             \
      .Output("output: T")                                               \
      .Attr("signed_input: bool = true")                                 \
      .Attr("num_bits: int = 8")                                         \
      .Attr("range_given: bool = false")                                 \
      .Attr("T: {bfloat16, half, float, double}")                        \
      .Attr("round_mode: {'HALF_TO_EVEN', 'HALF_UP'} = 'HALF_TO_EVEN'")  \
      .Attr("narrow_range: bool = false")                                \
      .Attr("axis: int = -1")                                            \
      .SetShapeFn(QuantizeAndDequantizeShape)                            \
      .Doc(OPGRAFT_QUANTIZED_DOC OPGRAFT_RANGE_DOC                       \
           "output: Of the shape of input, on the steps of the range.\n" \
           "num_bits: How many bits a quantised number has.\n"           \
           "round_mode: Where halves go: to even numbers, or up.")

REGISTER_OP("QuantizeAndDequantize")
    .Input("input: T")
    .Output("output: T")
    .Attr("signed_input: bool = true")
    .Attr("num_bits: int = 8")
    .Attr("range_given: bool = false")
    .Attr("input_min: float = 0")
    .Attr("input_max: float = 0")
    .Attr("T: {bfloat16, half, float, double}")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Deprecated(22, "Replaced by QuantizeAndDequantizeV2")
    .Doc(OPGRAFT_QUANTIZED_DOC
         "input: The numbers.\n"
         "signed_input: Whether the quantised numbers have a sign.\n"
         "num_bits: How many bits a quantised number has.\n"
         "range_given: Else the range is that of the numbers.\n"
         "input_min: Where the range begins, if it is given.\n"
         "input_max: Where it ends.\n"
         "output: Of the shape of input, on the steps of the range.");

OPGRAFT_QUANTIZE_OP("QuantizeAndDequantizeV2");
OPGRAFT_QUANTIZE_OP("QuantizeAndDequantizeV4");

REGISTER_OP("QuantizeAndDequantizeV3")
    .Input("input: T")
    .Input("input_min: T")
    .Input("input_max: T")
    .Input("num_bits: int32")
    .Output("output: T")
    .Attr("signed_input: bool = true")
    .Attr("range_given: bool = true")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("narrow_range: bool = false")
    .Attr("axis: int = -1")
    .SetShapeFn(QuantizeAndDequantizeShape)
    .Doc(OPGRAFT_QUANTIZED_DOC OPGRAFT_RANGE_DOC
         "num_bits: How many bits a quantised number has, a scalar."
         "\noutput: Of the shape of input, on the steps of the range.");

REGISTER_OP("QuantizeAndDequantizeV4Grad")
    .Input("gradients: T")
    .Input("input: T")
    .Input("input_min: T")
    .Input("input_max: T")
    .Output("input_backprop: T")
    .Output("input_min_backprop: T")
    .Output("input_max_backprop: T")
    .Attr("T: {bfloat16, half, float, double}")
    .Attr("axis: int = -1")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle images, end;
      OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &images));
      OPGRAFT_RETURN_IF_ERROR(EndShape(c, 1, 2, &end));
      c->set_output(0, images);
      c->set_output(1, end);
      c->set_output(2, end);
      return absl::OkStatus();
    })
    .Doc(
        "The gradient of QuantizeAndDequantizeV4: it passes inside the range; nothing goes to\n"
        "the range itself.\n\n"
        "gradients: What comes back.\n"
        "input: What was quantised.\n"
        "input_min: Where the range begins.\n"
        "input_max: Where it ends.\n"
        "axis: The dimension each of whose elements has a range of its own; -1: there is one."
        "\ninput_backprop: The gradient of input."
        "\ninput_min_backprop: The gradient of input_min."
        "\ninput_max_backprop: The gradient of input_max.");

}  // namespace opgraft

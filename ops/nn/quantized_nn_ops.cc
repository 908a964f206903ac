// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Layers of integers that stand for numbers.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/quantize_shapes.h"

namespace opgraft {

using opgraft_internal::CheckScalars;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// The inputs from `first_end` on, and the outputs behind the first, are ends of ranges.
absl::Status SetRangeShapes(InferenceContext* c, int first_end) {
  OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, first_end, c->num_inputs() - 1));
  c->set_output(1, c->Scalar());
  c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

absl::Status ConvShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::Conv2DShape(c));
  return SetRangeShapes(c, 2);
}

absl::Status MaxPoolRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::MaxPoolShape(c));
  return SetRangeShapes(c, 1);
}

absl::Status AvgPoolRangeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::AvgPoolShape(c));
  return SetRangeShapes(c, 1);
}

absl::Status BiasShape(InferenceContext* c) {
  ShapeHandle input, bias;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &bias));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(input, -1), c->Dim(bias, 0), &channels));
  if (c->RankKnown(input)) OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(input, -1, channels, &input));
  c->set_output(0, input);
  return SetRangeShapes(c, 2);
}

absl::Status NormShape(InferenceContext* c) {
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  c->set_output(0, images);
  return SetRangeShapes(c, 1);
}

absl::Status ConcatRangeShape(InferenceContext* c) {
  const int count = (c->num_inputs() - 1) / 3;
  OPGRAFT_RETURN_IF_ERROR(shape_inference::ConcatShape(c, count));
  return SetRangeShapes(c, 1 + count);
}

}  // namespace

#define OPGRAFT_FILTER_RANGE_DOC                                    \
  "min_input: What the lowest integer of the images stands for.\n"  \
  "max_input: What the highest stands for.\n"                       \
  "min_filter: What the lowest integer of the filter stands for.\n" \
  "max_filter: What the highest stands for.\n"
#define OPGRAFT_INPUT_RANGE_DOC                      \
  "min_input: What the lowest integer stands for.\n" \
  "max_input: What the highest stands for.\n"
#define OPGRAFT_OUTPUT_RANGE_DOC                                    \
  "min_output: What the lowest integer of the output stands for.\n" \
  "max_output: What the highest stands for."
#define OPGRAFT_PADDING_DOC                                                             \
  "padding: SAME: as many places as strides, those at the edges with fewer elements;\n" \
  "  VALID: windows stay inside.\n"

REGISTER_OP("QuantizedConv2D")
    .Input("input: Tinput")
    .Input("filter: Tfilter")
    .Input("min_input: float")
    .Input("max_input: float")
    .Input("min_filter: float")
    .Input("max_filter: float")
    .Output("output: out_type")
    .Output("min_output: float")
    .Output("max_output: float")
    .Attr("Tinput: quantizedtype")
    .Attr("Tfilter: quantizedtype")
    .Attr("out_type: quantizedtype = DT_QINT32")
    .Attr("strides: list(int)")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("dilations: list(int) = [1, 1, 1, 1]")
    .SetShapeFn(ConvShape)
    .Doc(
        "A convolution of images by a filter, both of integers that stand for numbers.\n\n"
        "input: Images [batch, height, width, channels].\n"
        "filter: [height, width, channels, outputs].\n" OPGRAFT_FILTER_RANGE_DOC
        "strides: How far the window moves, a number for each dimension of the "
        "images.\n" OPGRAFT_PADDING_DOC
        "dilations: How far the elements of the window lie apart.\n"
        "out_type: The type of the sums.\n"
        "output: Sums of products, with more bits.\n" OPGRAFT_OUTPUT_RANGE_DOC);

REGISTER_OP("QuantizedBiasAdd")
    .Input("input: T1")
    .Input("bias: T2")
    .Input("min_input: float")
    .Input("max_input: float")
    .Input("min_bias: float")
    .Input("max_bias: float")
    .Output("output: out_type")
    .Output("min_out: float")
    .Output("max_out: float")
    .Attr("T1: quantizedtype")
    .Attr("T2: quantizedtype")
    .Attr("out_type: quantizedtype")
    .SetShapeFn(BiasShape)
    .Doc(
        "Adds a bias to each channel of a tensor of integers that stand for numbers.\n\n"
        "input: Has its channels last.\n"
        "bias: One for each channel.\n" OPGRAFT_INPUT_RANGE_DOC
        "min_bias: What the lowest integer of the bias stands for.\n"
        "max_bias: What the highest stands for.\n"
        "output: The sums, with more bits.\n"
        "out_type: Of the sums.\n"
        "min_out: What the lowest integer of the output stands for.\n"
        "max_out: What the highest stands for.");

#define OPGRAFT_QUANTIZED_POOL(op, shape_fn, what)                                                 \
  REGISTER_OP(op)                                                                                  \
      .Input("input: T")                                                                           \
      .Input("min_input: float")                                                                   \
      .Input("max_input: float")                                                                   \
      .Output("output: T")                                                                         \
      .Output("min_output: float")                                                                 \
      .Output("max_output: float")                                                                 \
      .Attr("T: quantizedtype")                                                                    \
      .Attr("ksize: list(int)")                                                                    \
      .Attr("strides: list(int)")                                                                  \
      .Attr("padding: {'SAME', 'VALID'}")                                                          \
      .SetShapeFn(shape_fn)                                                                        \
      .Doc(what                                                                                    \
           " of each window, of integers that stand for numbers.\n\n"                              \
           "input: Images [batch, height, width, channels].\n" OPGRAFT_INPUT_RANGE_DOC             \
           "ksize: The window, a number for each dimension of the images; 1 for the\n"             \
           "  batch and the channels.\n"                                                           \
           "strides: How far the window moves, a number for each dimension.\n" OPGRAFT_PADDING_DOC \
           "output: One pixel for each place of the window.\n" OPGRAFT_OUTPUT_RANGE_DOC)

OPGRAFT_QUANTIZED_POOL("QuantizedMaxPool", MaxPoolRangeShape, "The largest elements");
OPGRAFT_QUANTIZED_POOL("QuantizedAvgPool", AvgPoolRangeShape, "The means");

REGISTER_OP("QuantizedInstanceNorm")
    .Input("x: T")
    .Input("x_min: float")
    .Input("x_max: float")
    .Output("y: T")
    .Output("y_min: float")
    .Output("y_max: float")
    .Attr("T: quantizedtype")
    .Attr("output_range_given: bool = false")
    .Attr("given_y_min: float = 0")
    .Attr("given_y_max: float = 0")
    .Attr("variance_epsilon: float = 0.00001")
    .Attr("min_separation: float = 0.001")
    .SetShapeFn(NormShape)
    .Doc(R"doc(
Instance normalisation of quantized images.

x: Images [batch, height, width, channels].
x_min: What the lowest integer stands for.
x_max: What the highest stands for.
y: Of the shape of x.
y_min: What the lowest integer of y stands for.
y_max: What the highest stands for.
output_range_given: y has the range of given_y_min and given_y_max, not that of its numbers.
given_y_min: What the lowest integer of y shall stand for.
given_y_max: What the highest shall stand for.
variance_epsilon: Is added to the variances.
min_separation: How far y_min and y_max are from each other at least.
)doc");

REGISTER_OP("QuantizedConcat")
    .Input("concat_dim: int32")
    .Input("values: N * T")
    .Input("input_mins: N * float")
    .Input("input_maxes: N * float")
    .Output("output: T")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("N: int >= 2")
    .Attr("T: type")
    .SetShapeFn(ConcatRangeShape)
    .Doc(R"doc(
Concatenates quantized tensors along a dimension. All get one range, which holds those of all.

concat_dim: The dimension, from 0.
values: Tensors of the same sizes but for that dimension.
input_mins: What the lowest integer of each stands for.
input_maxes: What the highest stands for.
output: The tensors, one behind another.
output_min: What the lowest integer of the output stands for.
output_max: What the highest stands for.
N: How many tensors.
)doc");

}  // namespace opgraft

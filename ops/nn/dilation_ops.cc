// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Grey-scale dilation, and what stands beside layers: orders of dimensions, the best classes.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/window_shapes.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

#define OPGRAFT_DILATION_DOC                           \
  "input: Images, [batch, rows, columns, channels].\n" \
  "filter: [rows, columns, channels].\n"
#define OPGRAFT_DILATION_ATTRS_DOC                                                       \
  "strides: How far the window moves, a number for each dimension of the input; 1 for\n" \
  "  batch and channels.\n"                                                              \
  "rates: How far the elements are apart that a window sees, as strides.\n"              \
  "padding: SAME: as many places as strides; VALID: windows stay inside."
#define OPGRAFT_DILATION_ATTRS         \
  Attr("T: realnumbertype")            \
      .Attr("strides: list(int) >= 4") \
      .Attr("rates: list(int) >= 4")   \
      .Attr("padding: {'SAME', 'VALID'}")

REGISTER_OP("Dilation2D")
    .Input("input: T")
    .Input("filter: T")
    .Output("output: T")
    .OPGRAFT_DILATION_ATTRS.SetShapeFn(opgraft_internal::Dilation2DShape)
    .Doc(
        "At each place the largest sum of what the window sees and the filter, channel by\n"
        "channel.\n\n" OPGRAFT_DILATION_DOC OPGRAFT_DILATION_ATTRS_DOC
        "\noutput: A place a window, with the channels of the images.");

REGISTER_OP("Dilation2DBackpropInput")
    .Input("input: T")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("in_backprop: T")
    .OPGRAFT_DILATION_ATTRS.SetShapeFn(shape_inference::UnchangedShape)
    .Doc("The gradient of Dilation2D by its input.\n\n" OPGRAFT_DILATION_DOC
         "out_backprop: What comes back to the result.\n" OPGRAFT_DILATION_ATTRS_DOC
         "\nin_backprop: The gradient of the images.");

REGISTER_OP("Dilation2DBackpropFilter")
    .Input("input: T")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("filter_backprop: T")
    .OPGRAFT_DILATION_ATTRS
    .SetShapeFn([](InferenceContext* c) {
      c->set_output(0, c->input(1));
      return absl::OkStatus();
    })
    .Doc("The gradient of Dilation2D by its filter.\n\n" OPGRAFT_DILATION_DOC
         "out_backprop: What comes back to the result.\n" OPGRAFT_DILATION_ATTRS_DOC
         "\nfilter_backprop: The gradient of the filter.");

// --- The best classes ---

namespace {

absl::Status InTopKShape(InferenceContext* c) {
  ShapeHandle predictions, targets, k;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &predictions));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &targets));
  if (c->num_inputs() > 2) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &k));
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(predictions, 0), c->Dim(targets, 0), &batch));
  c->set_output(0, c->Vector(batch));
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_TOP_DOC                                                               \
  "Whether each row's target is among the k most probable classes. All that are as\n" \
  "probable as the k-th count as among them.\n\n"                                     \
  "predictions: How probable classes are, [batch, classes].\n"                        \
  "targets: The number of a class for each row.\n"                                    \
  "precision: [batch]; false where a prediction is not finite.\n"                     \
  "k: How many."

REGISTER_OP("InTopK")
    .Input("predictions: float")
    .Input("targets: T")
    .Output("precision: bool")
    .Attr("k: int")
    .Attr("T: {int32, int64} = DT_INT32")
    .SetShapeFn(InTopKShape)
    .Doc(OPGRAFT_TOP_DOC);

REGISTER_OP("InTopKV2")
    .Input("predictions: float")
    .Input("targets: T")
    .Input("k: T")
    .Output("precision: bool")
    .Attr("T: {int32, int64} = DT_INT32")
    .SetShapeFn(InTopKShape)
    .Doc(OPGRAFT_TOP_DOC);

// --- Orders of dimensions ---

#define OPGRAFT_FORMATS_ATTRS              \
  Attr("T: {int32, int64} = DT_INT32")     \
      .Attr("src_format: string = 'NHWC'") \
      .Attr("dst_format: string = 'NCHW'") \
      .SetShapeFn(shape_inference::UnchangedShape)
#define OPGRAFT_FORMATS_DOC                            \
  "src_format: A letter for each dimension, 4 or 5.\n" \
  "dst_format: The same letters in the order that is wanted."

REGISTER_OP("DataFormatDimMap")
    .Input("x: T")
    .Output("y: T")
    .OPGRAFT_FORMATS_ATTRS.Doc(
        "The numbers that dimensions have in another order.\n\n"
        "x: Numbers of dimensions; negative ones count from the last.\n" OPGRAFT_FORMATS_DOC
        "\ny: Of the shape of x.");

REGISTER_OP("DataFormatVecPermute")
    .Input("x: T")
    .Output("y: T")
    .OPGRAFT_FORMATS_ATTRS.Doc(
        "Puts what is said of each dimension into another order.\n\n"
        "x: A number, or a row of two, for each dimension, or for each spatial "
        "one.\n" OPGRAFT_FORMATS_DOC "\ny: Of the shape of x.");

}  // namespace opgraft
